package slmlab.bench.diagnose;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.env.VecEnv;
import slmlab.experiment.Listener;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Lets an agent act with the weights that it had some updates ago, and learn with those of now.
///
/// It puts the old weights in place after every step of the loop, and [#learnAgain] puts the new ones back once the
/// agent has acted.
final class StaleActor implements Listener {
    private final int lag;
    private final Deque<Map<String, float[]>> past = new ArrayDeque<>(); // the newest last
    private @Nullable Variables weights; // null until the first row
    private boolean isOld;

    /// @param lag in updates
    StaleActor(int lag) {
        this.lag = lag;
    }

    @Override
    public void weights(int session, long frame, Variables all) {
        weights = all;
    }

    @Override
    public void update(int session, long frame, int changed, int all) {
        if (weights != null) {
            past.addLast(copy(weights));
            if (past.size() > lag + 1) {
                past.removeFirst();
            }
        }
    }

    @Override
    public Runnable watch(int session, VecEnv env) {
        return () -> {
            if (!past.isEmpty()) {
                put(past.getFirst());
                isOld = true;
            }
        };
    }

    void learnAgain() {
        if (isOld) {
            put(past.getLast());
            isOld = false;
        }
    }

    private static Map<String, float[]> copy(Variables from) {
        Map<String, float[]> copy = new LinkedHashMap<>();
        for (Variable variable : from.all()) {
            copy.put(variable.name(), variable.array().floats().clone());
        }
        return copy;
    }

    private void put(Map<String, float[]> values) {
        Variables all = weights;
        if (all != null) {
            values.forEach((name, array) ->
                    System.arraycopy(array, 0, all.get(name).array().floats(), 0, array.length));
        }
    }
}

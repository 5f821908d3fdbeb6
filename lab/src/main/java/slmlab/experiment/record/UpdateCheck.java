package slmlab.experiment.record;

import java.util.LinkedHashMap;
import java.util.Map;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// A check of the weights after each update, for `dev`: which changed, and whether all are finite.
public final class UpdateCheck {
    private final Variables variables;
    private final Map<String, float[]> before = new LinkedHashMap<>();

    public UpdateCheck(Variables variables) {
        this.variables = variables;
        changed();
    }

    /// Return the number of arrays of weights.
    public int size() {
        return before.size();
    }

    /// Return how many of them changed since the last call.
    ///
    /// @throws IllegalStateException if a weight is not finite
    public int changed() {
        int changed = 0;
        for (Variable variable : variables.all()) {
            float[] now = variable.array().floats();
            float[] old = before.computeIfAbsent(variable.name(), _ -> new float[now.length]);
            boolean same = true;
            for (int i = 0; i < now.length; i++) {
                if (!Float.isFinite(now[i])) {
                    throw new IllegalStateException("%s has a weight that is %s".formatted(variable.name(), now[i]));
                }
                same &= now[i] == old[i];
                old[i] = now[i];
            }
            changed += same ? 0 : 1;
        }
        return changed;
    }
}

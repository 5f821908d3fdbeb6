package slmlab.agent.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slmlab.agent.Savable;
import slmlab.agent.memory.Unfinished.Field;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Steps of past episodes, each with the return that followed: what self-imitation learns from. A ring of
/// `max_size`.
///
/// A step waits until its episode is over, through as many rollouts as that takes (Oh et al. 2018, algorithm
/// 1). Only an episode that was cut short continues with the value of its final observation, as it was then.
public final class Imitated implements Savable {
    private final List<Field> fields = new ArrayList<>();
    private final List<Array> columns = new ArrayList<>(); // [max_size, width] of each field
    private final float[] returns;
    private final Unfinished[] unfinished; // by env
    private final boolean useCer;
    private final double gamma;
    private final RandomStream random;
    private long seen;
    private long sampled;

    /// @param stateSizes the recurrent nets' states to keep, by the names of their inputs
    public Imitated(
            Space obs,
            Space action,
            int envs,
            boolean masked,
            Map<String, Integer> stateSizes,
            MemoryConfig config,
            double gamma,
            RandomStream random) {
        this.returns = new float[config.maxSize()];
        this.useCer = config.useCer();
        this.gamma = gamma;
        this.random = random;
        field("obs", obs.rowType(), obs.row().volume());
        field("action", action.rowType(), action.row().volume());
        if (masked) {
            field("mask", DType.UINT8, action.flatSize());
        }
        stateSizes.forEach((name, size) -> field(name, DType.FLOAT32, size));
        this.unfinished = new Unfinished[envs];
        for (int env = 0; env < envs; env++) {
            unfinished[env] = new Unfinished(fields, config.maxSize());
        }
    }

    private void field(String name, DType dtype, int width) {
        fields.add(new Field(name, dtype, width));
        columns.add(Array.zeros(dtype, Shape.of(returns.length, width)));
    }

    /// How many steps there are to draw from.
    public int size() {
        return (int) Math.min(seen, returns.length);
    }

    /// Take the steps of a rollout that an update may use, and keep those whose episodes are over.
    ///
    /// @param finished only the steps of episodes that have ended; the rollout shows the others again
    public void add(Rollout rollout, boolean finished) {
        for (int env = 0; env < rollout.envs(); env++) {
            int to = rollout.to(env, finished);
            for (int t = rollout.from(env); t < to; t++) {
                int row = t * rollout.envs() + env;
                unfinished[env].add(rollout, row);
                if (rollout.bytes("terminated")[row] != 0) {
                    finish(unfinished[env], 0);
                } else if (rollout.bytes("truncated")[row] != 0) {
                    finish(unfinished[env], rollout.floats("next_value")[row]);
                }
            }
        }
    }

    /// Keep the steps of an episode that is over, R_t = r_t + γR_{t+1}.
    ///
    /// @param future what is behind its last step
    private void finish(Unfinished episode, double future) {
        int size = episode.size();
        double next = future;
        for (int k = size - 1; k >= 0; k--) {
            next = episode.reward(k) + gamma * next;
            int place = (int) ((seen + k) % returns.length);
            returns[place] = (float) next;
            for (int i = 0; i < columns.size(); i++) {
                episode.read(k, i, columns.get(i), place);
            }
        }
        seen += size;
        episode.clear();
    }

    /// Draw steps with replacement into a program's inputs; with `use_cer` the newest that no batch has held
    /// are up to half of them.
    public void sample(Program program) {
        float[] target = program.input("return").floats();
        int batch = target.length;
        int fresh = useCer ? (int) Math.min(Math.min(seen - sampled, Math.max(1, batch / 2)), size()) : 0;
        for (int k = 0; k < batch; k++) {
            int newer = batch - k; // of the last rows: how many there are from this one to the newest
            int place = newer <= fresh ? (int) ((seen - newer) % returns.length) : random.nextInt(size());
            target[k] = returns[place];
            for (int i = 0; i < columns.size(); i++) {
                Field field = fields.get(i);
                Object to = Rollout.raw(program.input(field.name()));
                System.arraycopy(
                        Rollout.raw(columns.get(i)), place * field.width(), to, k * field.width(), field.width());
            }
        }
        sampled = seen;
    }

    @Override
    public void save(State to) {
        to.put("seen", seen);
        to.put("sampled", sampled);
        to.put("draws", random.counter());
        to.put("return", Array.of(Shape.of(returns.length, 1), returns));
        for (int i = 0; i < columns.size(); i++) {
            to.put(fields.get(i).name(), columns.get(i));
        }
        for (int env = 0; env < unfinished.length; env++) {
            unfinished[env].save(to.within("unfinished-" + env));
        }
    }

    @Override
    public void load(State from) {
        seen = from.whole("seen");
        sampled = from.whole("sampled");
        random.seek(from.whole("draws"));
        System.arraycopy(from.array("return").floats(), 0, returns, 0, returns.length);
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).copyFrom(from.array(fields.get(i).name()));
        }
        for (int env = 0; env < unfinished.length; env++) {
            unfinished[env].load(from.within("unfinished-" + env));
        }
    }
}

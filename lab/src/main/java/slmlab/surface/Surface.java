package slmlab.surface;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.play.Player;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// What a policy thinks and does in each cell of a [Plane].
public final class Surface {
    private static final long SEED = 1_000_000;

    private final Plane plane;
    private final Player player;

    public Surface(Plane plane, Player player) {
        this.plane = plane;
        this.player = player;
    }

    /// Return the value of each cell; null if the algorithm learns none.
    public double @Nullable [] values() {
        double[] cells = new double[plane.size()];
        try {
            for (int cell = 0; cell < cells.length; cell++) {
                act(plane.obs(cell));
                cells[cell] = plane.isEnd(cell) ? Double.NaN : player.value();
            }
            return cells;
        } catch (IllegalStateException _) {
            return null;
        }
    }

    /// Return the best action of each cell: its number, or its size and side.
    public double[] actions() {
        double[] cells = new double[plane.size()];
        for (int cell = 0; cell < cells.length; cell++) {
            double action = act(plane.obs(cell));
            cells[cell] = plane.isEnd(cell) ? Double.NaN : action;
        }
        return cells;
    }

    /// Act on an observation as if an episode began with it.
    private double act(float[] obs) {
        player.reset();
        if (plane.actions().isEmpty()) {
            float[] action = new float[1];
            player.act(obs, action);
            return Math.clamp(action[0], -plane.force(), plane.force());
        }
        return player.act(obs);
    }

    /// Play episodes, with actions as in training, and return how often each cell was visited: log10 of the count,
    /// NaN for never.
    public double[] visits(String env, Map<String, Object> args, int episodes) {
        double[] counts = new double[plane.size()];
        Player sampling = player.sampling(SEED);
        try (VecEnv vec = Envs.make(env, 1, args)) {
            Step step = vec.reset(SEED);
            sampling.reset();
            int done = 0;
            while (done < episodes) {
                float[] obs = obs(step.obs());
                counts[plane.cell(obs)]++;
                step = vec.step(action(vec, sampling, obs));
                if (step.terminated().bytes()[0] + step.truncated().bytes()[0] > 0) {
                    counts[plane.cell(obs(step.finalObs()))]++;
                    sampling.reset();
                    done++;
                }
            }
        }
        return Arrays.stream(counts)
                .map(count -> count == 0 ? Double.NaN : Math.log10(count))
                .toArray();
    }

    private Array action(VecEnv vec, Player sampling, float[] obs) {
        if (vec.actionSpace() instanceof Space.Discrete) {
            return Array.ofInts(Shape.of(1), sampling.act(obs));
        }
        float[] action = new float[1];
        sampling.act(obs, action);
        return Array.of(Shape.of(1, 1), action);
    }

    private static float[] obs(Array row) {
        float[] obs = new float[row.shape().volume()];
        for (int i = 0; i < obs.length; i++) {
            obs[i] = row.dtype() == DType.FLOAT32 ? row.floats()[i] : row.ints()[i];
        }
        return obs;
    }
}

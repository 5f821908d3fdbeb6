package slmlab.agent.memory;

import java.util.Map;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Rollouts that are filled step by step. An observation tells where it was made: 100·env + step.
final class Rollouts {
    private final int envs;
    private final Step step;
    private final Array state;
    private int taken;
    final Rollout rollout;

    /// @param steps how many to make room for; 0 for as many as come
    Rollouts(int envs, int steps) {
        this.envs = envs;
        Shape one = Shape.of(envs);
        this.step = new Step(
                Array.zeros(DType.FLOAT32, Shape.of(envs, 1)),
                Array.zeros(DType.FLOAT32, one),
                Array.zeros(DType.UINT8, one),
                Array.zeros(DType.UINT8, one),
                Array.zeros(DType.FLOAT32, Shape.of(envs, 1)),
                null,
                null);
        this.state = Array.zeros(DType.FLOAT32, Shape.of(envs, 1));
        Space obs = Space.Box.of(-1000, 1000, 1);
        this.rollout = new Rollout(obs, new Space.Discrete(2), envs, steps, false, Map.of("net.state", 1));
    }

    /// Takes a step in every env, whose reward is 1.
    ///
    /// @param ends a letter for each env: `T`erminated, `C`ut short, or `.` to continue
    Rollouts step(String ends) {
        for (int i = 0; i < envs; i++) {
            step.obs().floats()[i] = 100 * i + taken;
            state.floats()[i] = -(100 * i + taken);
            step.reward().floats()[i] = 1;
            step.terminated().bytes()[i] = (byte) (ends.charAt(i) == 'T' ? 1 : 0);
            step.truncated().bytes()[i] = (byte) (ends.charAt(i) == 'C' ? 1 : 0);
        }
        rollout.choose(step);
        rollout.put("net.state", state);
        rollout.observe(step);
        taken++;
        return this;
    }
}

package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// What a vector showed at one step, as a copy to compare.
public record Played(List<Object> numbers) {

    public static Played of(Step step) {
        List<Object> numbers = new ArrayList<>();
        numbers.add(copy(step.obs()));
        numbers.add(copy(step.reward()));
        numbers.add(copy(step.terminated()));
        numbers.add(copy(step.truncated()));
        numbers.add(copy(step.finalObs()));
        if (step.actionMask() != null) {
            numbers.add(copy(Objects.requireNonNull(step.actionMask())));
            numbers.add(copy(Objects.requireNonNull(step.finalMask())));
        }
        return new Played(numbers);
    }

    /// Plays `before` steps, saves, and continues both for `after` steps, which must give the same values.
    static void assertResumes(VecEnv env, VecEnv other, int before, int after) {
        RandomStream random = RandomStream.ofSeed(11);
        Step step = env.reset(5);
        for (int t = 0; t < before; t++) {
            step = env.step(action(env, random));
        }
        Played saved = of(step);
        State state = new State();
        env.save(state);
        RandomStream again = new RandomStream(random.key(), random.counter());
        List<Played> first = new ArrayList<>();
        for (int t = 0; t < after; t++) {
            first.add(of(env.step(action(env, random))));
        }
        assertThat(of(other.load(state))).isEqualTo(saved);
        for (int t = 0; t < after; t++) {
            assertThat(of(other.step(action(other, again))))
                    .as("step %d after the load", t)
                    .isEqualTo(first.get(t));
        }
    }

    /// Return a random action forevery env; unbounded numbers are drawn from [-1, 1].
    static Array action(VecEnv env, RandomStream random) {
        Array action =
                Array.zeros(env.actionSpace().rowType(), env.actionSpace().row().insert(0, env.size()));
        for (int i = 0; i < action.shape().volume(); i++) {
            switch (env.actionSpace()) {
                case Space.Discrete(int n, int start) -> action.ints()[i] = start + random.nextInt(n);
                case Space.MultiDiscrete(var sizes) -> action.ints()[i] = random.nextInt(sizes.get(i % sizes.size()));
                case Space.MultiBinary _ -> action.ints()[i] = random.nextInt(2);
                case Space.Box(Shape shape, var _, Bounds bounds) -> {
                    float low = Math.max(-3, bounds.low(i % shape.volume()));
                    float high = Math.min(3, bounds.high(i % shape.volume()));
                    action.floats()[i] = (float) (low + (high - low) * random.nextUniform());
                }
                case Space.Dict _, Space.Tuple _ -> throw new AssertionError(env.actionSpace());
            }
        }
        return action;
    }

    private static List<Number> copy(Array array) {
        List<Number> copy = new ArrayList<>();
        for (int i = 0; i < array.shape().volume(); i++) {
            copy.add(
                    switch (array.dtype()) {
                        case FLOAT32 -> array.floats()[i];
                        case INT32 -> array.ints()[i];
                        case UINT8 -> array.bytes()[i];
                    });
        }
        return copy;
    }
}

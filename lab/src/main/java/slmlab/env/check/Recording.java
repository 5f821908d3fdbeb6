package slmlab.env.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// Trajectory of a [VecEnv], as numbers and nested lists that can be compared with those of another
/// implementation.
///
/// Each column has one entry per step, and each entry is a list over the envs. A Dict or Tuple value is flat.
///
/// @param observations one more than there are steps; after an end, the next episode's first
/// @param finalObservations the true last observation where an episode ended, null elsewhere
public record Recording(
        List<List<Object>> observations,
        List<List<Object>> actions,
        List<List<Object>> rewards,
        List<List<Object>> terminated,
        List<List<Object>> truncated,
        List<List<@Nullable Object>> finalObservations) {

    /// Record `steps` steps of random actions, which depend on the seed, the space and the action masks alone.
    public static Recording ofRandomActions(VecEnv env, long seed, int steps) {
        RandomStream random = RandomStream.ofSeed(seed).split("actions");
        RandomActions actions = new RandomActions(env.actionSpace(), env.size(), random);
        return record(env, seed, steps, (_, step) -> actions.next(step.actionMask()));
    }

    /// Record one step for each entry of `actions`: a list over the envs, of numbers or nested lists.
    public static Recording ofActions(VecEnv env, long seed, List<? extends List<?>> actions) {
        Array action = RandomActions.empty(env.actionSpace(), env.size());
        return record(env, seed, actions.size(), (t, _) -> {
            fill(action, env, actions.get(t), t);
            return action;
        });
    }

    /// Chooses the actions of a step.
    private interface Chooser {
        Array next(int t, Step step);
    }

    private static Recording record(VecEnv env, long seed, int steps, Chooser actions) {
        Recording recording = new Recording(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        Step step = env.reset(seed);
        recording.observations.add(rows(step.obs()));
        for (int t = 0; t < steps; t++) {
            Array action = actions.next(t, step);
            recording.actions.add(rows(action));
            env.step(action);
            recording.observations.add(rows(step.obs()));
            recording.rewards.add(rows(step.reward()));
            recording.terminated.add(flags(step.terminated().bytes()));
            recording.truncated.add(flags(step.truncated().bytes()));
            recording.finalObservations.add(finals(step));
        }
        return recording;
    }

    private static List<Object> flags(byte[] values) {
        List<Object> flags = new ArrayList<>();
        for (byte value : values) {
            flags.add(value != 0);
        }
        return flags;
    }

    private static List<@Nullable Object> finals(Step step) {
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        List<@Nullable Object> finals = new ArrayList<>();
        for (int i = 0; i < terminated.length; i++) {
            boolean ended = (terminated[i] | truncated[i]) != 0;
            finals.add(ended ? value(step.finalObs(), 1, i * rowSize(step.finalObs())) : null);
        }
        return finals;
    }

    /// Return the array as one value per env.
    private static List<Object> rows(Array array) {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < array.shape().dim(0); i++) {
            rows.add(value(array, 1, i * rowSize(array)));
        }
        return rows;
    }

    private static int rowSize(Array array) {
        return array.shape().volume() / array.shape().dim(0);
    }

    /// Return the values from position `at`, nested as the shape's axes from `axis` on.
    private static Object value(Array array, int axis, int at) {
        Shape shape = array.shape();
        if (axis == shape.rank()) {
            return switch (array.dtype()) {
                case FLOAT32 -> (Object) array.floats()[at];
                case INT32 -> array.ints()[at];
                case UINT8 -> Byte.toUnsignedInt(array.bytes()[at]);
            };
        }
        int stride = 1;
        for (int i = axis + 1; i < shape.rank(); i++) {
            stride *= shape.dim(i);
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < shape.dim(axis); i++) {
            values.add(value(array, axis + 1, at + i * stride));
        }
        return values;
    }

    private static void fill(Array action, VecEnv env, List<?> given, int t) {
        Space space = env.actionSpace();
        if (given.size() != env.size()) {
            throw new IllegalArgumentException(
                    "action %s has %s entries; needs one for each of %s envs".formatted(t, given.size(), env.size()));
        }
        int size = space.row().volume();
        for (int i = 0; i < given.size(); i++) {
            List<Number> numbers = new ArrayList<>();
            flatten(given.get(i), numbers, t);
            if (numbers.size() != size) {
                throw new IllegalArgumentException(
                        "action %s is %s; needs %s numbers for %s".formatted(t, given.get(i), size, space));
            }
            for (int j = 0; j < size; j++) {
                put(action, i * size + j, numbers.get(j), t);
            }
            String problem = space instanceof Space.Box ? Membership.problem(space, action, i) : null;
            if (problem != null) { // an env would clip it, and the recording would differ from the file
                throw new IllegalArgumentException(
                        "action %s of env %s lies outside %s: %s".formatted(t, i, space, problem));
            }
        }
    }

    private static void flatten(@Nullable Object value, List<Number> numbers, int t) {
        switch (value) {
            case Number number -> numbers.add(number);
            case List<?> list -> list.forEach(item -> flatten(item, numbers, t));
            case null, default ->
                throw new IllegalArgumentException(
                        "action %s has %s in it; needs numbers or lists of numbers".formatted(t, value));
        }
    }

    private static void put(Array action, int at, Number number, int t) {
        if (action.dtype() == DType.FLOAT32) {
            action.floats()[at] = number.floatValue();
        } else if (number.doubleValue() == number.intValue()) {
            action.ints()[at] = number.intValue();
        } else {
            throw new IllegalArgumentException("action %s is %s; needs a whole number".formatted(t, number));
        }
    }
}

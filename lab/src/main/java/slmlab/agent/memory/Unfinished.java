package slmlab.agent.memory;

import java.util.Arrays;
import java.util.List;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// The steps of one env's episode that is not over: what followed them is not known yet.
///
/// Of an episode that is longer than the memory that waits for it, the last steps.
final class Unfinished {
    private static final int FIRST_STEPS = 64;

    /// One thing that is known of every step, by the name of a rollout's column.
    record Field(String name, DType dtype, int width) {}

    private final List<Field> fields;
    private final Array[] steps; // [capacity, width] of each field
    private final int most;
    private float[] rewards;
    private int begin; // the place of the oldest
    private int size;

    /// @param most steps to keep
    Unfinished(List<Field> fields, int most) {
        this.fields = List.copyOf(fields);
        this.most = most;
        int capacity = Math.min(FIRST_STEPS, most);
        this.rewards = new float[capacity];
        this.steps = new Array[fields.size()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = rows(fields.get(i), capacity);
        }
    }

    private static Array rows(Field field, int count) {
        return Array.zeros(field.dtype, Shape.of(count, field.width));
    }

    int size() {
        return size;
    }

    /// Take a row of a rollout.
    void add(Rollout rollout, int row) {
        if (size == most) {
            begin = place(1);
            size--;
        } else if (size == rewards.length) {
            grow((int) Math.min(2L * size, most));
        }
        int to = place(size);
        rewards[to] = rollout.floats("reward")[row];
        for (int i = 0; i < steps.length; i++) {
            Field field = fields.get(i);
            copy(rollout.array(field.name), row, steps[i], to, field.width);
        }
        size++;
    }

    /// The reward of step `index`, the oldest being 0.
    float reward(int index) {
        return rewards[place(index)];
    }

    /// Copy one thing of a step into a row of an array.
    void read(int index, int field, Array to, int row) {
        copy(steps[field], place(index), to, row, fields.get(field).width);
    }

    void clear() {
        begin = 0;
        size = 0;
    }

    private int place(int index) {
        int place = begin + index;
        return place < rewards.length ? place : place - rewards.length;
    }

    /// Only before the first step is dropped: until then the oldest is in the first place.
    private void grow(int capacity) {
        rewards = Arrays.copyOf(rewards, capacity);
        for (int i = 0; i < steps.length; i++) {
            Array larger = rows(fields.get(i), capacity);
            System.arraycopy(
                    Rollout.raw(steps[i]),
                    0,
                    Rollout.raw(larger),
                    0,
                    steps[i].shape().volume());
            steps[i] = larger;
        }
    }

    private static void copy(Array from, int source, Array to, int target, int width) {
        System.arraycopy(Rollout.raw(from), source * width, Rollout.raw(to), target * width, width);
    }

    void save(State to) {
        float[] given = new float[size];
        for (int k = 0; k < size; k++) {
            given[k] = reward(k);
        }
        to.put("reward", Array.of(Shape.of(size), given));
        for (int i = 0; i < steps.length; i++) {
            Array inOrder = rows(fields.get(i), size);
            for (int k = 0; k < size; k++) {
                read(k, i, inOrder, k);
            }
            to.put(fields.get(i).name, inOrder);
        }
    }

    void load(State from) {
        float[] given = from.array("reward").floats();
        if (given.length > rewards.length) {
            grow(given.length);
        }
        clear();
        size = given.length;
        System.arraycopy(given, 0, rewards, 0, size);
        for (int i = 0; i < steps.length; i++) {
            Array saved = from.array(fields.get(i).name);
            System.arraycopy(
                    Rollout.raw(saved),
                    0,
                    Rollout.raw(steps[i]),
                    0,
                    saved.shape().volume());
        }
    }
}

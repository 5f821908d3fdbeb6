package slmlab.env;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import slmlab.env.render.Drawable;
import slmlab.tensor.State;

/// An env whose arguments are redrawn forevery episode: domain randomization.
///
/// Tobin et al. 2017, arXiv:1703.06907: a policy that has learned in many environments copes with one that it has not
/// seen. Each argument is uniform over its range, drawn from the env's own random numbers, so that the seed
/// decides it.
final class RandomizedEnv implements Env, Drawable {
    static final String KEY = "randomize";
    private static final double INSIDE = (Math.sqrt(5) - 1) / 2;

    /// @param low least value
    /// @param high largest value
    record Range(double low, double high) {

        /// Return a value inside, which is hardly ever a whole number.
        double inside() {
            return low + INSIDE * (high - low);
        }
    }

    private final Function<Map<String, Double>, Env> make;
    private final SequencedMap<String, Range> ranges;
    private final SequencedMap<String, Double> drawn = new LinkedHashMap<>();
    private Env env;
    private long seed;
    private boolean isSeeded;

    /// @param make the env with these values; throws if it does not take them
    RandomizedEnv(Function<Map<String, Double>, Env> make, SequencedMap<String, Range> ranges) {
        this.make = make;
        this.ranges = ranges;
        try (Env low = at(Range::low);
                Env high = at(Range::high)) {
            at(Range::inside).close(); // an argument that must be whole is refused here, not in some later episode
            if (!low.obsSpace().equals(high.obsSpace()) || !low.actionSpace().equals(high.actionSpace())) {
                throw new IllegalArgumentException("%s changes the spaces of the env, from %s → %s to %s → %s"
                        .formatted(KEY, low.obsSpace(), low.actionSpace(), high.obsSpace(), high.actionSpace()));
            }
        }
        this.env = at(Range::low);
    }

    private Env at(Function<Range, Double> end) {
        ranges.forEach((name, range) -> drawn.put(name, end.apply(range)));
        return make.apply(drawn);
    }

    /// Take the ranges out of an env's arguments; none if there are none.
    ///
    /// @throws IllegalArgumentException listing all that is wrong with them
    static SequencedMap<String, Range> take(String id, Map<String, Object> arguments) {
        SequencedMap<String, Range> ranges = new LinkedHashMap<>();
        Object given = arguments.remove(KEY);
        if (given == null) {
            return ranges;
        }
        List<String> problems = new ArrayList<>();
        if (!(given instanceof Map<?, ?> map) || map.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: %s is %s; needs arguments with [low, high], such as {length: [0.25, 1]}"
                            .formatted(id, KEY, given));
        }
        map.forEach((name, range) -> {
            if (arguments.containsKey(String.valueOf(name))) {
                problems.add("%s is given and is in %s too; remove one".formatted(name, KEY));
            }
            if (range instanceof List<?> ends
                    && ends.size() == 2
                    && ends.getFirst() instanceof Number low
                    && ends.getLast() instanceof Number high
                    && low.doubleValue() < high.doubleValue()
                    && Double.isFinite(high.doubleValue() - low.doubleValue())) {
                ranges.put(String.valueOf(name), new Range(low.doubleValue(), high.doubleValue()));
            } else {
                problems.add("%s.%s is %s; needs [low, high] with low < high".formatted(KEY, name, range));
            }
        });
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("%s: %s".formatted(id, String.join("; ", problems)));
        }
        return ranges;
    }

    @Override
    public void seed(long newSeed) {
        seed = newSeed;
        isSeeded = true;
    }

    /// Begin an episode in an environment of its own; a part of a longer game stays in its environment.
    @Override
    public void reset(NumpyRandom random, Frame frame) {
        if (!env.endedPart() || isSeeded) {
            ranges.forEach((name, range) -> drawn.put(name, random.uniform(range.low, range.high)));
            remake();
        }
        if (isSeeded) {
            env.seed(seed);
            isSeeded = false;
        }
        env.reset(random, frame);
    }

    private void remake() {
        env.close();
        env = make.apply(drawn);
    }

    @Override
    public boolean save(State to) {
        drawn.forEach((name, value) -> to.put("drawn." + name, value));
        return env.save(to.within("env"));
    }

    @Override
    public void load(State from, NumpyRandom random) {
        drawn.replaceAll((name, _) -> from.number("drawn." + name));
        remake();
        env.load(from.within("env"), random);
    }

    @Override
    public Space obsSpace() {
        return env.obsSpace();
    }

    @Override
    public Space actionSpace() {
        return env.actionSpace();
    }

    @Override
    public boolean hasActionMask() {
        return env.hasActionMask();
    }

    @Override
    public Traits traits() {
        return env.traits();
    }

    @Override
    public void step(Frame frame) {
        env.step(frame);
    }

    @Override
    public boolean endedPart() {
        return env.endedPart();
    }

    @Override
    public List<String> rewardTerms() {
        return env.rewardTerms();
    }

    @Override
    public double rewardTerm(int index) {
        return env.rewardTerm(index);
    }

    @Override
    public Dimension imageSize() {
        return Drawable.of(env).imageSize();
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawable.of(env).draw(canvas, width, height);
    }

    @Override
    public void close() {
        env.close();
    }
}

package slmlab.env.wrapper;

import java.util.Arrays;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Repeats the last action with some probability instead of taking the given one (Machado et al. 2018,
/// arXiv:1709.06009). The first action of an episode is always the given one, and so is one after which the last is
/// masked out.
final class StickyActions extends Wrapper {
    private static final String NAME = "sticky_actions";

    private final double probability;
    private final Array taken;
    private final Array fresh; // 1 where an episode has just begun
    private RandomStream random = RandomStream.ofSeed(0);

    StickyActions(VecEnv inner, double probability) {
        super(NAME, inner);
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException(
                    "%s: probability is %s; needs to lie in [0, 1]".formatted(NAME, probability));
        }
        this.probability = probability;
        this.taken = Rows.of(inner.actionSpace(), inner.size());
        this.fresh = Array.zeros(DType.UINT8, Shape.of(inner.size()));
    }

    @Override
    protected void begin(Step step, long seed) {
        random = RandomStream.ofSeed(seed).split(NAME);
        Arrays.fill(fresh.bytes(), (byte) 1);
    }

    @Override
    protected Array act(Array action) {
        check(action);
        int row = action.shape().volume() / size();
        for (int i = 0; i < size(); i++) {
            boolean sticks = random.nextUniform() < probability;
            if (!sticks || fresh.bytes()[i] == 1 || !isAllowed(i)) {
                System.arraycopy(Rows.data(action), i * row, Rows.data(taken), i * row, row);
            }
        }
        return taken;
    }

    /// Return whether the last action can be repeated: a masked-out one must not reach the env.
    private boolean isAllowed(int env) {
        return !(actionSpace() instanceof Space.Discrete(int _, int start))
                || seen().allows(env, taken.ints()[env] - start);
    }

    @Override
    protected void observe(Step step) {
        for (int i = 0; i < size(); i++) {
            fresh.bytes()[i] = (byte) (ended(step, i) || isPaused(i) ? 1 : 0);
        }
    }

    @Override
    protected void saveOwn(State to) {
        to.put("key", random.key());
        to.put("counter", random.counter());
        to.put("taken", taken);
        to.put("fresh", fresh);
    }

    @Override
    protected void loadOwn(State from) {
        random = new RandomStream(from.whole("key"), from.whole("counter"));
        taken.copyFrom(from.array("taken"));
        fresh.copyFrom(from.array("fresh"));
    }
}

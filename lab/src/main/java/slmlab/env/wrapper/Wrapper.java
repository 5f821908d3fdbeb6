package slmlab.env.wrapper;

import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.Traits;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// A vector that changes the observations, rewards or actions of another. This base class changes nothing.
///
/// One that changes observations extends [ObsWrapper], one that changes rewards [RewardWrapper]. Allocate nothing in
/// [#act] and [#observe]; save and load every field that changes, so that a resumed run continues bit for bit.
/// One that counts steps leaves out an env that [#isPaused].
public abstract class Wrapper implements VecEnv {
    final VecEnv inner;
    private final String name;
    private @Nullable Step seen;
    private @Nullable Step shown;

    /// @param name name under which its own state is saved
    protected Wrapper(String name, VecEnv inner) {
        this.name = name;
        this.inner = inner;
    }

    @Override
    public final int size() {
        return inner.size();
    }

    @Override
    public Space obsSpace() {
        return inner.obsSpace();
    }

    @Override
    public Space actionSpace() {
        return inner.actionSpace();
    }

    @Override
    public Traits traits() {
        return inner.traits();
    }

    @Override
    public final boolean endedPart(int env) {
        return inner.endedPart(env);
    }

    @Override
    public final void pauseAfterEnds() {
        inner.pauseAfterEnds();
    }

    @Override
    public final boolean isPaused(int env) {
        return inner.isPaused(env);
    }

    @Override
    public final List<String> rewardTerms() {
        return inner.rewardTerms();
    }

    @Override
    public final double rewardTerm(int env, int term) {
        return inner.rewardTerm(env, term);
    }

    @Override
    public final boolean hasActionMask() {
        return inner.hasActionMask();
    }

    @Override
    public final Step reset(long seed) {
        Step step = inner.reset(seed);
        seen = step;
        begin(step, seed);
        return show(step);
    }

    @Override
    public final Step step(Array action) {
        Step step = inner.step(act(action));
        observe(step);
        return show(step);
    }

    @Override
    public final void save(State to) {
        inner.save(to.within("inner"));
        saveOwn(to.within(name));
    }

    @Override
    public final Step load(State from) {
        Step step = inner.load(from.within("inner"));
        seen = step;
        loadOwn(from.within(name));
        return show(step);
    }

    @Override
    public final BufferedImage render(int index) {
        return inner.render(index);
    }

    @Override
    public final void close() {
        try {
            closeOwn();
        } finally {
            inner.close();
        }
    }

    /// Handle the begin of an episode in every env.
    protected void begin(Step step, long seed) {}

    /// Return the action that the inner vector takes.
    protected Array act(Array action) {
        return action;
    }

    /// Handle a step of every env.
    protected void observe(Step step) {}

    /// Return the step to show, with own arrays in place of those that change; called once.
    protected Step own(Step step) {
        return step;
    }

    /// Release what the wrapper itself holds.
    protected void closeOwn() {}

    /// Save every field that changes.
    protected void saveOwn(State to) {}

    /// Load what [#saveOwn] saved; the inner vector is loaded already.
    protected void loadOwn(State from) {}

    /// Return what the inner vector showed last, from the first reset or load on.
    protected final Step seen() {
        return Objects.requireNonNull(seen, "before the first reset");
    }

    /// Return whether the step ended an env's episode.
    public static boolean ended(Step step, int env) {
        return (step.terminated().bytes()[env] | step.truncated().bytes()[env]) != 0;
    }

    /// Refuse an action of another type or shape than the space's.
    protected final void check(Array action) {
        Space space = actionSpace();
        if (action.dtype() != space.rowType()
                || action.shape().rank() != space.row().rank() + 1
                || action.shape().dim(0) != size()
                || action.shape().volume() != size() * space.row().volume()) {
            Shape needed = Rows.shape(space, size());
            throw new IllegalArgumentException(
                    "%s: an action of %s; needs %s %s for %s".formatted(name, action, space.rowType(), needed, space));
        }
    }

    /// Return the inner vector's box of actions.
    static Space.Box boxOfActions(String name, VecEnv inner) {
        if (inner.actionSpace() instanceof Space.Box box) {
            return box;
        }
        throw new IllegalArgumentException(
                "%s: actions are %s; needs a box of continuous actions".formatted(name, inner.actionSpace()));
    }

    /// Return the same object every time, as the inner vector does.
    private Step show(Step step) {
        Step made = shown;
        if (made == null) {
            made = own(step);
            shown = made;
        }
        return made;
    }
}

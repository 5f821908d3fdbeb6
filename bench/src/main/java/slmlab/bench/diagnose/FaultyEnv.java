package slmlab.bench.diagnose;

import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.NamedWrappers;
import slmlab.env.wrapper.ObsWrapper;
import slmlab.spec.key.Doc;
import slmlab.tensor.Array;

/// An env with a fault that no key of a spec can cause.
final class FaultyEnv implements Env {
    static final String TERMINATED = "Terminated-";
    static final String LAGGED = "Lagged-";
    private static final double UNIT = 1e5;

    private final Env inner;
    private final int limit; // in steps, after which an episode is reported as terminated; 0 for none
    private final Runnable first; // what every step does first
    private int steps;

    private FaultyEnv(Env inner, int limit, Runnable first) {
        this.inner = inner;
        this.limit = limit;
        this.first = first;
    }

    /// Return the id of the env that a faulty one is made of.
    static String sound(String id) {
        return id.startsWith(TERMINATED)
                ? id.substring(TERMINATED.length())
                : id.startsWith(LAGGED) ? id.substring(LAGGED.length()) : id;
    }

    /// Register the env of an id with its fault, for one run; an id without one is left alone.
    ///
    /// @param afterActing what a lagged env does first in every step: the agent has acted and not learned yet
    static void register(String id, int limit, Runnable afterActing) {
        if (sound(id).equals(id)) {
            return;
        }
        Envs.Entry entry = Envs.find(sound(id)).orElseThrow();
        Envs.remove(id);
        if (id.startsWith(TERMINATED)) {
            Envs.register(id, 0, args -> new FaultyEnv(made(entry, args), limit, () -> {}));
        } else {
            Envs.register(id, entry.maxSteps(), args -> new FaultyEnv(made(entry, args), 0, afterActing));
        }
    }

    private static Env made(Envs.Entry entry, Args args) {
        return entry.make().apply(args);
    }

    /// Register the wrapper `ScaledObs`.
    static void registerWrapper() {
        if (!NamedWrappers.ALL.names().contains("ScaledObs")) {
            NamedWrappers.register("ScaledObs", Scale.class, (_, env) -> new ScaledObs(env));
        }
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
    public void reset(NumpyRandom random, Frame frame) {
        steps = 0;
        inner.reset(random, frame);
    }

    @Override
    public void step(Frame frame) {
        first.run();
        inner.step(frame);
        steps++;
        if (steps == limit) {
            frame.terminate();
        }
    }

    @Override
    public void close() {
        inner.close();
    }

    @Doc("multiplies observations by 100,000")
    record Scale() {}

    private static final class ScaledObs extends ObsWrapper {
        ScaledObs(VecEnv inner) {
            super(
                    "scaled_obs",
                    inner,
                    Space.Box.of(-1e9, 1e9, inner.obsSpace().row().volume()));
        }

        @Override
        protected void turn(Array from, int env, Array to) {
            int row = from.floats().length / size();
            for (int i = env * row; i < (env + 1) * row; i++) {
                to.floats()[i] = (float) (UNIT * from.floats()[i]);
            }
        }
    }
}

package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.memory.Footprint;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.NetSize;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.spec.EnvConfig;
import slmlab.spec.MetaConfig;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.DType;

/// How much memory a run takes, estimated from its spec before anything is made.
///
/// Each part is counted rather too low than too high, so that what fits is never refused: weights with the
/// optimizer's two moments, a gradient and the copies that are written to files; observations and actions as the
/// memory stores them; what a program computes for a batch. In doubles, which absurd sizes do not overflow.
public final class MemoryEstimate {
    private static final double USABLE = 0.8; // of the heap; the rest is foreverything that is not counted
    private static final double LONGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final double ENV_BYTES = 400; // an env, its frame and its random numbers, as small as ours are
    private static final double LEARNED_COPIES = 6; // a weight, two moments, a gradient, and copies for two files
    private static final double TARGET_COPIES = 3; // a weight, and copies for two files
    private static final double TRACED_BYTES = 10_000; // the operations of one step of a recurrent layer
    private static final int EPISODIC_STEPS = 256;
    private static final int EPISODIC_WINDOWS = 64;

    /// One thing that takes memory.
    ///
    /// @param what    in words
    /// @param largest numbers of its largest array
    /// @param once    whether all sessions share it
    /// @param keys    of the spec that decide about it
    private record Part(String what, double bytes, double largest, boolean once, List<Key> keys) {

        static Part of(String what, double bytes, double largest, Key... keys) {
            return new Part(what, bytes, largest, false, List.of(keys));
        }

        /// Return the key to change first.
        String path() {
            return keys.stream().max(Comparator.comparingDouble(Key::value)).orElseThrow().path;
        }
    }

    private record Key(String path, double value) {}

    private final List<Part> parts = new ArrayList<>();
    private final Plan plan;
    private final AlgorithmShape work;
    private final Key envs;
    private final Key frames;

    private MemoryEstimate(Plan plan) {
        this.plan = plan;
        this.work = plan.shape();
        this.envs = new Key("env.num_envs", plan.env().numEnvs());
        Integer stacked = plan.env().frameOpLen();
        this.frames = new Key("env.frame_op_len", stacked == null ? 1 : stacked);
    }

    /// Count what is certain without an env: observations and actions count as one number.
    public static MemoryEstimate atLeast(Plan plan) {
        Space one = Space.Box.of(0, 1, 1);
        return new MemoryEstimate(plan).count(one, 1, new Space.Discrete(1), false);
    }

    /// Count all of it. One env is made, to know its spaces; where there are envs already, see the other method.
    public static MemoryEstimate of(Plan plan) {
        try (VecEnv env = EnvFactory.bare(plan)) {
            return of(plan, env);
        }
    }

    /// Count all of it, by the spaces of these envs.
    ///
    /// @param bare with none but the wrappers that the spec lists by name
    public static MemoryEstimate of(Plan plan, VecEnv bare) {
        int stacked = bare.traits().stacked();
        return new MemoryEstimate(plan).count(bare.obsSpace(), stacked, bare.actionSpace(), bare.hasActionMask());
    }

    /// Refuse a run that does not fit.
    ///
    /// @param sessions how many run at a time
    /// @param maxHeap bytes that the JVM may use
    /// @throws ConfigException that names the largest part, its key and the bytes
    public void check(int sessions, long maxHeap) {
        String problem = problem(sessions, maxHeap);
        if (problem != null) {
            throw new ConfigException(largest().path() + " " + problem);
        }
    }

    /// Return the key that takes the most.
    String path() {
        return largest().path();
    }

    /// Say why it does not fit; null if it does.
    @Nullable
    String problem(int sessions, long maxHeap) {
        double needed = bytes(sessions);
        Part most = largest();
        String takes = "is too large: %s takes %s".formatted(most.what, Footprint.text(most.bytes));
        if (most.largest > LONGEST_ARRAY) {
            return String.format(
                    Locale.ROOT,
                    "%s of the %s that the JVM may use, with an array of %s numbers where one holds at most %.0f; make it smaller",
                    takes,
                    Footprint.text((double) maxHeap),
                    shown(most.largest),
                    LONGEST_ARRAY);
        }
        if (needed <= USABLE * maxHeap) {
            return null;
        }
        String all = sessions == 1
                ? "the session needs about %s".formatted(Footprint.text(needed))
                : "%s sessions at a time need about %s".formatted(sessions, Footprint.text(needed));
        return String.format(
                Locale.ROOT,
                "%s, %s, and the JVM may use %s in all; make it smaller%s, or give more memory: "
                        + "SLM_LAB_JAVA_OPTS=-Xmx%.0fg",
                takes,
                all,
                Footprint.text((double) maxHeap),
                sessions == 1 ? "" : ", run fewer sessions at a time",
                Math.ceil(needed / USABLE / (1 << 30)));
    }

    /// Return the bytes of one session.
    public double bytes() {
        return bytes(1);
    }

    private double bytes(int sessions) {
        double bytes = 0;
        for (Part part : parts) {
            bytes += part.bytes * (part.once ? 1 : sessions);
        }
        return bytes;
    }

    private Part largest() {
        // One array that cannot be made is worse than many bytes.
        return parts.stream()
                .max(Comparator.comparing((Part part) -> part.largest > LONGEST_ARRAY)
                        .thenComparingDouble(part -> part.bytes))
                .orElseThrow();
    }

    /// Return how many sessions run at a time.
    public static int atATime(MetaConfig meta, int threads) {
        return meta.distributed() == MetaConfig.Distributed.NO
                ? Math.min(meta.maxSession(), threads)
                : meta.maxSession();
    }

    private static String shown(double number) {
        return number < 1e15 ? String.format(Locale.ROOT, "%.0f", number) : String.format(Locale.ROOT, "%.1e", number);
    }

    /// @param stacked how many single observations each is a stack of, of which a replay stores one
    private MemoryEstimate count(Space obs, int stacked, Space action, boolean masked) {
        EnvConfig env = plan.env();
        boolean isNormalized = env.normalizeObs() || env.clipObs() != null;
        boolean isFlat = !(obs instanceof Space.Box) || (isNormalized && obs.rowType() != DType.FLOAT32);
        double raw = bytes(obs);
        double numbers = (isFlat ? obs.flatSize() : obs.row().volume()) * frames.value;
        double shown = isFlat ? numbers * Float.BYTES : raw * frames.value;
        double mask = masked ? action.flatSize() : 0;
        int wrappers = (isFlat ? 1 : 0) + (frames.value > 1 ? 1 : 0) + (isNormalized ? 1 : 0);
        double perEnv = ENV_BYTES + 2 * raw + 2 * wrappers * shown + mask;
        envs(envs, "a vector of %.0f envs", perEnv, numbers);
        envs(
                new Key("meta.rigorous_eval", plan.meta().rigorousEval()),
                "a vector of %.0f envs to evaluate in",
                perEnv,
                numbers);
        NetSize.Input input = NetSize.Input.of(obs, frames.value);
        NetSize actor = NetSize.of(plan.net().actor(), input, action.flatSize());
        NetSize critic = critic(input, action);
        double row = shown + bytes(action) + mask;
        rollout(row, numbers, actor, critic);
        int whole = (int) Math.min(Integer.MAX_VALUE, stacked * frames.value);
        int stored =
                Footprint.stacked(whole, plan.memory().maxSize(), plan.env().numEnvs());
        double single = isNormalized ? shown : shown / stored;
        replay(single + bytes(action) + mask, actor);
        nets(actor, critic);
        batch(row, numbers, actor, critic);
        parts.add(Part.of(
                String.format(Locale.ROOT, "a program that acts in %.0f envs", envs.value),
                work.actors() * envs.value * (row + actor.units() * Float.BYTES),
                work.actors() * envs.value * numbers,
                envs,
                frames,
                new Key("agent.net", actor.units())));
        return this;
    }

    private void envs(Key count, String what, double perEnv, double numbers) {
        parts.add(Part.of(
                String.format(Locale.ROOT, what, count.value),
                count.value * perEnv,
                count.value * numbers,
                count,
                frames));
    }

    /// Critics of continuous actions read them beside the observation.
    private NetSize critic(NetSize.Input input, Space action) {
        NetConfig own = plan.criticNet();
        NetConfig config = own == null ? plan.net().critic() : own.critic();
        boolean joined = action instanceof Space.Box && work.stepReturns() > 0;
        NetSize.Input read =
                joined ? new NetSize.Input(input.numbers() + action.row().volume(), input.image()) : input;
        return NetSize.of(config, read, 1);
    }

    private void rollout(double row, double numbers, NetSize actor, NetSize critic) {
        if (work.horizon() == 0) {
            return;
        }
        boolean episodic = plan.memory().name().isEpisodic();
        double steps = episodic ? EPISODIC_STEPS : work.horizon();
        double rows = (steps + 1) * envs.value;
        double state = actor.state() + critics() * critic.state();
        double bytes = row + 6 * Float.BYTES + 3 + state * Float.BYTES + 2 * Integer.BYTES;
        parts.add(Part.of(
                String.format(
                        Locale.ROOT,
                        "a rollout of %.0f steps of %.0f envs, %.0f bytes each,",
                        steps,
                        envs.value,
                        bytes),
                rows * bytes,
                rows * Math.max(numbers, actor.state()),
                new Key("agent.algorithm." + work.key(), episodic ? 0 : steps),
                envs,
                frames,
                new Key("agent.net", state)));
    }

    private void replay(double row, NetSize actor) {
        MemoryConfig memory = plan.memory();
        if (work.stepReturns() == 0 && !work.imitates()) {
            return;
        }
        double rows = (Math.ceil(memory.maxSize() / envs.value) + 1) * envs.value;
        boolean prioritized = memory.name() == MemoryConfig.Kind.PRIORITIZED_REPLAY;
        double bytes = row + 2 * Float.BYTES + actor.state() * Float.BYTES + (prioritized ? 2 * Double.BYTES : 0);
        parts.add(Part.of(
                String.format(Locale.ROOT, "a replay of %.0f transitions, %.0f bytes each,", rows, bytes),
                rows * bytes,
                prioritized ? 2 * rows : rows,
                new Key("agent.memory.max_size", memory.maxSize()),
                envs,
                frames,
                new Key("agent.net", actor.state())));
        parts.add(Part.of(
                String.format(Locale.ROOT, "a table of %.0f discounts", work.stepReturns()),
                work.stepReturns() * Double.BYTES,
                work.stepReturns(),
                new Key("agent.algorithm.num_step_returns", work.stepReturns())));
    }

    /// Return how many nets learn values, without those that are one with the actor.
    private int critics() {
        return work.horizon() > 0 && Boolean.TRUE.equals(plan.net().learning().shared()) ? 0 : work.critics();
    }

    private void nets(NetSize actor, NetSize critic) {
        net("agent.net", actor, work.actors(), work.targetActors());
        net(plan.criticNet() == null ? "agent.net" : "agent.critic_net", critic, critics(), work.targetCritics());
    }

    private void net(String path, NetSize size, int learning, int following) {
        parts.add(new Part(
                "a net of %s weights, with the optimizer's state and copies,".formatted(shown(size.weights())),
                size.weights() * (learning * LEARNED_COPIES + following * TARGET_COPIES) * Float.BYTES,
                learning == 0 ? 0 : size.largest(),
                plan.meta().distributed() == MetaConfig.Distributed.SHARED,
                List.of(new Key(path, size.weights()), frames)));
    }

    /// Count the largest batch that is learned from, and what a program computes for it.
    private void batch(double row, double numbers, NetSize actor, NetSize critic) {
        double seqLen = NetSize.seqLen(plan.net());
        Key window = new Key("agent.net.seq_len", seqLen == 1 ? 0 : seqLen);
        double units = work.actors() * actor.units() + critics() * critic.units();
        Key net = new Key("agent.net", units);
        if (work.horizon() > 0) {
            boolean episodic = plan.memory().name().isEpisodic();
            double windows = episodic ? EPISODIC_WINDOWS : Math.ceil(work.horizon() / seqLen) * envs.value;
            double portion = Math.max(1, Math.floor(work.minibatch() / seqLen));
            boolean isFilledUp = (episodic || seqLen > 1) && Double.isFinite(portion);
            batch(
                    (isFilledUp ? portion : Math.min(portion, windows)) * seqLen,
                    row,
                    units,
                    numbers,
                    portion < windows || isFilledUp
                            ? new Key("agent.algorithm.minibatch_size", work.minibatch())
                            : new Key("agent.algorithm." + work.key(), work.horizon()),
                    envs,
                    window,
                    frames,
                    net);
        }
        if (work.stepReturns() > 0 || work.imitates()) {
            double steps = seqLen == 1 ? 1 : seqLen + 1;
            Key size = new Key("agent.memory.batch_size", plan.memory().batchSize());
            batch(size.value * steps, row, units, numbers, size, window, frames, net);
        }
        parts.add(Part.of(
                String.format(Locale.ROOT, "a program of %.0f recurrent steps", window.value),
                window.value * TRACED_BYTES,
                0,
                window));
    }

    private void batch(double rows, double row, double units, double numbers, Key... keys) {
        parts.add(Part.of(
                String.format(Locale.ROOT, "a batch of %.0f rows, %.0f numbers computed for each,", rows, units),
                rows * (row + 2 * units * Float.BYTES),
                rows * numbers,
                keys));
    }

    private static double bytes(Space space) {
        return (double) space.row().volume() * space.rowType().bytes();
    }
}

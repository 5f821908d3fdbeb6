package slmlab.experiment.plan;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.part.GlobalWeights;
import slmlab.agent.part.Sharing;
import slmlab.env.wrapper.WrapperStack;
import slmlab.spec.MetaConfig.Distributed;
import slmlab.tensor.RandomStream;

/// The learners of a trial, one for each session. Workers of one agent share its weights and divide its frames.
public final class Learners implements AutoCloseable {
    private final Plan plan;
    private final RandomStream random;
    private final Distributed distributed;
    private final int spare; // threads of each session's programs
    private final GlobalWeights global = new GlobalWeights();
    private @Nullable Learner first;

    /// @param seed from which all random numbers of all sessions derive
    /// @param threads of the run: those that no session needs work inside the programs
    public Learners(Plan plan, long seed, int threads) {
        this.random = RandomStream.ofSeed(seed);
        this.distributed = plan.meta().distributed();
        this.spare = Math.max(1, threads / plan.meta().maxSession());
        this.plan = plan.with(plan.env().maxFrame(frames(plan)), plan.meta());
    }

    /// Return the frames of one session; workers divide those of the plan.
    public static long frames(Plan plan) {
        int workers =
                plan.meta().distributed() == Distributed.NO ? 1 : plan.meta().maxSession();
        return Math.max(1, plan.env().maxFrame() / workers);
    }

    /// Return the plan of one session: that of the trial, with a worker's share of the frames.
    public Plan plan() {
        return plan;
    }

    /// Return the stream from which all random numbers of a session derive.
    public RandomStream random(int session) {
        return random.split("session" + session);
    }

    /// Make the learner of the first session, for [#of] to return: it shows whether all parts fit together.
    ///
    /// @param check looks at the envs before there are nets and programs, and throws if the run must not begin
    /// @throws IllegalArgumentException if they do not
    public synchronized void prepare(Consumer<WrapperStack> check) {
        first = make(0, check);
    }

    /// Try something on the learner that is prepared.
    public synchronized void first(Consumer<Learner> work) {
        if (first != null) {
            work.accept(first);
        }
    }

    /// Return the learner of a session, for the caller to close.
    public Learner of(int session) {
        Learner prepared = session == 0 ? take() : null;
        return prepared == null ? make(session, _ -> {}) : prepared;
    }

    private synchronized @Nullable Learner take() {
        Learner taken = first;
        first = null;
        return taken;
    }

    private Learner make(int session, Consumer<WrapperStack> check) {
        return Learner.make(plan, random(session).split("agent"), sharing(), spare, check);
    }

    private Sharing sharing() {
        return switch (distributed) {
            case NO -> Sharing.none();
            case SHARED -> Sharing.shared(global);
            case SYNCED -> Sharing.synced(global);
        };
    }

    /// Close a learner that was prepared and never asked for.
    @Override
    public void close() {
        Learner left = take();
        if (left != null) {
            left.close();
        }
    }
}

package slmlab.agent.part;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Clock;
import slmlab.agent.memory.Footprint;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.memory.Replay;
import slmlab.agent.net.NetConfig;
import slmlab.env.Space;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Pool;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;

/// What an algorithm is made of, besides its own config.
///
/// @param sharing what this worker shares with others
/// @param pool spare threads for its programs; null for none
public record AgentContext(
        EnvSpaces env,
        AgentSections sections,
        Clock clock,
        RandomStream random,
        Sharing sharing,
        @Nullable Pool pool) {

    /// A context whose programs run on one thread.
    public AgentContext(EnvSpaces env, AgentSections sections, Clock clock, RandomStream random, Sharing sharing) {
        this(env, sections, clock, random, sharing, null);
    }

    public Space obs() {
        return env.obs();
    }

    /// How many single observations each is a stack of.
    public int stacked() {
        return env.stacked();
    }

    public Space action() {
        return env.action();
    }

    public int envs() {
        return env.envs();
    }

    /// Whether the envs tell which actions can be taken.
    public boolean masked() {
        return env.masked();
    }

    public Acting acting() {
        return sections.acting();
    }

    public MemoryConfig memory() {
        return sections.memory();
    }

    public NetConfig net() {
        return sections.net();
    }

    /// The critics' net where the spec has one of their own; else null.
    public @Nullable NetConfig criticNet() {
        return sections.criticNet();
    }

    /// Whether actions are discrete: one of a few.
    public boolean isDiscrete() {
        return action() instanceof Space.Discrete;
    }

    /// The inputs of a program that hold `rows` rows of a memory, their names after `prefix`.
    public Inputs rows(Trace trace, String prefix, int rows) {
        return new Inputs(this, trace, prefix, rows);
    }

    /// An empty store for weights: this worker's own, or one that all workers share.
    public Variables store() {
        return sharing.store();
    }

    /// An empty store for the optimizers' states, which all workers share if the optimizers are `Global…` ones.
    public Variables optimizers() {
        boolean global = net().learning().isGlobal()
                && (criticNet() == null || criticNet().learning().isGlobal());
        return global ? sharing.store() : new Variables();
    }

    /// An array for one action in each of `size` envs, as they want it.
    public Array emptyAction(int size) {
        return Array.zeros(action().rowType(), action().row().insert(0, size));
    }

    /// Copy what the envs show into the inputs of a program that acts.
    ///
    /// @param mask which actions can be taken; null where the envs do not tell
    public void show(Program program, Array shown, @Nullable Array mask) {
        program.input("obs").copyFrom(shown);
        if (masked()) {
            program.input("mask").copyFrom(Objects.requireNonNull(mask));
        }
    }

    /// Run a program that learns, and update this worker's weights.
    public void learn(Program program) {
        program.run();
        sharing.learned();
    }

    /// Trace a program that draws no random numbers; one that does is refused.
    public Program program(Consumer<Trace> body) {
        Graph graph = Graph.trace(body); // first, so that optimizer states are there to be shared
        return graph.program(sharing.options().pool(pool));
    }

    /// Trace a program that draws from a random stream. Each run takes a number of it; the owner of the stream
    /// saves its counter.
    public Program program(RandomStream stream, Consumer<Trace> body) {
        Graph graph = Graph.trace(body);
        return graph.program(sharing.options().pool(pool).random(stream));
    }

    /// The replay that the memory section asks for.
    ///
    /// @param stateSizes the recurrent nets' states to keep, by the names of their inputs
    /// @param steps rewards summed before the next observation is valued
    public Replay replay(Map<String, Integer> stateSizes, int steps, double gamma) {
        Footprint.of(obs(), stacked(), action(), envs(), masked(), stateSizes, memory())
                .check(1, Runtime.getRuntime().maxMemory());
        RandomStream own = random.split("replay");
        return new Replay(obs(), stacked(), action(), envs(), masked(), stateSizes, memory(), steps, gamma, own);
    }

    /// Draw a batch, with importance weights if the memory has them.
    public void sample(Replay replay) {
        if (memory().beta() == null) {
            replay.sample(memory().batchSize());
        } else {
            replay.sample(memory().batchSize(), replay.beta(clock.frame(), clock.maxFrame()));
        }
    }

    /// The same of windows, for recurrent nets.
    public void sampleWindows(Replay replay, int seqLen) {
        if (memory().beta() == null) {
            replay.sampleWindows(memory().batchSize(), seqLen, memory().burnIn());
        } else {
            double beta = replay.beta(clock.frame(), clock.maxFrame());
            replay.sampleWindows(memory().batchSize(), seqLen, memory().burnIn(), beta);
        }
    }

    /// Update the priorities of a prioritized replay from the errors of the last batch.
    public void prioritize(Replay replay, Program program) {
        if (memory().name() == MemoryConfig.Kind.PRIORITIZED_REPLAY) {
            replay.updatePriorities(program.output("error").floats());
        }
    }
}

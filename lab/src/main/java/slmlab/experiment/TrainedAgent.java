package slmlab.experiment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.agent.part.Sharing;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.Evaluation;
import slmlab.experiment.state.SavedWeights;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.safetensors.SafeTensors;

/// A trained agent, read from a run folder to be watched or measured.
public final class TrainedAgent implements AutoCloseable {
    private static final int MOST_ENVS = 16; // at a time

    private final Plan plan;
    private final Learner trained;
    private final Path file;

    private TrainedAgent(Plan plan, Learner trained, Path file) {
        this.plan = plan;
        this.trained = trained;
        this.file = file;
    }

    /// Read a session's weights.
    ///
    /// @param best those of its best checkpoint, rather than its last
    /// @throws IllegalArgumentException if there are none, they are another net's, or one is not finite
    public static TrainedAgent read(RunFolder folder, int session, boolean best) {
        return read(folder, session, best ? CheckpointChoice.BEST : CheckpointChoice.LAST);
    }

    /// Read the weights of a session that are asked for.
    ///
    /// @throws IllegalArgumentException if there are none, they are another net's, or one is not finite
    public static TrainedAgent read(RunFolder folder, int session, CheckpointChoice choice) {
        Plan plan = Lab.plan(folder);
        Path file = choice.file(folder, session);
        Learner learner = Learner.make(plan, RandomStream.ofSeed(Provenance.seed(folder)), Sharing.none(), 1);
        try {
            learner.clock().jump(lastFrame(folder, session));
            SavedWeights.load(
                    file, learner.algorithm().variables(), learner.stack().obs());
            return new TrainedAgent(plan, learner, file);
        } catch (RuntimeException e) {
            learner.close();
            throw e;
        }
    }

    /// Return the session of a run whose last rows have the highest mean return. One in which no episode ended
    /// is the best only where there is no other.
    public static int bestSession(RunFolder folder) {
        int best = -1;
        double score = Double.NEGATIVE_INFINITY;
        for (int session : folder.sessions()) {
            OptionalDouble average =
                    Table.last(folder.sessionTable(session, Phase.TRAIN), Metrics.TOTAL_REWARD_MA.name());
            double last = average.orElse(Double.NaN);
            if (average.isPresent() && (best < 0 || last > score)) {
                best = session;
                score = Double.isNaN(last) ? Double.NEGATIVE_INFINITY : last;
            }
        }
        if (best < 0) {
            throw new IllegalArgumentException("%s has no session with a row yet".formatted(folder.path()));
        }
        return best;
    }

    /// Return the frame of a session's last row; 0 before any.
    static long lastFrame(RunFolder folder, int session) {
        return (long) Table.last(folder.sessionTable(session, Phase.TRAIN), Metrics.FRAME.name())
                .orElse(0);
    }

    /// Return what the agent was trained by.
    public Plan plan() {
        return plan;
    }

    /// Return the algorithm with the trained weights.
    public Algorithm algorithm() {
        return trained.algorithm();
    }

    /// Make envs like those of training, whose statistics stay as they are.
    public WrapperStack stack(int size) {
        return stack(size, Map.of());
    }

    /// Make envs like those of training, apart from these arguments of theirs.
    public WrapperStack stack(int size, Map<String, ?> arguments) {
        return EnvFactory.evaluate(plan, trained.stack(), size, arguments);
    }

    /// Play episodes: with the policy's mode, or with draws from it.
    ///
    /// @param shown called before every step
    public Evaluation.Result play(WrapperStack stack, int episodes, boolean stochastic, long seed, Runnable shown) {
        return Evaluation.run(stack, trained.algorithm().policy(stack.env().size(), stochastic), episodes, seed, shown);
    }

    /// Play episodes in envs of their own, a few at a time, and close these.
    public Evaluation.Result evaluate(int episodes, boolean stochastic, long seed) {
        WrapperStack stack = stack(Math.min(episodes, MOST_ENVS));
        try (VecEnv _ = stack.env()) {
            return play(stack, episodes, stochastic, seed, () -> {});
        }
    }

    /// Someone who watches an episode.
    public interface Watcher {
        /// An action is about to be taken.
        ///
        /// @param action of env 0, the only one
        /// @param insight null where the algorithm does not say what acting computes
        /// @param sum of the rewards so far
        /// @return whether to continue
        boolean act(Array action, @Nullable Insight insight, double sum);

        /// The episode has ended; the env shows the next one already.
        void end(double episodeReturn, int steps);
    }

    /// Play one episode with the policy's mode, and show every step to someone.
    ///
    /// @param stack one env, made by [#stack]
    public void watch(WrapperStack stack, long seed, Watcher watcher) {
        Policy policy = trained.algorithm().policy(1, false);
        EpisodeStats episodes = stack.episodes();
        try (@Nullable Insight insight = Insight.of(trained.algorithm())) {
            Step step = stack.env().reset(seed);
            while (true) {
                if (insight != null) {
                    insight.see(step);
                }
                Array action = policy.act(step);
                if (!watcher.act(action, insight, episodes.sum(0))) {
                    return;
                }
                step = stack.env().step(action);
                if (episodes.ended() > 0) {
                    watcher.end(episodes.episodeReturn(0), episodes.episodeLength(0));
                    return;
                }
            }
        }
    }

    /// Return the frame of training at which the weights were saved; empty if their file does not say.
    public OptionalLong frame() {
        String frame = SafeTensors.read(file).metadata().get("frame");
        return frame == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(frame));
    }

    /// Write a file from which programs act that have no lab: the weights that acting needs, and what it computes.
    ///
    /// @return what the file says about itself
    /// @throws IllegalArgumentException if acting takes what only the lab can do
    public Map<String, String> export(Path to) {
        SafeTensors.Contents policy = policy();
        SafeTensors.write(to, policy.tensors(), policy.metadata());
        return policy.metadata();
    }

    /// Return what such a file holds.
    ///
    /// @throws IllegalArgumentException if acting takes what only the lab can do
    public SafeTensors.Contents policy() {
        SafeTensors.Contents weights = SafeTensors.read(file);
        String frame = weights.metadata().get("frame"); // a file that another program wrote does not say
        Long known = frame == null ? null : Long.valueOf(frame);
        String explored = weights.metadata().get("explore_var");
        PolicyHeader header = new PolicyHeader(plan, trained);
        Map<String, String> facts = header.at(
                known, explored == null ? PolicyHeader.exploreVar(trained.algorithm()) : Double.parseDouble(explored));
        if (facts.containsKey("no_graph")) {
            throw new IllegalArgumentException("%s: %s".formatted(file, facts.get("no_graph")));
        }
        SequencedMap<String, Array> needed = new LinkedHashMap<>(weights.tensors());
        needed.keySet().retainAll(header.needed());
        return new SafeTensors.Contents(needed, facts);
    }

    @Override
    public void close() {
        trained.close();
    }
}

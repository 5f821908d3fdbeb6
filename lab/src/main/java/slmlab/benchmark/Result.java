package slmlab.benchmark;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The score of a cell, and where it comes from: a file of docs/results.
///
/// @param file of the spec, below `spec`
/// @param specHash of the run's spec with every default filled in: the first 16 digits of its SHA-256
/// @param set keys of the cell that are set on top of the spec file; null for none
/// @param agents how many were trained independently: one if the sessions are workers of one agent
/// @param seed of the run; its sessions derive theirs from it
/// @param totalRewardMa SLM-Lab's score of each session: the mean of the last 100 rows
/// @param meanReturn mean return of the last 100 episodes of each session
/// @param evaluation of the last weights; null if the run was not evaluated
/// @param fps frames per second of each session
/// @param plot file of the learning curve, below `docs`
/// @param link address of the uploaded run folder; null if it is not uploaded
public record Result(
        String env,
        String algorithm,
        String spec,
        String file,
        String specHash,
        @Nullable Map<String, Object> set,
        long frames,
        int sessions,
        int agents,
        long seed,
        double[] totalRewardMa,
        double[] meanReturn,
        @Nullable Evaluation evaluation,
        double[] fps,
        Provenance provenance,
        String plot,
        @Nullable String link) {

    /// Episodes of the last weights, with the mode of the policy.
    ///
    /// @param episodes of each session
    /// @param seed of the envs
    /// @param means one per session
    public record Evaluation(int episodes, long seed, double[] means, double mean) {}

    /// How the numbers came about.
    ///
    /// @param commit that ran
    /// @param command that was typed, without the paths of the machine
    /// @param started when the run began, in UTC
    /// @param sessionsAtOnce how many sessions shared the machine
    public record Provenance(
            String commit,
            String version,
            String command,
            String started,
            String cpu,
            int cores,
            String os,
            String java,
            int sessionsAtOnce) {}

    /// Return SLM-Lab's scores in short.
    Summary averages() {
        return Summary.of(totalRewardMa, agents);
    }

    /// Return the returns in short.
    Summary returns() {
        return Summary.of(meanReturn, agents);
    }

    Result withLink(String address) {
        return new Result(
                env,
                algorithm,
                spec,
                file,
                specHash,
                set,
                frames,
                sessions,
                agents,
                seed,
                totalRewardMa,
                meanReturn,
                evaluation,
                fps,
                provenance,
                plot,
                address);
    }

    boolean isOf(Cell cell) {
        return env.equals(cell.env())
                && spec.equals(cell.spec())
                && file.equals(cell.file())
                && Cell.settings(set).equals(cell.settings())
                && frames == cell.frames()
                && sessions == cell.sessions();
    }
}

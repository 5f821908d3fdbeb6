package slmlab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.stats.Scores;

/// What is compared under one name: a run, or several runs of one algorithm in several envs.
///
/// @param runs at least one; several in one env count as one run with all their sessions
public record Contestant(String name, List<RunFolder> runs) {

    public Contestant {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("%s has no run; needs at least one".formatted(name));
        }
    }

    /// Group runs into contestants: in one env, each run for itself; in several, the runs that have
    /// the same name in their envs, which is their algorithm or, where that does not tell them apart, the keys in
    /// which they differ.
    public static List<Contestant> of(List<RunFolder> runs) {
        Map<String, List<RunFolder>> byEnv = new LinkedHashMap<>();
        runs.forEach(run -> byEnv.computeIfAbsent(RunSpec.env(run).orElse(""), _ -> new ArrayList<>())
                .add(run));
        Map<String, List<RunFolder>> byName = new LinkedHashMap<>();
        for (List<RunFolder> own : byEnv.values()) {
            List<String> names = RunLabels.of(own);
            if (own.size() == 1 && byEnv.size() > 1) {
                names = List.of(RunSpec.keys(own.getFirst()).getOrDefault("agent.algorithm.name", names.getFirst()));
            }
            for (int i = 0; i < own.size(); i++) {
                byName.computeIfAbsent(names.get(i), _ -> new ArrayList<>()).add(own.get(i));
            }
        }
        return byName.entrySet().stream()
                .map(each -> new Contestant(each.getKey(), each.getValue()))
                .toList();
    }

    /// A contestant with what was read of its runs.
    ///
    /// @param byTask the runs in each env
    record Read(String name, List<List<RunScores>> byTask) {

        static Read of(String name, List<RunScores> runs, List<String> tasks) {
            List<List<RunScores>> byTask = new ArrayList<>();
            for (String task : tasks) {
                byTask.add(runs.stream().filter(run -> run.env().equals(task)).toList());
            }
            return new Read(name, byTask);
        }

        List<RunScores> runs() {
            return byTask.stream().flatMap(List::stream).toList();
        }

        int sessions() {
            return runs().stream().mapToInt(run -> run.scores().length).sum();
        }

        /// Return the final scores, one row of sessions for each env.
        Scores scores(List<Scale> scales) {
            List<double[]> tasks = new ArrayList<>();
            for (int task = 0; task < byTask.size(); task++) {
                tasks.add(scales.get(task)
                        .of(byTask.get(task).stream()
                                .flatMapToDouble(run -> Arrays.stream(run.scores()))
                                .toArray()));
            }
            return Scores.ofTasks(tasks);
        }

        /// Return the last frame that all sessions have reached.
        long lastFrame() {
            return runs().stream()
                    .flatMap(run -> run.frames().stream())
                    .mapToLong(Long::longValue)
                    .min()
                    .orElseThrow();
        }
    }

    /// How returns of an env become scores.
    ///
    /// @param zero return that becomes 0
    /// @param one return that becomes 1
    record Scale(double zero, double one) {
        /// The returns themselves.
        static final Scale RAW = new Scale(0, 1);

        double[] of(double[] returns) {
            return Arrays.stream(returns)
                    .map(each -> (each - zero) / (one - zero))
                    .toArray();
        }
    }
}

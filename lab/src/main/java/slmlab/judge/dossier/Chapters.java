package slmlab.judge.dossier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Theme;
import slmlab.experiment.TrainedAgent;
import slmlab.file.JsonFile;
import slmlab.judge.EvalPart;
import slmlab.judge.diagnose.Diagnosis;
import slmlab.judge.diagnose.Finding;
import slmlab.judge.explain.AgentExplanation;
import slmlab.judge.explain.AttributionBaseline;
import slmlab.judge.explain.Explain;
import slmlab.judge.explain.HiddenNorm;
import slmlab.judge.explain.Saliency;
import slmlab.judge.robust.AttackKind;
import slmlab.judge.robust.AttackSuite;
import slmlab.judge.robust.RobustnessReport;
import slmlab.judge.robust.Shift;
import slmlab.judge.robust.ShiftSuite;
import slmlab.run.RunChange;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;

/// Makes the chapters of a run's dossier, with their figures. What does not apply says why.
public final class Chapters {
    private static final List<String> FACTS =
            List.of("seed", "started", "version", "commit", "java", "os", "cpu", "cores");
    private static final double[] STRENGTHS = {0.1, 0.3, 1, 2};
    private static final int STATES = 5;
    private static final int FEWEST_SESSIONS = 4; // from which anything can be said of other seeds
    private static final int WIDTH = 1000;
    private static final int EVALUATED = 50; // episodes of a session, as eval plays

    private final RunFolder folder;
    private final Path to;
    private final int session;
    private final int episodes;
    private final long seed;

    /// @param to folder of the figures
    /// @param session whose agent is judged
    /// @param episodes per cell of every table
    public Chapters(RunFolder folder, Path to, int session, int episodes, long seed) {
        this.folder = folder;
        this.to = to;
        this.session = session;
        this.episodes = episodes;
        this.seed = seed;
    }

    /// What the agent is, what was found, and what was not shown.
    ///
    /// @param chapters all others
    /// @param command that writes this report
    public Chapter summary(List<Chapter> chapters, String command) {
        Map<String, String> spec = RunSpec.keys(folder);
        List<Integer> sessions = folder.sessions();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Chapter", "Result"));
        List<String> missing = new ArrayList<>();
        for (Chapter chapter : chapters) {
            if (!chapter.isShown()) {
                missing.add("Not shown: %s, because %s."
                        .formatted(chapter.title().toLowerCase(Locale.ROOT), chapter.headline()));
            } else if (!chapter.headline().isEmpty()) {
                rows.add(List.of(chapter.title(), chapter.headline()));
            }
        }
        if (sessions.size() < FEWEST_SESSIONS) {
            missing.add(
                    "Not shown: how far other training seeds would differ, because the run has %s; that takes at least %s."
                            .formatted(counted(sessions.size()), FEWEST_SESSIONS));
        }
        return Chapter.of(
                        "Summary",
                        List.of(
                                "An agent of the algorithm %s, trained on %s for %s frames in %s. Robustness, attacks and the explanation are of session %s, whose returns are best."
                                        .formatted(
                                                spec.get("agent.algorithm.name"),
                                                RunSpec.env(spec),
                                                spec.get("env.max_frame"),
                                                counted(sessions.size()),
                                                session),
                                "This report is written by `%s`. The same command on the same run writes the same bytes."
                                        .formatted(command)))
                .table(rows)
                .notes(missing);
    }

    private static String counted(int sessions) {
        return sessions == 1 ? "1 session" : sessions + " sessions";
    }

    /// What was run, when, and on which machine.
    public Chapter run() {
        Map<?, ?> facts = JsonFile.read(folder.provenance()) instanceof Map<?, ?> read ? read : Map.of();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Key", "Value"));
        FACTS.stream()
                .filter(facts::containsKey)
                .forEach(fact -> rows.add(List.of(fact, Objects.toString(facts.get(fact)))));
        String command = facts.get("command") instanceof List<?> words
                ? String.join(" ", words.stream().map(String::valueOf).toList())
                : "unknown";
        return Chapter.of("The run", List.of("Command: " + command)).table(rows);
    }

    /// Every key of the spec as it is now, and what was changed on the way.
    public Chapter settings() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Key", "Value"));
        RunSpec.keys(folder).forEach((key, value) -> rows.add(List.of(key, value)));
        List<RunChange> changes = RunChange.of(folder);
        return Chapter.of("Settings", List.of("Every key of the spec, defaults included."))
                .table(rows)
                .notes(changes.stream()
                        .map(change -> "%s was changed from %s to %s at %s."
                                .formatted(change.path(), change.from(), change.to(), change.when()))
                        .toList())
                .headline(
                        changes.isEmpty()
                                ? ""
                                : "changed on the way: "
                                        + String.join(
                                                ", ",
                                                changes.stream()
                                                        .map(change ->
                                                                "%s at %s".formatted(change.path(), change.when()))
                                                        .toList()));
    }

    /// How the return rose.
    public Chapter learning() {
        Path graph = folder.trialGraph("mean_returns_vs_frames");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Metric", "Value"));
        if (Files.isRegularFile(folder.trialMetricsScalar())
                && JsonFile.read(folder.trialMetricsScalar()) instanceof Map<?, ?> metrics) {
            metrics.forEach((name, value) -> rows.add(List.of(String.valueOf(name), number(value))));
        }
        if (rows.size() == 1 && !Files.isRegularFile(graph)) {
            return Chapter.none("Learning", "the run has no metrics yet; it has not ended");
        }
        Chapter chapter = Chapter.of(
                        "Learning", List.of("Mean return of the last 100 episodes over the frames of training."))
                .table(rows.size() == 1 ? List.of() : rows);
        if (!Files.isRegularFile(graph)) {
            return chapter;
        }
        copy(graph, to.resolve("learning.png"));
        return chapter.figure("learning.png", "mean return over frames, mean and band over the sessions");
    }

    private static String number(@Nullable Object value) {
        return value instanceof Number number
                ? String.format(Locale.ROOT, "%.4g", number.doubleValue())
                : String.valueOf(value);
    }

    private static void copy(Path from, Path target) {
        try {
            Files.copy(from, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy %s to %s: %s".formatted(from, target, e.getMessage()), e);
        }
    }

    /// What is wrong with the run.
    public static Chapter health(Diagnosis diagnosis) {
        if (!diagnosis.isPossible()) {
            return Chapter.none("Health", diagnosis.missing());
        }
        if (diagnosis.findings().isEmpty()) {
            return Chapter.of("Health", List.of("No fault was found in %s.".formatted(counted(diagnosis.of()))))
                    .headline("no fault was found");
        }
        List<String> notes = new ArrayList<>();
        for (Finding finding : diagnosis.findings()) {
            notes.add("%s, in %s of %s: %s. To do: %s."
                    .formatted(
                            finding.label(),
                            diagnosis.sessions().get(finding.label()),
                            counted(diagnosis.of()),
                            finding.evidence(),
                            finding.advice()));
        }
        Finding first = diagnosis.findings().getFirst();
        return Chapter.of("Health", List.of("The first finding is the likely cause of the others."))
                .notes(notes)
                .headline("%s: %s".formatted(first.label(), first.evidence()));
    }

    /// How the agent fares in environments that it was not trained in.
    public Chapter shifts(TrainedAgent player) {
        return applied("Robustness", () -> {
            var options = new ShiftSuite.Options(Stream.of(Shift.values()).toList(), Map.of(), episodes, seed);
            RobustnessReport report = ShiftSuite.of(player, folder.name(), session, options);
            return robustness("Robustness", report, "ood.png", "return kept under each shift");
        });
    }

    /// How much of the agent is left under attack.
    public Chapter attacks(TrainedAgent player) {
        return applied("Attacks", () -> {
            List<AttackKind> kinds = Stream.of(AttackKind.values())
                    .filter(kind -> kind != AttackKind.LEARNED)
                    .toList();
            var options = new AttackSuite.Options(kinds, STRENGTHS, episodes, seed, 0, false);
            RobustnessReport report = AttackSuite.of(player, folder.name(), session, options);
            return robustness("Attacks", report, "attack.png", "mean return over the strength of each attack");
        });
    }

    private Chapter robustness(String title, RobustnessReport report, String file, String caption) {
        Chapter chapter = Chapter.of(title, report.head())
                .table(report.table())
                .notes(report.remarks())
                .headline(report.headline());
        return report.draw(to.resolve(file)) ? chapter.figure(file, caption) : chapter;
    }

    /// Why the agent acts as it does.
    public Chapter explanation(TrainedAgent player) {
        return applied("Explanation", () -> {
            AgentExplanation explanation =
                    Explain.of(player, folder.name(), session, Saliency.IG, AttributionBaseline.ZERO, STATES, seed);
            if (explanation.isImage()) {
                var frames = explanation.frames();
                frames.write(to.resolve("explain.png"), frames.look(Format.PNG, Theme.LIGHT));
            } else {
                var bars = explanation.bars();
                bars.write(to.resolve("explain.png"), bars.look(Format.PNG, Theme.LIGHT, WIDTH));
            }
            Chapter chapter = Chapter.of(
                            "Explanation", List.of(explanation.lines().getFirst()))
                    .table(explanation.table())
                    .notes(explanation.remarks())
                    .headline(explanation.headline())
                    .figure("explain.png", "what the choice in each of five states depends on (integrated gradients)");
            @Nullable HiddenNorm hidden = explanation.hidden();
            if (hidden == null) {
                return chapter;
            }
            hidden.figure(folder.name()).write(to.resolve("hidden_norm.png"), Look.WIDE);
            return chapter.figure("hidden_norm.png", "norm of the recurrent state over an episode");
        });
    }

    private static Chapter applied(String title, Supplier<Chapter> chapter) {
        try {
            return chapter.get();
        } catch (IllegalArgumentException e) {
            return Chapter.none(title, String.valueOf(e.getMessage()));
        }
    }

    /// What every session returns on seeds that training never saw.
    public Chapter evaluation() {
        List<EvalPart> parts = List.of(new EvalPart("deterministic"), new EvalPart("stochastic"));
        for (int session : folder.sessions()) {
            if (Files.isRegularFile(folder.model(session))) {
                try (TrainedAgent player = TrainedAgent.read(folder, session, false)) {
                    parts.forEach(part -> part.add(
                            session, player.evaluate(EVALUATED, part.name().equals("stochastic"), seed)));
                }
            }
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Actions", "Session", "Mean return", "Deviation", "Mean length"));
        parts.forEach(part -> rows.addAll(part.rows()));
        return Chapter.of(
                        "Evaluation",
                        List.of(
                                ("%s episodes of every session's last weights, on seeds that training never saw: with the"
                                                + " mode of the policy (deterministic) and with draws from it (stochastic).")
                                        .formatted(EVALUATED)))
                .table(rows)
                .notes(parts.stream()
                        .map(part -> "%s: %s".formatted(part.name(), String.join("; ", part.summary())))
                        .toList())
                .headline("%s actions, %s episodes of each session: %s"
                        .formatted(
                                parts.getFirst().name(),
                                EVALUATED,
                                String.join("; ", parts.getFirst().summary())));
    }
}

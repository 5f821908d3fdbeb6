package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.record.Evaluation;
import slmlab.file.JsonFile;
import slmlab.judge.EvalPart;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// What the flags of `eval` and `enjoy` choose: sessions, weights, actions.
class EvalCommandTest {
    private static final int EPISODES = 18; // more than the 16 envs they are played in

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private RunFolder trained() {
        var plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 600", "\"max_session\": 2");
        return Lab.run(plan, TinySpecs.options(temp).seed(4), Listener.NONE).folder();
    }

    /// The last weights of one session in the place of another's best.
    private static void makeBestAnother(RunFolder folder) throws IOException {
        Files.copy(folder.model(1), folder.bestModel(0), StandardCopyOption.REPLACE_EXISTING);
    }

    private static double[] played(RunFolder folder, int session, boolean best, boolean stochastic, long seed) {
        try (TrainedAgent player = TrainedAgent.read(folder, session, best)) {
            WrapperStack stack = player.stack(16);
            double[] returns =
                    player.play(stack, EPISODES, stochastic, seed, () -> {}).returns();
            stack.env().close();
            return returns;
        }
    }

    @SuppressWarnings("unchecked") // as the command writes it
    private double[] told(RunFolder folder, int session, String... flags) {
        Path json = temp.resolve("eval.json");
        List<String> args = new ArrayList<>(List.of("eval", folder.path().toString(), "--json", json.toString()));
        args.addAll(List.of("--episodes", String.valueOf(EPISODES)));
        args.addAll(List.of(flags));
        CommandResult result = CommandResult.of(args.toArray(String[]::new));
        assertThat(result.code()).as(result.toString()).isZero();
        String part = List.of(flags).contains("--stochastic") ? "stochastic" : "deterministic";
        assertThat(result.out()).contains(part + "\nsession 0: mean return ");
        var file = (Map<String, Map<String, Object>>) JsonFile.read(json);
        var all = (List<Map<String, Object>>)
                Objects.requireNonNull(Objects.requireNonNull(file.get(part)).get("sessions"));
        assertThat(all).hasSize(2);
        double sum = 0;
        for (Map<String, Object> entry : all) {
            double[] returns = returns(entry);
            double mean = DoubleStream.of(returns).average().orElseThrow();
            double variance = DoubleStream.of(returns)
                            .map(each -> (each - mean) * (each - mean))
                            .sum()
                    / (EPISODES - 1);
            assertThat(result.out())
                    .contains(String.format(
                            Locale.ROOT,
                            "session %s: mean return %.2f, standard deviation %.2f, over %d episodes of",
                            entry.get("session"),
                            mean,
                            Math.sqrt(variance),
                            EPISODES));
            sum += mean;
        }
        assertThat(result.out()).contains(String.format(Locale.ROOT, "mean of 2 sessions: %.2f", sum / 2));
        return returns(all.get(session));
    }

    @SuppressWarnings("unchecked") // as the command writes it
    private static double[] returns(Map<String, Object> entry) {
        return ((List<Number>) Objects.requireNonNull(entry.get("returns")))
                .stream().mapToDouble(Number::doubleValue).toArray();
    }

    @Test
    void flagsChooseWeightsActionsAndEpisodes() throws IOException {
        RunFolder folder = trained();
        makeBestAnother(folder);
        Set<String> different = new HashSet<>();
        for (boolean best : new boolean[] {false, true}) {
            for (boolean stochastic : new boolean[] {false, true}) {
                List<String> flags = new ArrayList<>(best ? List.of("--best") : List.of());
                flags.add(stochastic ? "--stochastic" : "--deterministic");
                double[] expected = played(folder, 0, best, stochastic, 1_000_000);
                assertThat(told(folder, 0, flags.toArray(String[]::new))).isEqualTo(expected);
                different.add(Arrays.toString(expected));
            }
        }
        assertThat(different).hasSize(4);
        assertThat(told(folder, 1)).isEqualTo(played(folder, 1, false, false, 1_000_000));
        assertThat(told(folder, 0, "--seed", "3"))
                .isEqualTo(played(folder, 0, false, false, 3))
                .isNotEqualTo(told(folder, 0));
    }

    /// Both ways of acting stand there, and the same command gives the same bytes.
    @Test
    @SuppressWarnings("unchecked") // as the command writes it
    void bothWaysAreReportedAndRepeated() throws IOException {
        RunFolder folder = trained();
        Path one = temp.resolve("one.json");
        Path two = temp.resolve("two.json");
        CommandResult first = CommandResult.of("eval", folder.path().toString(), "--json", one.toString());
        CommandResult second = CommandResult.of("eval", folder.path().toString(), "--json", two.toString());
        assertThat(first.code()).as(first.toString()).isZero();
        assertThat(second).isEqualTo(first);
        assertThat(Files.readAllBytes(two)).isEqualTo(Files.readAllBytes(one));
        assertThat(first.out())
                .containsPattern(
                        "(?s)deterministic\\nsession 0: .*mean of 2 sessions: [\\d.]+, from [\\d.]+ to [\\d.]+\\n"
                                + "2 are too few for an interval\\nstochastic\\nsession 0: ");
        var file = (Map<String, Map<String, Object>>) JsonFile.read(one);
        for (String part : List.of("deterministic", "stochastic")) {
            Map<String, Object> all = Objects.requireNonNull(file.get(part));
            assertThat(all).containsEntry("mean_over", "sessions").containsEntry("mean_interval", null);
            double mean = ((List<Map<String, Object>>) Objects.requireNonNull(all.get("sessions")))
                    .stream()
                            .mapToDouble(session ->
                                    DoubleStream.of(returns(session)).average().orElseThrow())
                            .average()
                            .orElseThrow();
            assertThat((double) Objects.requireNonNull(all.get("mean"))).isEqualTo(mean, within(1e-9));
        }
    }

    private static EvalPart part(double[]... sessions) {
        EvalPart part = new EvalPart("deterministic");
        for (int i = 0; i < sessions.length; i++) {
            part.add(i, new Evaluation.Result(sessions[i], new int[sessions[i].length]));
        }
        return part;
    }

    /// Three sessions at 250, one at −150: pooled episodes gave an interval of 233.69 to 240.87 beside a mean of
    /// 148.80.
    @Test
    void theIntervalIsOverSessionsAndHoldsTheMean() {
        double[][] sessions = {{249, 251}, {240, 260}, {250, 250}, {-140, -160}};
        // 150 ± 3.18245 · 200 / √4
        assertThat(part(sessions).summary())
                .first()
                .isEqualTo("mean of 4 sessions: 150.00, from -150.00 to 250.00;"
                        + " 95 % interval of the mean over sessions -168.24 to 468.24");
        assertThat(part(sessions).summary().getLast()).startsWith("note: with 4 scores a 95 % interval covers");
        assertThat(part(sessions).written()).containsEntry("mean", 150.0).containsEntry("mean_over", "sessions");
        assertThat(String.valueOf(part(sessions).written().get("mean_interval")))
                .startsWith("Interval[low=-168.24");
    }

    @Test
    void theIntervalOfOneAgentIsOverItsEpisodes() {
        // 2.5 ± 3.18245 · √(5/3/4)
        assertThat(part(new double[] {1, 2, 3, 4}).summary())
                .first()
                .isEqualTo("mean of 1 session: 2.50, its 4 episodes from 1.00 to 4.00;"
                        + " 95 % interval of the mean over episodes of this one agent 0.45 to 4.55");
        assertThat(part(new double[] {1, 2, 3, 4}).written()).containsEntry("mean_over", "episodes");
        assertThat(part(new double[] {1, 2}).summary())
                .containsExactly(
                        "mean of 1 session: 1.50, its 2 episodes from 1.00 to 2.00", "2 are too few for an interval");
        assertThat(part(new double[] {7}).summary())
                .containsExactly("mean of 1 session: 7.00, its 1 episode from 7.00 to 7.00");
        assertThat(part(new double[] {500, 500, 500, 500, 500}).summary())
                .containsExactly("mean of 1 session: 500.00, its 5 episodes from 500.00 to 500.00");
    }

    @Test
    void theBestSessionIsEnjoyed() {
        RunFolder folder = trained();
        for (int better : new int[] {1, 0}) {
            for (int session = 0; session < 2; session++) {
                Table table = new Table(List.of("total_reward", "total_reward_ma", "frame"));
                table.add(1, session == better ? 20 : 10, 600);
                table.write(folder.sessionTable(session, Phase.TRAIN));
            }
            CommandResult enjoy =
                    CommandResult.of("run", "SPEC", "NAME", "enjoy@" + folder.path(), "--episodes", "2", "--seed", "5");
            assertThat(enjoy.code()).as(enjoy.toString()).isZero();
            try (TrainedAgent player = TrainedAgent.read(folder, better, true)) {
                double[] returns =
                        player.play(player.stack(1), 2, false, 5, () -> {}).returns();
                assertThat(enjoy.out())
                        .contains(
                                "session %d of ".formatted(better),
                                String.format(Locale.ROOT, "episode 1: return %.2f", returns[0]),
                                String.format(Locale.ROOT, "episode 2: return %.2f", returns[1]));
            }
        }
    }
}

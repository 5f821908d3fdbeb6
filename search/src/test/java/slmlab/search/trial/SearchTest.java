package slmlab.search.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.TrainedAgent;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.plot.SyntheticStudy;
import slmlab.search.study.Claim;
import slmlab.search.study.Confirmation;
import slmlab.search.study.Database;
import slmlab.search.study.Standing;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

/// Searches of REINFORCE on CartPole, with few frames: real trials, real files.
@Tag("slow")
class SearchTest {
    private static final Map<String, Object> SEARCH = Map.of(
            "agent.algorithm.gamma__uniform", List.of(0.9, 0.999),
            "agent.net.optim_spec.lr__loguniform", List.of(1e-4, 1e-1),
            "agent.net.hid_layers__choice", List.of(List.of(8), List.of(8, 8)));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    static Map<String, Object> spec(Map<String, Object> search) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put(
                "agent",
                Map.of(
                        "algorithm", Map.of("name", "Reinforce", "gamma", 0.99, "training_frequency", 1),
                        "memory", Map.of("name", "OnPolicyReplay"),
                        "net",
                                Map.of(
                                        "type",
                                        "MLPNet",
                                        "hid_layers",
                                        List.of(8),
                                        "optim_spec",
                                        Map.of("name", "Adam", "lr", 0.01))));
        spec.put("env", Map.of("name", "CartPole-v1", "num_envs", 1, "max_frame", 1200));
        spec.put("meta", Map.of("distributed", false, "log_frequency", 200, "max_session", 1, "max_trial", 5));
        spec.put("search", search);
        return spec;
    }

    private static SearchPlan plan(Map<String, Object> search) {
        return SearchPlan.read(SpecFile.of("test", Map.of("reinforce", spec(search))), "reinforce");
    }

    private static StudyPlan studyPlan(SearchPlan plan, int trials) {
        return new StudyPlan(
                "study",
                plan.named(),
                plan.space(),
                "tpe",
                Map.of("name", "asha", "grace_period", 400, "reduction_factor", 2),
                7,
                trials);
    }

    private SearchFolder folder(String name) {
        return SearchFolder.create(
                temp,
                "reinforce",
                name,
                Map.of("study", "study", "started", name),
                Map.of("reinforce", spec(SEARCH)),
                _ -> {});
    }

    /// Run a search in a folder, new or begun.
    private static List<TrialRow> run(
            SearchFolder folder,
            StudyPlan plan,
            Search.Settings settings,
            AtomicBoolean stop,
            Consumer<Integer> ended) {
        try (Database database = Database.of(folder.database())) {
            Study study = Study.create(database, plan);
            RunOptions options = RunOptions.defaults().threads(1).stateSeconds(0);
            new Search(study, folder, options, settings, stop, _ -> {}, ended).run();
            SearchFiles.write(study, folder);
            return study.trials();
        }
    }

    private static Search.Settings settings(int atATime, int keep) {
        return new Search.Settings(atATime, keep, null, null, 0);
    }

    private static String table(SearchFolder folder) throws IOException {
        return Files.readString(folder.table());
    }

    @Test
    void aStoppedSearchResumesAsIfItWasNot() throws IOException {
        StudyPlan plan = studyPlan(plan(SEARCH), 5);
        SearchFolder whole = folder("whole");
        List<TrialRow> trials = run(whole, plan, settings(1, -1), new AtomicBoolean(), _ -> {});
        assertThat(trials).hasSize(5).allMatch(trial -> trial.state().isOver());
        assertThat(trials).extracting(TrialRow::state).contains(TrialState.PRUNED, TrialState.DONE);

        SearchFolder stopped = folder("stopped");
        int stops = 0;
        while (Files.notExists(stopped.table()) || table(stopped).lines().count() < 6) {
            stops++;
            Search.Settings some = new Search.Settings(1, -1, null, stops * 700L, 0); // ends in the middle of trials
            run(stopped, plan, some, new AtomicBoolean(), _ -> {});
        }
        assertThat(stops).isGreaterThan(3);
        assertThat(table(stopped)).isEqualTo(table(whole));
    }

    @Test
    void theTableHasSlmLabsColumnsAndOrder() throws IOException {
        SearchFolder folder = folder("table");
        run(folder, studyPlan(plan(SEARCH), 3), settings(2, -1), new AtomicBoolean(), _ -> {});
        List<String> lines = Files.readAllLines(folder.table());
        assertThat(lines.getFirst())
                .isEqualTo("trial,agent.algorithm.gamma,agent.net.hid_layers,agent.net.optim_spec.lr,frame,"
                        + "total_reward_ma,strength,max_strength,final_strength,sample_efficiency,training_efficiency,"
                        + "stability,consistency,mean_return,state");
        assertThat(lines).hasSize(4);
        assertThat(Files.readString(folder.infoTable())).isEqualTo(table(folder));
        // which of the two shapes wins depends on the two workers; a list with a comma is quoted
        assertThat(lines.get(1)).containsPattern(",(\\[8]|\"\\[8, ?8]\"),");
        assertThat(lines.get(1)).matches(".*,,\\d+(\\.\\d+)?,done"); // one session has no consistency
    }

    @Test
    void aTrialIsAnOrdinaryRunAndTheBestSpecTrains() {
        SearchFolder folder = folder("ordinary");
        run(folder, studyPlan(plan(SEARCH), 3), settings(1, 1), new AtomicBoolean(), _ -> {});
        RunFolder best = RunFolder.open(folder.trial(bestNumber(folder)));
        try (TrainedAgent player = TrainedAgent.read(best, 0, false)) {
            assertThat(player.evaluate(1, false, 0).mean()).isPositive();
        }
        assertThat(RunFolder.all(temp)).as("the search itself is no run").isEmpty();
        assertThat(RunFolder.all(folder.path())).hasSize(3);
        assertThatThrownBy(() -> RunFolder.open(folder.path())).hasMessageContaining("is a search, not a run");
        // trained with the trial's seed, the best spec is the trial again
        var again = Lab.run(
                folder.bestSpec(),
                "reinforce",
                RunOptions.defaults().data(temp.resolve("again")).seed(TrialRunner.seed(7, bestNumber(folder))));
        assertThat(again.meanReturn()).isEqualTo(bestScore(folder));
    }

    private static int bestNumber(SearchFolder folder) {
        try (Database database = Database.of(folder.database())) {
            return Study.open(database, "study").standing().best().orElseThrow().number();
        }
    }

    private static double bestScore(SearchFolder folder) {
        try (Database database = Database.of(folder.database())) {
            return Study.open(database, "study").standing().best().orElseThrow().score();
        }
    }

    /// The best trials are trained again on seeds of their own: unasked only where that is cheap, also after a
    /// stop in the middle, and once. Three trials on four seeds of 1,200 frames are more than a quarter of
    /// three trials.
    @Test
    void theBestTrialsAreConfirmedOnFreshSeeds() throws IOException {
        SearchPlan search = plan(SEARCH);
        StudyPlan plan = new StudyPlan("study", search.named(), search.space(), "random", Map.of("name", "none"), 7, 3);
        SearchFolder folder = folder("confirm");
        assertThat(search(folder, plan, new Search.Settings(1, -1, null, null, null), _ -> {})
                        .unconfirmed())
                .contains("the best 3 on 4 fresh seeds each take 14,400 frames, more than a quarter", "3,600");
        List<Integer> best = standing(folder).candidates().stream()
                .map(TrialRow::number)
                .limit(2)
                .toList();
        search(folder, plan, new Search.Settings(1, -1, null, 3_600L + 700, 2), _ -> {});
        assertThat(standing(folder).confirmations()).as("stopped in the middle").isEmpty();
        assertThat(standing(folder).word()).isEqualTo("candidate");

        search(folder, plan, new Search.Settings(1, -1, null, null, 2), _ -> {});
        Standing standing = standing(folder);
        assertThat(standing.confirmations()).extracting(Confirmation::trial).containsExactlyInAnyOrderElementsOf(best);
        for (Confirmation each : standing.confirmations()) {
            RunFolder again = RunFolder.open(folder.confirmed(each.trial()));
            assertThat(again.sessions()).containsExactly(0, 1, 2, 3);
            assertThat(Lab.seed(again)).isEqualTo(1_000_007);
            assertThat(each.scores()).hasSize(4).doesNotHaveDuplicates();
            for (int session = 0; session < 4; session++) {
                double[] returns =
                        Table.read(again.sessionTable(session, Phase.TRAIN)).column("mean_return");
                assertThat(each.scores().get(session)).isEqualTo(returns[returns.length - 1], within(1e-4));
            }
        }
        assertThat(standing.winner().orElseThrow().mean())
                .isEqualTo(standing.confirmations().stream()
                        .mapToDouble(Confirmation::mean)
                        .max()
                        .orElseThrow());
        List<String> log = new ArrayList<>();
        search(folder, plan, new Search.Settings(1, -1, null, null, 2), log::add);
        assertThat(log).as("a second time nothing is trained").isEmpty();
    }

    private static Search search(SearchFolder folder, StudyPlan plan, Search.Settings settings, Consumer<String> log) {
        try (Database database = Database.of(folder.database())) {
            RunOptions options = RunOptions.defaults().threads(1);
            Search search = new Search(
                    Study.create(database, plan), folder, options, settings, new AtomicBoolean(), log, _ -> {});
            search.run();
            return search;
        }
    }

    private static Standing standing(SearchFolder folder) {
        try (Database database = Database.of(folder.database())) {
            return Study.open(database, "study").standing();
        }
    }

    @Test
    void modelsOfTheBestTrialsAloneAreKept() {
        SearchFolder folder = folder("keep");
        List<TrialRow> trials = run(folder, studyPlan(plan(SEARCH), 4), settings(2, 2), new AtomicBoolean(), _ -> {});
        List<Integer> best = trials.stream()
                .sorted(Comparator.comparing((TrialRow trial) -> trial.state() != TrialState.DONE)
                        .thenComparingDouble(trial -> -trial.score()))
                .limit(2)
                .map(TrialRow::number)
                .toList();
        for (TrialRow trial : trials) {
            Path models = folder.trial(trial.number()).resolve("model");
            assertThat(models.toFile().list())
                    .as("models of trial %s", trial.number())
                    .satisfies(files -> {
                        if (best.contains(trial.number())) {
                            assertThat(files).isNotEmpty();
                        } else {
                            assertThat(files).isEmpty();
                        }
                    });
        }
    }

    @Test
    void aTrialThatFailsIsKeptWithItsErrorAndTheStudyGoesOn() throws IOException {
        SearchPlan plan = plan(SEARCH);
        SearchSpace space = new SearchSpace(List.of(
                new Parameter("agent.algorithm.gamma", new Domain.Choice(List.of(1.5, 0.99))),
                new Parameter("agent.net.optim_spec.lr", new Domain.Choice(List.of(0.01, 1e30)))));
        StudyPlan bad = new StudyPlan("study", plan.named(), space, "grid", Map.of("name", "none"), 7, 4);
        AtomicInteger ended = new AtomicInteger();
        SearchFolder folder = folder("fails");
        List<TrialRow> trials = run(folder, bad, settings(1, 3), new AtomicBoolean(), _ -> ended.incrementAndGet());
        assertThat(ended).hasValue(4);
        assertThat(trials)
                .extracting(TrialRow::state)
                .containsExactly(TrialState.FAILED, TrialState.FAILED, TrialState.DONE, TrialState.FAILED);
        assertThat(trials.get(0).error()).contains("agent.algorithm.gamma", "1.5");
        assertThat(trials.get(3).error()).contains("Reinforce at frame");
        assertThat(trials.get(3).score()).isNaN();
        assertThat(table(folder).lines().skip(1).findFirst().orElseThrow()).startsWith("2,0.99,0.01,1200,");
    }

    @Test
    void whatDoesNotFitTheSpecIsRefusedAllAtOnce() {
        assertThatThrownBy(() -> plan(Map.of(
                        "agent.algorithm.gama__uniform", List.of(0.9, 0.99),
                        "agent.algorithm.gamma__uniform", List.of(0.9, 1.5),
                        "env.name.x__choice", List.of(1))))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("search.agent.algorithm.gama__uniform")
                .hasMessageContaining("unknown key; did you mean gamma?")
                .hasMessageContaining("search.agent.algorithm.gamma__uniform")
                .hasMessageContaining("search.env.name.x__choice");
        assertThatThrownBy(() -> plan(Map.of())).hasMessageContaining("search").hasMessageContaining("is empty");
    }

    @Test
    void keysWithoutAnEffectAreLeftOut() {
        SearchPlan plan = plan(Map.of(
                "agent.algorithm.gamma__uniform", List.of(0.9, 0.99),
                "agent.algorithm.entropy_coef__uniform", List.of(0.1, 0.2),
                "agent.net.gpu__choice", List.of(true, false)));
        assertThat(plan.space().parameters()).hasSize(1);
        assertThat(plan.unused()).containsOnlyKeys("agent.algorithm.entropy_coef", "agent.net.gpu");
    }

    /// Session 0 had ended before its worker was lost, so its rows come with its end; 10 and 30 have a mean of 20.
    @Test
    void rowsOfASessionThatHadEndedAreReportedToo() {
        try (Database database = Database.of(temp.resolve("ended.db").toString())) {
            Study study = Study.create(database, SyntheticStudy.plan(4));
            Claim claim = study.claim("me").orElseThrow();
            Reports reports = new Reports(study, claim, 2, new AtomicBoolean(), new AtomicBoolean(), _ -> {});
            reports.end(0, new SessionResult(0, 100, 1, true, null, row(100, 10), null, 1, List.of(10.0), 10));
            assertThat(study.trial(claim.number()).scores()).isEmpty();
            reports.row(1, row(100, 30), 1, 30);
            assertThat(study.trial(claim.number()).scores()).isEqualTo(Map.of(100L, 20.0));
        }
    }

    private static Table row(long frame, double meanReturn) {
        Table table = new Table(List.of("frame", "mean_return"));
        table.add((double) frame, meanReturn);
        return table;
    }

    @Test
    void aThreadThatFailsStopsTheOthers() {
        try (Database database = Database.of(temp.resolve("failing.db").toString())) {
            Study study = Study.create(database, SyntheticStudy.plan(40));
            AtomicInteger begun = new AtomicInteger();
            TrialThreads threads = new TrialThreads(study, "me", new AtomicBoolean());
            Consumer<Claim> trial = claim -> {
                if (begun.getAndIncrement() == 0) {
                    throw new IllegalStateException("the first one fails");
                }
                LockSupport.parkNanos(100_000_000); // some time, in which the others can notice
                assertThat(study.end(claim, TrialState.DONE, 1, Map.of(), null)).isTrue();
            };
            assertThatThrownBy(() -> threads.run(2, trial, () -> true)).hasMessage("the first one fails");
            assertThat(begun.get()).isLessThan(20);
        }
    }

    /// An exported trial has what it tried, what it measured and every score that it reported.
    @Test
    void anExportHasAllOfATrial() {
        try (Database database = Database.of(temp.resolve("export.db").toString())) {
            Study study = Study.create(database, SyntheticStudy.plan(2));
            SyntheticStudy.run(study, 2);
            TrialRow second = study.trials().get(1);
            StudyExport export = new StudyExport(study.plan(), study.trials());
            assertThat(export.data()).containsEntry("study", "ppo_cartpole").containsEntry("seed", 42L);
            assertThat(export.data().get("trials"))
                    .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                    .hasSize(2)
                    .last(InstanceOfAssertFactories.map(String.class, Object.class))
                    .containsEntry("trial", 1)
                    .containsEntry("values", second.values())
                    .containsEntry("metrics", second.metrics())
                    .containsEntry("scores", second.scores())
                    .containsEntry("score", second.score());
            assertThat(second.values()).hasSize(5);
        }
    }
}

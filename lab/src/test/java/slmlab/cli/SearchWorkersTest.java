package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.RunOptions;
import slmlab.report.JsonFile;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.study.Database;
import slmlab.search.study.PostgresServer;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;
import slmlab.search.trial.SearchPlan;
import slmlab.search.trial.TrialRunner;

/// Workers in processes of their own on one PostgreSQL. Some are killed with SIGKILL, and the server crashes once.
class SearchWorkersTest {
    private static final int WORKERS = 8;
    private static final int TRIALS = Integer.getInteger("slmlab.trials", 200);
    private static final int KILLS = TRIALS / 20;
    private static final long SEED = 3;
    private static final Pattern ENDED = Pattern.compile("(?m)^trial (\\d+) done at");
    private static final Map<String, Object> SPEC = Map.of(
            "reinforce",
            Map.of(
                    "agent",
                    Map.of(
                            "algorithm",
                            Map.of("name", "Reinforce", "gamma", 0.99, "training_frequency", 1),
                            "memory",
                            Map.of("name", "OnPolicyReplay"),
                            "net",
                            Map.of(
                                    "type",
                                    "MLPNet",
                                    "hid_layers",
                                    List.of(8),
                                    "optim_spec",
                                    Map.of("name", "Adam", "lr", 0.01))),
                    "env",
                    Map.of("name", "CartPole-v1", "num_envs", 1, "max_frame", 2000),
                    "meta",
                    Map.of("distributed", false, "log_frequency", 200, "max_session", 1)));
    private static final SearchSpace SPACE = new SearchSpace(
            List.of(new Parameter("agent.algorithm.gamma", new Domain.Range(0.9, 0.999, 0, false, false))));
    private static final StudyPlan PLAN =
            new StudyPlan("many", SPEC, SPACE, "tpe", Map.of("name", "none"), SEED, TRIALS);

    @TempDir
    private Path folder;

    private final List<ChildJvm> started = new ArrayList<>();

    @Test
    void everyTrialIsRunOnceWhateverIsKilled() throws Exception {
        assumeTrue(PostgresServer.isInstalled(), "PostgreSQL is not installed (Debian: postgresql)");
        try (PostgresServer server = PostgresServer.start()) {
            String url = server.newUrl();
            try (Database database = Database.of(url)) {
                Study study = Study.create(database, PLAN);
                List<ChildJvm> last = disturb(study, server, url);
                for (ChildJvm worker : last) {
                    assertThat(worker.result().code()).as(worker.err()).isZero();
                }
                check(study.trials());
            }
        } finally {
            started.forEach(ChildJvm::end);
        }
    }

    /// Kill a worker whenever some more trials have ended, and the server once; return those that live at the end.
    private List<ChildJvm> disturb(Study study, PostgresServer server, String url) throws Exception {
        List<ChildJvm> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(start(url));
        }
        Random random = new Random(SEED);
        int kills = 0;
        boolean hasCrashed = false;
        while (!study.isOver()) {
            for (ChildJvm worker : workers) {
                assertThat(worker.isAlive() || study.isOver()).as(worker.err()).isTrue();
            }
            long ended = study.trials().stream().filter(row -> row.state().isOver()).count();
            if (kills < KILLS && ended > (kills + 1) * TRIALS / (KILLS + 2)) {
                kills++;
                int victim = random.nextInt(WORKERS);
                assertThat(workers.get(victim).killAfter(random.nextInt(50))).isTrue();
                workers.set(victim, start(url));
            } else if (!hasCrashed && ended > TRIALS / 2) {
                hasCrashed = true;
                server.stop();
                server.go();
            } else {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
        assertThat(kills).isEqualTo(KILLS);
        assertThat(hasCrashed).isTrue();
        return workers;
    }

    private ChildJvm start(String url) throws IOException {
        ChildJvm worker = ChildJvm.start(
                folder,
                Map.of(),
                List.of(),
                List.of("-Djava.awt.headless=true", "-Xmx512m", "-XX:+UseSerialGC"),
                "search-worker",
                "--study",
                url,
                "--data",
                folder.toString(),
                "--threads",
                "1",
                "--state-seconds",
                "0.02",
                "--lost-after",
                "3");
        started.add(worker);
        return worker;
    }

    private void check(List<TrialRow> trials) throws IOException {
        assertThat(trials).hasSize(TRIALS).allSatisfy(row -> assertThat(row.state()).as(row.error()).isEqualTo(TrialState.DONE));
        List<String> told = started.stream()
                .flatMap(worker -> ENDED.matcher(worker.out()).results())
                .map(MatchResult::group)
                .toList();
        assertThat(told).doesNotHaveDuplicates().hasSizeBetween(TRIALS - KILLS, TRIALS); // some died before they spoke
        List<TrialRow> taken = trials.stream().filter(row -> row.attempt() > 1).toList();
        assertThat(taken).hasSizeBetween(1, KILLS);
        System.err.println("taken " + taken.size() + ", resumed " + taken.stream().filter(SearchWorkersTest::isResumed).count() + " told " + told.size());
        for (TrialRow row : taken) {
            assertThat(row.score()).as("trial %s", row.number()).isEqualTo(undisturbed(row));
        }
        assertThat(taken).anyMatch(SearchWorkersTest::isResumed);
    }

    /// Return the score of the same trial run in one piece.
    private double undisturbed(TrialRow row) throws IOException {
        Path spec = folder.resolve("t%s.json".formatted(row.number()));
        JsonFile.write(spec, SearchPlan.with(PLAN.spec(), row.values()));
        RunOptions options = RunOptions.defaults()
                .threads(1)
                .data(folder.resolve("whole"))
                .seed(TrialRunner.seed(SEED, row.number()));
        return Lab.run(spec, "reinforce", options).totalRewardMa();
    }

    private static boolean isResumed(TrialRow row) {
        try (Stream<Path> logs = Files.list(Path.of(row.folder(), "log"))) {
            return logs.anyMatch(log -> {
                try {
                    return Files.readString(log).contains(" resumes");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

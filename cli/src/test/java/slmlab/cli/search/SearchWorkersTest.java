package slmlab.cli.search;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.ChildJvm;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.study.Database;
import slmlab.search.study.PostgresServer;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

/// Workers in processes of their own on one PostgreSQL. Some are killed with SIGKILL, and the server crashes
/// once. Few workers and trials here; `-Dslmlab.trials=200` by hand, with eight workers.
@Tag("database")
@Tag("slow")
class SearchWorkersTest {
    private static final int TRIALS = Integer.getInteger("slmlab.trials", 16);
    private static final int WORKERS = TRIALS < 100 ? 4 : 8;
    private static final int KILLS = Math.max(3, TRIALS / 20);
    private static final double OFTEN = 0.1; // seconds between two states
    private static final long SEED = 3;
    private static final Pattern ENDED = Pattern.compile("(?m)^trial (\\d+) done at");
    private static final Map<String, @Nullable Object> SPEC = Map.of(
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
                    Map.of("distributed", false, "log_frequency", 100, "max_session", 1)));
    private static final SearchSpace SPACE = new SearchSpace(
            List.of(new Parameter("agent.algorithm.gamma", new Domain.Range(0.9, 0.999, 0, false, false))));
    private static final StudyPlan PLAN =
            new StudyPlan("many", SPEC, SPACE, "random", Map.of("name", "none"), SEED, TRIALS);

    @TempDir
    private Path folder;

    private final List<ChildJvm> started = new ArrayList<>();

    @Test
    void everyTrialIsRunOnceWhateverIsKilled() throws Exception {
        assumeTrue(PostgresServer.isInstalled(), "PostgreSQL is not installed (Debian: postgresql)");
        List<TrialRow> whole = undisturbed();
        try (PostgresServer server = PostgresServer.start()) {
            String url = server.newUrl();
            try (Database database = Database.of(url)) {
                Study study = Study.create(database, PLAN);
                List<ChildJvm> last = disturb(study, server, url);
                for (ChildJvm worker : last) {
                    assertThat(worker.result().code()).as(worker.err()).isZero();
                }
                check(study.trials(), whole);
            }
        } finally {
            started.forEach(ChildJvm::end);
        }
    }

    /// Return the same trials, run by one worker that nobody kills.
    private List<TrialRow> undisturbed() throws IOException, InterruptedException {
        String file = folder.resolve("whole.db").toString();
        try (Database database = Database.of(file)) {
            Study study = Study.create(database, PLAN);
            ChildJvm worker = start(file, folder.resolve("whole"), 30);
            while (worker.isAlive()) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            assertThat(worker.result().code()).as(worker.err()).isZero();
            started.clear();
            return study.trials();
        }
    }

    /// Kill a worker whenever some more trials have ended, and the server once; return those that live at the
    /// end.
    private List<ChildJvm> disturb(Study study, PostgresServer server, String url) throws Exception {
        List<ChildJvm> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(start(url, folder, OFTEN));
        }
        Random random = new Random(SEED);
        int kills = 0;
        boolean hasCrashed = false;
        while (!study.isOver()) {
            for (ChildJvm worker : workers) {
                assertThat(worker.isAlive() || study.isOver()).as(worker.err()).isTrue();
            }
            long ended =
                    study.trials().stream().filter(row -> row.state().isOver()).count();
            boolean isTime = kills < KILLS && ended > kills * TRIALS / (KILLS + 2);
            List<ChildJvm> victims = isTime ? inTheMiddle(study, workers) : List.of();
            if (!victims.isEmpty()) {
                kills++;
                ChildJvm victim = victims.get(random.nextInt(victims.size()));
                assertThat(victim.killAfter(0)).isTrue();
                workers.set(workers.indexOf(victim), start(url, folder, OFTEN));
            } else if (!hasCrashed && ended > TRIALS / 2) {
                hasCrashed = true;
                server.stop();
                server.go();
            } else {
                TimeUnit.MILLISECONDS.sleep(isTime ? 5 : 100);
            }
        }
        assertThat(kills).isEqualTo(KILLS);
        assertThat(hasCrashed).isTrue();
        return workers;
    }

    /// Return the workers whose trial has a state to resume from.
    private static List<ChildJvm> inTheMiddle(Study study, List<ChildJvm> workers) {
        List<String> names = study.trials().stream()
                .filter(row -> row.state() == TrialState.RUNNING && isFilled(Path.of(row.folder(), "state")))
                .map(TrialRow::worker)
                .toList();
        return workers.stream()
                .filter(worker -> names.stream().anyMatch(name -> name.endsWith(":%s/0".formatted(worker.pid()))))
                .toList();
    }

    private static boolean isFilled(Path states) {
        try (Stream<Path> files = Files.walk(states)) {
            return files.anyMatch(file -> file.endsWith("manifest.json"));
        } catch (IOException | UncheckedIOException _) {
            return false; // there is no such folder yet, or a file went away meanwhile
        }
    }

    private ChildJvm start(String url, Path data, double stateSeconds) throws IOException {
        ChildJvm worker = ChildJvm.start(
                folder,
                Map.of(),
                List.of(),
                List.of("-Djava.awt.headless=true", "-Xmx256m", "-XX:+UseSerialGC"),
                "search-worker",
                "--study",
                url,
                "--data",
                data.toString(),
                "--threads",
                "1",
                "--state-seconds",
                Double.toString(stateSeconds),
                "--lost-after",
                "5");
        started.add(worker);
        return worker;
    }

    private void check(List<TrialRow> trials, List<TrialRow> whole) {
        assertThat(trials)
                .hasSize(TRIALS)
                .allSatisfy(row -> assertThat(row.state()).as(row.error()).isEqualTo(TrialState.DONE));
        for (int i = 0; i < TRIALS; i++) {
            assertThat(trials.get(i).scores())
                    .as("trial %s in %s attempts", i, trials.get(i).attempt())
                    .isEqualTo(whole.get(i).scores());
        }
        List<String> told = started.stream()
                .flatMap(worker -> ENDED.matcher(worker.out()).results())
                .map(MatchResult::group)
                .toList();
        assertThat(told).doesNotHaveDuplicates().hasSizeBetween(TRIALS - KILLS, TRIALS); // some died before they spoke
        assertThat(trials).anyMatch(row -> row.attempt() > 1 && isResumed(row));
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

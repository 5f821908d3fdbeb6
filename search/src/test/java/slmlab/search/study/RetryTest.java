package slmlab.search.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.spec.text.SpecException;

class RetryTest {
    private static final StudyPlan PLAN = new StudyPlan(
            "full",
            Map.of(),
            new SearchSpace(List.of(new Parameter("x", new Domain.Range(0, 1, 0, false, false)))),
            "random",
            Map.of("name", "none"),
            1,
            1000);

    private final List<String> log = new ArrayList<>();

    @Test
    void whatIsAwayIsTriedAgainWithALineInTheLog() {
        AtomicInteger tries = new AtomicInteger();
        int answer = new Retry("study.db", log::add, Duration.ofMinutes(1)).run(() -> {
            if (tries.incrementAndGet() < 3) {
                throw new SQLException("terminating connection due to administrator command", "57P01");
            }
            return 42;
        });
        assertThat(answer).isEqualTo(42);
        assertThat(log)
                .containsExactly(
                        "study study.db: terminating connection due to administrator command; trying again in 0.1 s",
                        "study study.db: terminating connection due to administrator command; trying again in 0.2 s");
    }

    @Test
    void whatStaysWrongIsSaidAtOnceAndWhatStaysAwayInTheEnd() {
        assertThatThrownBy(() -> new Retry("d", log::add, Duration.ofMinutes(1)).run(() -> {
                    throw new SQLException("database \"labb\" does not exist", "3D000");
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("study d: database \"labb\" does not exist");
        assertThat(log).isEmpty();
        assertThatThrownBy(() -> new Retry("d", log::add, Duration.ofMillis(150)).run(() -> {
                    throw new SQLException("could not extend file", "53100");
                }))
                .hasMessage("study d: its disk is full");
        assertThat(log).contains("study d: its disk is full; trying again in 0.1 s");
    }

    /// Five minutes are for a server that restarts; a process that is asked to stop waits a second, not the rest of
    /// them.
    @Test
    @Timeout(60)
    void whoIsAskedToStopDoesNotWaitForAFullDisk() {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger tries = new AtomicInteger();
        Retry patience = new Retry("d", log::add, Duration.ofMinutes(5), stop::get);
        assertThatThrownBy(() -> patience.run(() -> {
                    stop.set(tries.incrementAndGet() >= 2);
                    throw new SQLException("could not extend file", "53100");
                }))
                .hasMessage("study d: its disk is full");
        assertThat(tries.get()).isGreaterThan(2); // a lock may end within the second
        tries.set(0);
        assertThat(patience.<Integer>run(() -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new SQLException("database is locked", "57P03");
                    }
                    return 7;
                }))
                .isEqualTo(7);
    }

    /// SQLite's own limit of pages stands for the disk: it answers with the same code.
    @Test
    void aFullDiskLosesNothingThatHadEnded(@TempDir Path folder) {
        String file = folder.resolve("study.db").toString();
        int done = 0;
        try (Database database = Database.of(file, log::add, Duration.ofMillis(150))) {
            Study study = Study.create(database, PLAN);
            database.transact(connection -> Sql.query(connection, "PRAGMA max_page_count = 40", _ -> 1));
            assertThat(study.claim("a")).isPresent();
            while (isEnded(study)) {
                done++;
            }
            assertThat(log).anyMatch(line -> line.contains("its disk is full; trying again"));
        }
        try (Database database = Database.of(file)) {
            Study study = Study.open(database, PLAN.name());
            assertThat(study.trials().stream().filter(row -> row.state() == TrialState.DONE))
                    .hasSize(done);
            assertThat(done).isPositive();
            assertThat(isEnded(study)).isTrue(); // there is room again
        }
    }

    private static boolean isEnded(Study study) {
        try {
            Claim claim = study.claim("a").orElseThrow();
            return study.end(claim, TrialState.DONE, 1, Map.of("note", 1.0), "x".repeat(500));
        } catch (UncheckedIOException e) {
            assertThat(e).hasMessageEndingWith("its disk is full");
            return false;
        }
    }

    /// Whoever only reads writes nothing: not while another process holds the file, nor on a disk that takes no
    /// write.
    @Test
    void aStudyIsReadWithoutWriting(@TempDir Path folder) {
        String file = folder.resolve("study.db").toString();
        try (Database database = Database.of(file)) {
            Study.create(database, PLAN);
        }
        List<String> before = List.of(Objects.requireNonNull(folder.toFile().list()));
        try (Database database = Database.reading(file)) {
            assertThat(Study.open(database, PLAN.name()).standing().trials()).isEmpty();
            assertThat(folder.toFile().list()).containsExactlyInAnyOrderElementsOf(before);
        }
        assertThatThrownBy(() -> Database.reading(folder.resolve("other.db").toString()))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void aLockedFileIsWaitedFor(@TempDir Path folder) throws SQLException, InterruptedException {
        String file = folder.resolve("study.db").toString();
        try (Database database = Database.of(file);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            Study study = Study.create(database, PLAN);
            Sql.update(other, "BEGIN IMMEDIATE");
            AtomicBoolean isReleased = new AtomicBoolean();
            Thread release = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(300);
                    isReleased.set(true);
                    Sql.update(other, "COMMIT");
                } catch (SQLException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(study.claim("a")).isPresent();
            assertThat(isReleased).isTrue();
            release.join();
        }
    }
}

package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.search.picture.SyntheticStudy;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.trial.SearchFolder;

/// What the list says of searches, whatever state their files are in.
class StudiesTest {

    private static final int LOOKS = 60; // of two seconds or less

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private SearchFolder search(Path data, Map<String, ?> facts) {
        return SearchFolder.create(data, "ppo_cartpole", "search", facts, Map.of(), _ -> {});
    }

    /// Wait for the card that a search comes to have.
    private static RunCard card(Path data, Predicate<RunCard> until) throws Exception {
        try (Catalog catalog = new Catalog(data, Set.of())) {
            for (int look = 0; look < LOOKS; look++) {
                long known = catalog.all().version();
                for (RunCard card : catalog.all().cards()) {
                    if (until.test(card)) {
                        return card;
                    }
                }
                assertThat(catalog.await(known, 2000).version()).isGreaterThanOrEqualTo(known);
            }
            throw new AssertionError("no such card came: " + catalog.all());
        }
    }

    @Test
    void aSearchHasItsCountsAndItsBestScore() throws Exception {
        SearchFolder search = search(temp, Map.of());
        try (Database database = Database.of(search.database())) {
            Study study = Study.create(database, SyntheticStudy.plan(20));
            SyntheticStudy.run(study, 20);
            RunCard card = card(temp, each -> each.mean() != null);
            RunCard.Trials trials = Objects.requireNonNull(card.study());
            assertThat(card.state()).isEqualTo("done");
            assertThat(card.mean())
                    .isEqualTo(study.standing().best().orElseThrow().score());
            assertThat(trials.best())
                    .isEqualTo(study.standing().best().orElseThrow().number());
            assertThat(trials.done() + trials.pruned() + trials.failed()).isEqualTo(20);
            assertThat(trials.failed()).isEqualTo(1);
            assertThat(card.env()).isEqualTo("CartPole-v1");
            assertThat(card.algorithm()).isEqualTo("PPO");
        }
    }

    @Test
    void nothingIsWrittenWhileItIsRead() throws Exception {
        SearchFolder search = search(temp, Map.of());
        try (Database database = Database.of(search.database())) {
            SyntheticStudy.run(Study.create(database, SyntheticStudy.plan(4)), 4);
        }
        Path file = search.path().resolve("study.db");
        byte[] before = Files.readAllBytes(file);
        assertThat(card(temp, each -> each.mean() != null).state()).isEqualTo("done");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(search.path())
                .isDirectoryNotContaining(each -> each.toString().contains("study.db-"));
    }

    @Test
    void aFileThatIsNotThereOrNoDatabaseIsSaid() throws Exception {
        SearchFolder search = search(temp, Map.of());
        assertThat(card(temp, each -> each.note().contains("Still being written"))
                        .mean())
                .isNull();
        Files.writeString(search.path().resolve("study.db"), "half of a page ".repeat(500));
        assertThat(card(temp, each -> each.note().contains("no SQLite database"))
                        .state())
                .isEqualTo("stopped");
        Files.writeString(search.path().resolve("study.json"), "{\"spec\": ");
        assertThat(card(temp, each -> each.note().contains("is not valid JSON")).mean())
                .isNull();
    }

    @Test
    void noDatabaseElsewhereIsOpened() throws Exception {
        Path data = Files.createDirectories(temp.resolve("data"));
        SearchFolder search = search(data, Map.of("database", "postgresql://someone@example.invalid/db"));
        assertThat(card(data, each -> each.note().contains("dashboard --study URL"))
                        .mean())
                .isNull();
        try (Database database = Database.of(temp.resolve("outside.db").toString())) {
            SyntheticStudy.run(Study.create(database, SyntheticStudy.plan(2)), 2);
        }
        Files.writeString(search.path().resolve("study.json"), "{\"spec\": \"ppo_cartpole\"}");
        Files.createSymbolicLink(search.path().resolve("study.db"), temp.resolve("outside.db"));
        assertThat(card(data, each -> each.note().contains("link out of the data folder"))
                        .mean())
                .isNull();
    }

    @Test
    void onlyTrialsOfKnownSearchesAreRuns() throws Exception {
        Path data = Files.createDirectories(temp.resolve("data"));
        search(data, Map.of());
        Files.createDirectories(temp.resolve("t1"));
        Files.createSymbolicLink(data.resolve("search").resolve("t2"), temp.resolve("t1"));
        try (Catalog catalog = new Catalog(data, Set.of())) {
            assertThat(catalog.await(0, 60_000).cards()).isNotEmpty();
            for (String id :
                    new String[] {"search/t1", "search/t2", "search/../t1", "../t1", "search/t1/..", "search/info"}) {
                assertThat(catalog.run(id)).as(id).isEmpty();
            }
        }
    }
}

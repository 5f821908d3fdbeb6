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
import slmlab.search.plot.SyntheticStudy;
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
            RunCard card = card(temp, each -> each.score().mean() != null);
            RunCard.Trials trials = Objects.requireNonNull(card.study());
            assertThat(card.status().state()).isEqualTo("done");
            assertThat(card.score().mean())
                    .isEqualTo(study.standing().best().orElseThrow().score());
            assertThat(trials.best())
                    .isEqualTo(study.standing().best().orElseThrow().number());
            assertThat(trials.done() + trials.pruned() + trials.failed()).isEqualTo(20);
            assertThat(trials.failed()).isEqualTo(1);
            assertThat(card.about().env()).isEqualTo("CartPole-v1");
            assertThat(card.about().algorithm()).isEqualTo("PPO");
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
        assertThat(card(temp, each -> each.score().mean() != null).status().state())
                .isEqualTo("done");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(search.path())
                .isDirectoryNotContaining(each -> each.toString().contains("study.db-"));
    }

    @Test
    void aFileThatIsNotThereOrNoDatabaseIsSaid() throws Exception {
        SearchFolder search = search(temp, Map.of());
        assertThat(card(temp, each -> each.status().note().contains("Still being written"))
                        .score()
                        .mean())
                .isNull();
        Files.writeString(search.path().resolve("study.db"), "half of a page ".repeat(500));
        assertThat(card(temp, each -> each.status().note().contains("no SQLite database"))
                        .status()
                        .state())
                .isEqualTo("stopped");
        Files.writeString(search.path().resolve("study.json"), "{\"spec\": ");
        assertThat(card(temp, each -> each.status().note().contains("is not valid JSON"))
                        .score()
                        .mean())
                .isNull();
    }

    @Test
    void noDatabaseElsewhereIsOpened() throws Exception {
        Path data = Files.createDirectories(temp.resolve("data"));
        SearchFolder search = search(data, Map.of("database", "postgresql://someone@example.invalid/db"));
        assertThat(card(data, each -> each.status().note().contains("dashboard --study URL"))
                        .score()
                        .mean())
                .isNull();
        try (Database database = Database.of(temp.resolve("outside.db").toString())) {
            SyntheticStudy.run(Study.create(database, SyntheticStudy.plan(2)), 2);
        }
        Files.writeString(search.path().resolve("study.json"), "{\"spec\": \"ppo_cartpole\"}");
        Files.createSymbolicLink(search.path().resolve("study.db"), temp.resolve("outside.db"));
        assertThat(card(data, each -> each.status().note().contains("link out of the data folder"))
                        .score()
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

    /// The list looks once a second; a search of which nothing changed is no news.
    @Test
    void aSearchThatStandsStillIsNoNews() throws Exception {
        SearchFolder search = search(temp, Map.of());
        try (Database database = Database.of(search.database())) {
            SyntheticStudy.run(Study.create(database, SyntheticStudy.plan(4)), 4);
        }
        try (Catalog catalog = new Catalog(temp, Set.of())) {
            Catalog.News news = catalog.all();
            while (catalog.all().cards().stream()
                    .noneMatch(card -> card.status().state().equals("done"))) {
                news = catalog.await(news.version(), 2_000);
            }
            long known = catalog.all().version();
            assertThat(catalog.await(known, 3_500).version()).isEqualTo(known);
        }
    }
}

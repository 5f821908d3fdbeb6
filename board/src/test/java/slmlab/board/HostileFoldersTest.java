package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.SpecialFiles;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Runs;
import slmlab.search.trial.SearchFolder;

/// One bad folder is one card with a note: every other run is shown, and those that come later too.
class HostileFoldersTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static final String DEEP = "{\"a\":".repeat(2000) + "1" + "}".repeat(2000);

    private RunFolder run(String name) {
        return Runs.of(temp, name, "CartPole-v1", 2);
    }

    private Path search(String name, String facts) throws IOException {
        Path folder = Files.createDirectories(temp.resolve(name));
        Files.writeString(folder.resolve("study.json"), facts);
        return folder;
    }

    /// Wait until the list is as it should be; return the cards by the names of their specs.
    private static Map<String, RunCard> await(Catalog catalog, Predicate<List<RunCard>> there)
            throws InterruptedException {
        long end = System.currentTimeMillis() + 20_000;
        Catalog.News news = catalog.all();
        while ((news.reading() || !there.test(catalog.all().cards())) && System.currentTimeMillis() < end) {
            news = catalog.await(news.version(), 1000);
        }
        return catalog.all().cards().stream().collect(Collectors.toMap(RunCard::id, card -> card));
    }

    private static RunCard of(Map<String, RunCard> cards, String name) {
        return cards.entrySet().stream()
                .filter(card -> card.getKey().startsWith(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no card of " + name + " among " + cards.keySet()))
                .getValue();
    }

    @Test
    void everyOtherRunIsShownAndLaterOnesToo() throws IOException, InterruptedException {
        run("good");
        Files.writeString(run("deepspec").spec(), DEEP);
        Files.writeString(run("deepfacts").provenance(), DEEP);
        RunFolder piped = run("piped");
        Files.delete(piped.sessionTable(0, Phase.TRAIN));
        SpecialFiles.namedPipe(piped.sessionTable(0, Phase.TRAIN));
        RunFolder pipedLog = run("logpipe");
        SpecialFiles.namedPipe(pipedLog.log());
        RunFolder numbered = run("numbered");
        Files.createFile(numbered.path().resolve("info/numbered_t0_s99999999999_session_df_train.csv"));
        Files.writeString(
                run("bignumber").spec(), "{\"bignumber\": {\"env\": {\"max_frame\": %s}}}".formatted("9".repeat(5000)));
        search("deepstudy", DEEP);
        search("cutstudy", "{\"spec\": ");
        search("emptystudy", "");
        Path pipedStudy = search("pipedstudy", "{\"spec\": \"pipedstudy\"}");
        SpecialFiles.namedPipe(pipedStudy.resolve("study.db"));
        Path pipedFacts = Files.createDirectories(temp.resolve("pipedfacts"));
        SpecialFiles.namedPipe(pipedFacts.resolve("study.json"));
        Files.createDirectories(temp.resolve("folderfacts/study.json"));
        try (Catalog catalog = new Catalog(temp, Set.of())) {
            Map<String, RunCard> cards = await(catalog, all -> all.size() >= 13);
            assertThat(cards).hasSize(13);
            assertThat(of(cards, "good").status().note()).isEmpty();
            assertThat(of(cards, "good").score().mean()).isGreaterThan(1000);
            assertThat(of(cards, "deepspec").status().note()).contains("deepspec_spec.json is not valid JSON", "nest");
            assertThat(of(cards, "deepfacts").status().note()).contains("run.json is not valid JSON");
            assertThat(of(cards, "piped_").status().note())
                    .contains("session_df_train.csv is a device, a pipe or a socket");
            assertThat(of(cards, "logpipe").score().mean()).isGreaterThan(1000);
            assertThat(of(cards, "numbered").score().mean()).isGreaterThan(1000);
            assertThat(of(cards, "bignumber").status().note()).contains("Number value length (5000)");
            assertThat(of(cards, "deepstudy").status().note()).contains("study.json is not valid JSON");
            assertThat(of(cards, "cutstudy").status().note()).contains("study.json is not valid JSON");
            assertThat(of(cards, "emptystudy").status().note()).contains("study.json is empty");
            assertThat(of(cards, "pipedstudy").status().note()).contains("study.db is a device, a pipe or a socket");
            assertThat(of(cards, "pipedfacts").status().note()).contains("study.json is a device, a pipe or a socket");
            assertThat(of(cards, "folderfacts").status().note()).contains("study.json is a folder");
            assertThat(SearchFolder.all(temp)) // by which a command finds the latest
                    .extracting(SearchFolder::name)
                    .containsExactly("pipedstudy");
            run("later");
            assertThat(of(await(catalog, all -> all.size() == 14), "later")
                            .score()
                            .mean())
                    .isGreaterThan(1000);
            assertThat(catalog.all().problem()).isEmpty();
        }
    }

    /// Trouble that nobody thought of stops the look at one folder, is told, and the next look finds the rest.
    @Test
    void aWatcherThatFailsSaysSoAndLooksAgain() throws IOException, InterruptedException {
        run("good");
        Path data = temp.resolve("data");
        Files.createDirectory(data);
        try (Catalog catalog = new Catalog(data, Set.of())) {
            await(catalog, List::isEmpty);
            Files.delete(data);
            Catalog.News news = catalog.all();
            while (news.problem().isEmpty()) {
                news = catalog.await(news.version(), 2000);
            }
            assertThat(news.problem()).contains("cannot list").contains("data");
            Files.createDirectory(data);
            Runs.of(data, "back", "CartPole-v1", 1);
            assertThat(of(await(catalog, all -> all.size() == 1), "back")
                            .score()
                            .mean())
                    .isGreaterThan(1000);
            for (news = catalog.all(); !news.problem().isEmpty(); ) {
                news = catalog.await(news.version(), 2000); // it is told after the cards
            }
        }
    }
}

package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// The page as a person uses it, in a real browser, over real runs.
@Tag("browser")
class BoardBrowserTest {
    /// Measured in one call, because a live page replaces its elements.
    private static final String SMALL_BUTTONS = """
            return [...document.querySelectorAll("button")]
                .filter(button => button.checkVisibility() && button.getBoundingClientRect().height < 44)
                .map(button => button.textContent + " " + button.getBoundingClientRect().height)
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @RegisterExtension
    private static final BoardPage page = new BoardPage();

    @SuppressWarnings("NullAway.Init") // begin sets them
    private static Browser browser;

    @SuppressWarnings("NullAway.Init")
    private static String first;

    @SuppressWarnings("NullAway.Init")
    private static String second;

    @BeforeAll
    static void begin() {
        browser = page.start(temp);
        Path data = temp.resolve("data");
        first = trained(data, "0.9");
        second = trained(data, "0.5");
        page.serve(data);
    }

    private static Plan plan(String gamma, String env, String meta) {
        Path file = TinySpecs.file(temp, "ppo", env, meta);
        return Plan.read(SpecFile.read(file, Map.of("agent.algorithm.gamma", gamma)), "ppo");
    }

    private static String trained(Path data, String gamma) {
        RunFolder folder = Lab.run(plan(gamma, "", "\"max_session\": 2"), TinySpecs.options(data), Listener.NONE)
                .folder();
        return folder.path().getFileName().toString();
    }

    private static void row(String id) {
        browser.find("tr[data-id='%s'] td.name a".formatted(id));
    }

    @Test
    void theListHasARowForEachRunAndFindsOne() {
        page.open();
        row(first);
        row(second);
        browser.text("#counts", "2 done");
        assertThat(browser.text("tr[data-id='%s']".formatted(first), "CartPole-v1"))
                .contains("PPO", "done")
                .doesNotContain("±"); // two sessions have no interval
        browser.press("/");
        browser.press(second);
        browser.await("one row", () -> browser.all("tbody tr[data-id]").size() == 1 ? true : null);
        assertThat(browser.all("tbody tr[data-id]").getFirst().getDomAttribute("data-id"))
                .isEqualTo(second);
        browser.press(Keys.ESCAPE);
        browser.await("all rows", () -> browser.all("tbody tr[data-id]").size() > 1 ? true : null);
    }

    @Test
    void theCurveOfARunGrowsWhileItTrains() {
        AtomicBoolean stop = new AtomicBoolean();
        Plan plan = plan("0.98", "\"max_frame\": 100000000", "\"log_frequency\": 500");
        CompletableFuture<TrialResult> run = CompletableFuture.supplyAsync(
                () -> Lab.run(plan, TinySpecs.options(temp.resolve("data")), Listener.NONE, stop));
        try {
            page.open();
            browser.find("tr[data-id] .state.running").click();
            browser.text(".head .state", "running");
            double before = browser.await("a curve", BoardBrowserTest::reached);
            double later = browser.await("more of it", () -> {
                Double now = reached();
                return now != null && now > before ? now : null;
            });
            assertThat(later).isGreaterThan(before);
            assertThat(browser.text(".head .facts", "frames")).contains("fps");
        } finally {
            stop.set(true);
            TrialResult result = run.join();
            assertThat(result.finished()).isFalse();
        }
        browser.text(".head .state", "stopped");
    }

    /// Where the curve of the returns ends; null before there is one.
    private static @Nullable Double reached() {
        return browser.all(".returns .plot").stream()
                .map(plot -> Objects.toString(plot.getDomAttribute("data-last"), ""))
                .filter(last -> !last.isEmpty())
                .map(Double::valueOf)
                .findFirst()
                .orElse(null);
    }

    @Test
    void twoRunsAreComparedWithTheKeyboardAlone() {
        page.open();
        row(first);
        browser.press("j");
        String at = Objects.requireNonNull(browser.find("tr.at").getDomAttribute("data-id"));
        browser.press("x", "j", "x");
        browser.text(".bar", "2 runs selected");
        browser.press("c");
        assertThat(browser.text(".verdict", "sessions")).contains("gamma=", "No verdict", "at least 4 sessions");
        assertThat(browser.text("table.compare thead", "gamma")).contains("Score");
        assertThat(browser.all("table.compare tbody tr")).hasSize(2);
        assertThat(browser.all("table.matrix td.number")).hasSize(4);
        browser.find(".returns canvas");
        browser.press(Keys.ESCAPE);
        row(at);
        browser.press("k", "k", Keys.ENTER);
        browser.find(".head h1");
        browser.press("?");
        browser.find("dialog[open]");
        browser.press(Keys.ESCAPE);
        browser.press("2");
        assertThat(browser.find(".axes [aria-pressed='true']").getText()).isEqualTo("training time");
        browser.press("1");
    }

    @Test
    void theAgentIsSeenPlaying() {
        page.open("run", first);
        browser.text(".control", "step ");
        assertThat(browser.text(".bars", "left")).contains("right", "action probabilities");
        assertThat(browser.text(".right .facts", "return")).contains("last weights of frame", "steps");
        long colors = (Long) Objects.requireNonNull(browser.run("""
                const canvas = document.querySelector(".screen");
                const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                return new Set(new Uint32Array(data.buffer)).size;"""));
        assertThat(colors).isGreaterThan(2); // cart, pole, track and ground
        browser.press(Keys.ARROW_RIGHT); // pauses
        String before = browser.find(".control .muted").getText();
        browser.press(Keys.ARROW_RIGHT);
        assertThat(browser.find(".control .muted").getText()).isNotEqualTo(before);
        browser.find(".kinds [data-kind='best']").click();
        browser.text(".right .facts", "best weights");
    }

    @Test
    void aRunShowsItsHealthSpecLogCheckpointsAndFiles() {
        page.open("run", first);
        browser.find(".multiple canvas");
        browser.find(".multiple .name").click();
        browser.text(".meaning", "loss of the last update");
        assertThat(browser.text(".panel", "time_horizon"))
                .contains("agent.algorithm.gamma", "keys differ from the defaults");
        Map<String, String> shown =
                Map.of("log", "starts at frame 0", "checkpoints", "best weights", "files", "run.json");
        shown.forEach((tab, words) -> {
            browser.find(".tabs [data-tab='%s']".formatted(tab)).click();
            browser.text(".panel", words);
        });
    }

    @Test
    void aPhoneShowsEverythingWithoutScrollingSideways() {
        browser.size(375, 800);
        for (String[] words : new String[][] {{}, {"run", first}, {"compare", first, second}}) {
            page.open(words);
            browser.find(words.length == 0 ? "tr[data-id]" : ".returns canvas");
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .as(String.join("/", words))
                    .isEqualTo(375L);
            assertThat((List<?>) browser.run(SMALL_BUTTONS))
                    .as(String.join("/", words))
                    .isEmpty();
        }
        page.open("run", first);
        int curve = browser.find(".returns canvas").getLocation().y;
        int agent = browser.find(".screen").getLocation().y;
        int health = browser.find(".multiples").getLocation().y;
        assertThat(List.of(curve, agent, health)).isSorted();
    }

    @Test
    void darkIsDarkAndRemembered() {
        browser.prefers("dark");
        browser.run("localStorage.clear()");
        page.open("run", first);
        browser.find(".returns canvas");
        assertThat(ground()).isEqualTo("rgb(16, 18, 20)");
        browser.press("d");
        assertThat(ground()).isEqualTo("rgb(255, 255, 255)");
        page.open();
        row(first);
        assertThat(ground()).isEqualTo("rgb(255, 255, 255)");
        browser.run("localStorage.clear()");
    }

    private static String ground() {
        return String.valueOf(browser.run("return getComputedStyle(document.body).backgroundColor"));
    }

    @Test
    void aRunThatIsNotThereIsSaidInASentence() {
        page.open("run", "nobody");
        browser.text("main", "There is no such run here.");
    }
}

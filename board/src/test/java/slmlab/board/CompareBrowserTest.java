package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// Runs of two algorithms in two envs, compared in a real browser.
@Tag("browser")
class CompareBrowserTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @RegisterExtension
    private static final BoardPage page = new BoardPage();

    @SuppressWarnings("NullAway.Init") // begin sets it
    private static Browser browser;

    private static final List<String> RUNS = new ArrayList<>(); // PPO and A2C in CartPole, then in MountainCar

    @BeforeAll
    static void begin() {
        browser = page.start(temp);
        Path data = temp.resolve("data");
        for (String env : List.of("CartPole-v1", "MountainCar-v0")) {
            for (String spec : List.of("ppo", "a2c")) {
                Path file = TinySpecs.file(temp, spec, "", "\"max_session\": 2");
                Plan plan = Plan.read(SpecFile.read(file, Map.of("env.name", env)), spec);
                RUNS.add(Lab.run(plan, TinySpecs.options(data), Listener.NONE)
                        .folder()
                        .path()
                        .getFileName()
                        .toString());
            }
        }
        page.serve(data);
    }

    @Test
    void algorithmsAreComparedOverSeveralEnvs() {
        page.open("compare", String.join("/", RUNS));
        assertThat(browser.text(".verdict", "at least 4 sessions on each side and in each env"))
                .contains("PPO", "ActorCritic");
        browser.text(".more", "scores are scaled");
        browser.await("a chart for each env", () -> browser.all(".envs canvas").size() == 2 ? true : null);
        browser.hover(browser.find(".envs canvas"), 100, 0);
        browser.text(".envs .readout", "frame "); // and the legend has a return for each run of this env
        browser.await("returns", () -> legend(".envs .now").size() == 2 ? true : null);
        browser.hover(browser.find("section .returns canvas"), 0, 0);
        browser.text("section .readout", "above ");
        assertThat(legend("section .now")).hasSize(2).allMatch(text -> text.endsWith(" %"));
        assertThat(browser.text(".envs", "MountainCar-v0")).contains("CartPole-v1", "PPO", "ActorCritic");
        assertThat(browser.all("table.compare tbody tr")).hasSize(4);
        assertThat(browser.all("table.matrix td.number")).hasSize(4);
        browser.text("main", "Performance profile");
        browser.size(375, 800);
        String isNarrow = "return document.documentElement.scrollWidth === 375";
        browser.await( // the charts follow a moment later
                "a page as wide as the phone", () -> Boolean.TRUE.equals(browser.run(isNarrow)) ? true : null);
    }

    /// Return the numbers of a legend that are shown.
    private static List<String> legend(String selector) {
        return browser.all(selector).stream()
                .map(WebElement::getText)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    @Test
    void runsThatShareNoEnvAreShownWithAReasonInPlaceOfAVerdict() {
        page.open("compare", RUNS.get(0) + "/" + RUNS.get(3));
        browser.text(".verdict", "returns of different envs cannot be compared: PPO in CartPole-v1");
        browser.await("a chart for each env", () -> browser.all(".envs canvas").size() == 2 ? true : null);
        assertThat(browser.all("table.compare tbody tr td b")).hasSize(2);
        assertThat(browser.run("return document.querySelector('table.matrix').checkVisibility()"))
                .isEqualTo(false);
    }
}

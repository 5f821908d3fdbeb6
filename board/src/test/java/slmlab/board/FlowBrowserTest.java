package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/// A workflow as a person answers it, in a real browser.
@Tag("browser")
class FlowBrowserTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @RegisterExtension
    private static final BoardPage page = new BoardPage();

    @SuppressWarnings("NullAway.Init") // begin sets them
    private static Browser browser;

    @SuppressWarnings("NullAway.Init")
    private static FlowFixture fixture;

    @BeforeAll
    static void begin() throws IOException {
        browser = page.start(temp);
        fixture = new FlowFixture(temp);
        page.serve(Files.createDirectories(temp.resolve("data")), fixture.desk());
    }

    @Test
    void fromTheFirstQuestionToTheFiles() throws IOException {
        page.openPath("flow");
        assertThat(browser.text(".flows", "3 steps")).contains("A design. Use when asked.");
        browser.find("#flows");
        browser.find("[data-flow='rl-demo']").click();
        browser.text(".question label", "Which env");
        assertThat(browser.find(".question .needs").getText()).contains("Needs a text.", "Empty: CartPole-v1");
        browser.press(Keys.ENTER);
        browser.text(".question label", "How many agents");
        browser.text(".artefact", "\"env\": \"CartPole-v1\"");
        browser.press("many", Keys.ENTER);
        browser.text(".refusal", "is 'many'; needs a whole number of at least 1");
        browser.find("#answer").clear();
        browser.find("#answer").sendKeys("2", Keys.ENTER);
        browser.text(".question label", "Is it fast");
        browser.find(".question [type='button']").click(); // back
        browser.text(".question label", "How many agents");
        browser.press("3", Keys.ENTER);
        browser.text(".question label", "Is it fast");
        browser.find(".question [type='submit']").click();
        browser.text(".talk h2", "Step 2 of 3: Define the state");
        browser.find(".question td input").sendKeys("x");
        browser.all(".question td input").get(1).sendKeys("-1");
        browser.find(".question p [type='button']").click(); // another row
        browser.all(".question td input").get(2).sendKeys("v");
        browser.find(".question [type='submit']").click();
        browser.text(".talk .state", "its commands run");
        browser.text(".talk .log", "0 errors, 0 warnings"); // while they do
        fixture.mayEnd.countDown();
        browser.text(".talk h2", "Done");
        assertThat(browser.text(".steps", "Datasets")).contains("slm-lab does not have datasets yet");
        assertThat(browser.text(".files", "02-state.json")).contains("01-init.md", "03-data.json");
        String made = Files.readString(fixture.place().resolve("flow-rl-demo/02-state.json"));
        assertThat(made.replaceAll("\\s+", ""))
                .isEqualTo("{\"components\":[{\"name\":\"x\",\"low\":-1},{\"name\":\"v\"}]}");
        assertThat(Files.readString(fixture.place().resolve("flow-rl-demo/01-init.json")))
                .contains("\"agents\" : 3");
        browser.find("[data-redo='init']").click();
        browser.text(".question label", "Which env");
        page.open("flow");
        assertThat(browser.text(".flows", "flow-rl-demo")).contains("rl-demo"); // to be continued
    }
}

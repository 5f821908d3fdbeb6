package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;
import slmlab.play.Player;
import slmlab.serve.PolicyServer;
import slmlab.serve.ServeOptions;
import slmlab.serve.ServedPolicies;

/// The page on which a served policy is tried by hand.
@Tag("browser")
class ServePageBrowserTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void numbersThatAreTypedBecomeAnAction() {
        try (Browser browser = Browser.start(temp)) {
            Path policy = ServedPolicies.discrete(temp.resolve("policy.safetensors"), 81_920);
            Player player = Player.load(policy);
            ServeOptions options =
                    ServeOptions.defaults().on(ServeOptions.HOST, 0, Set.of()).warmingUp(Duration.ZERO);
            try (PolicyServer server = PolicyServer.open(policy, options, _ -> {})) {
                browser.size(1280, 900);
                browser.open(server.address());
                browser.text("h1", "PPO on Small-v0");
                assertThat(browser.text("#action", String.valueOf(player.act(0, 0, 0, 0))))
                        .hasSize(1);
                assertThat(browser.all("#inputs input")).hasSize(ServedPolicies.OBS);
                WebElement first = browser.find("#inputs input");
                first.clear();
                first.sendKeys("2.5\n");
                player.act(2.5f, 0, 0, 0);
                String shown = String.valueOf(Math.round(player.actionProbabilities()[0] * 1e4) / 1e4);
                browser.text("#details .n", shown);
                browser.text("#took", "81920");
                assertThat(browser.text("#curl", "2.5"))
                        .contains(server.address() + "act")
                        .contains("{\"obs\":[2.5,0,0,0]}");
                browser.size(375, 800);
                assertThat(browser.run("return document.documentElement.scrollWidth"))
                        .isEqualTo(375L);
                browser.assertClean(server.address());
            }
            Path dict = ServedPolicies.dict(temp.resolve("dict.safetensors"), 1);
            try (PolicyServer server = PolicyServer.open(dict, options, _ -> {})) {
                browser.open(server.address());
                browser.text(
                        "#problem", "season[0] is 0.0; needs a whole number from 1 to 4"); // what cannot be is said
                browser.all("#inputs input").getLast().sendKeys("\b1\n");
                browser.text("#action", "");
                browser.await(
                        "an action", () -> browser.all("#problem").getFirst().isDisplayed() ? null : true);
            }
        }
    }
}

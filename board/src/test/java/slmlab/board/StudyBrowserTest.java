package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.TinySpecs;
import slmlab.experiment.plan.Plan;
import slmlab.run.RunFolder;
import slmlab.search.plot.SyntheticStudy;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.trial.SearchFolder;
import slmlab.spec.SpecFile;

/// The page of a study as a person uses it, in a real browser, over a real database that grows meanwhile.
@Tag("browser")
class StudyBrowserTest {
    private static final int FIRST = 24; // trials before the page is opened
    private static final int ALL = 40;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @RegisterExtension
    private static final BoardPage page = new BoardPage();

    @SuppressWarnings("NullAway.Init") // begin sets them
    private static Browser browser;

    @SuppressWarnings("NullAway.Init")
    private static Database database;

    @SuppressWarnings("NullAway.Init")
    private static Study study;

    @BeforeAll
    static void begin() throws IOException {
        browser = page.start(temp);
        Path data = Files.createDirectories(temp.resolve("data"));
        SearchFolder search = SearchFolder.create(data, "ppo_cartpole", "search", Map.of(), Map.of(), _ -> {});
        database = Database.of(search.database());
        study = Study.create(database, SyntheticStudy.plan(ALL));
        SyntheticStudy.run(study, FIRST);
        Plan plan = Plan.read(SpecFile.read(TinySpecs.file(temp, "ppo", "", ""), Map.of()), "ppo");
        RunFolder run = Lab.run(plan, TinySpecs.options(temp.resolve("runs")), Listener.NONE)
                .folder();
        Files.move(
                run.path(), search.trial(study.standing().best().orElseThrow().number()));
        page.serve(data);
    }

    @AfterAll
    static void end() {
        if (database != null) {
            database.close();
        }
    }

    @Test
    void aSearchIsOneRowThatLeadsToItsPageAndItsTrials() {
        page.open();
        String row = browser.text("tr[data-id='search']", "pruned");
        assertThat(row).contains("search", "CartPole-v1", "PPO", "of %s trials".formatted(ALL));
        browser.press("j", Keys.ENTER);
        int best = study.standing().best().orElseThrow().number();
        assertThat(browser.text(".answer", "candidate, trial " + best)).contains("trials ended");
        assertThat(browser.text(".standing", "candidate: trial " + best)).contains("which nobody has repeated");
        browser.text(".matter", "finished; importance needs 10"); // pruned trials do not count
        assertThat(browser.all("canvas.drawing")).hasSize(9); // history, parallel, 5 slices, contour, rungs
        assertThat(browser.all("tr.best"))
                .singleElement()
                .extracting(each -> each.getDomAttribute("data-trial"))
                .isEqualTo(Integer.toString(best));
        browser.find(".kinds [data-state='pruned']").click();
        browser.await(
                "only pruned trials",
                () -> browser.all(".trials tbody tr:not(.pruned)").isEmpty() ? true : null);
        browser.find(".kinds [data-state='all']").click();
        browser.press("j");
        browser.find(".trials tr.at");
        browser.press(Keys.ENTER); // the best is the first, and it alone has a folder
        browser.text(".head .path", "search / t" + best);
        browser.find(".returns canvas");
        browser.find(".head .path a[href='#/study/search']").click();
        browser.find("tr.best");
    }

    @Test
    void hoveringATrialSaysWhatItTriedInEveryPlot() {
        page.open("study", "search");
        WebElement history = browser.find("canvas.drawing");
        browser.await("a trial under the pointer", () -> {
            for (int x = 80; x < history.getSize().width - 20; x += 15) {
                browser.hover(history, x - history.getSize().width / 2, 0);
                List<WebElement> tips = browser.all(".tip:not([hidden])");
                if (!tips.isEmpty() && tips.getFirst().getText().contains("gamma")) {
                    return true;
                }
            }
            return null;
        });
        assertThat(browser.find(".tip").getText()).contains("trial ", "lr", "frames");
    }

    @Test
    void thePageGrowsWithTheStudy() {
        page.open("study", "search");
        browser.find(".trials tbody tr");
        int before = browser.all(".trials tbody tr").size();
        assertThat(before).isGreaterThanOrEqualTo(FIRST);
        SyntheticStudy.run(study, 3);
        browser.await("new trials", () -> browser.all(".trials tbody tr").size() == before + 3 ? true : null);
    }

    @Test
    void aPhoneShowsItWithoutScrollingSidewaysAndDarkIsDark() {
        browser.prefers("dark");
        browser.run("localStorage.clear()");
        browser.size(375, 800);
        page.open("study", "search");
        browser.find("tr.best");
        assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(375L);
        assertThat(browser.run("""
            return [...document.querySelectorAll("button, select")]
                .filter(each => each.offsetParent && each.getBoundingClientRect().height < 44)
                .map(each => each.textContent);\
            """)).as("too small for a finger").isEqualTo(List.of());
        assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(16, 18, 20)");
        browser.run("document.querySelectorAll('.drawing')[7].scrollIntoView()"); // the contour
        browser.await(
                "a contour in many colors", () -> (Long) Objects.requireNonNull(browser.run("""
                    const canvas = document.querySelectorAll(".drawing")[7];
                    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                    return new Set(new Uint32Array(data.buffer)).size;\
                    """)) > 50 ? true : null);
    }

    @Test
    void aStudyOrTrialThatIsNotThereIsSaidInASentence() {
        page.open("study", "nobody");
        browser.text("main", "There is no such study here.");
    }
}

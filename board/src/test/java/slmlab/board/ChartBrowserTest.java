package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Point;
import org.openqa.selenium.Rectangle;
import org.openqa.selenium.WebElement;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// The charts of a run under mouse, fingers and keyboard, in a real browser.
///
/// The numbers are chosen so that each place has its own: at frame 100 i the return is i and the entropy is
/// 1 - i / 100, which is missing for i from 41 to 59. A second run has many more rows than the chart has pixels, and an
/// entropy of 0.5 but for one row, with the same gap.
@Tag("browser")
class ChartBrowserTest {
    private static final String RUN = "ppo_2026_11_18_120000";
    private static final String LONG_RUN = "ppo_2026_11_18_130000";
    private static final int ROWS = 100;
    private static final int MANY = 20_000;
    private static final int LEFT = 56; // pixels beside the curves, for the marks
    private static final int RIGHT = 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @RegisterExtension
    private static final BoardPage page = new BoardPage();

    @SuppressWarnings("NullAway.Init") // begin sets it
    private static Browser browser;

    @SuppressWarnings("NullAway.Init") // open sets it
    private WebElement chart;

    @BeforeAll
    static void begin() throws IOException {
        browser = page.start(temp);
        write(RUN, ROWS, i -> 1 - i / 100.0);
        write(LONG_RUN, MANY, i -> i == MANY / 5 ? 1 : 0.5);
        page.serve(temp.resolve("data"));
    }

    private static void write(String name, int last, IntToDoubleFunction entropy) throws IOException {
        Path folder = temp.resolve("data").resolve(name);
        Files.createDirectories(folder.resolve("info"));
        JsonFile.write(folder.resolve("ppo_spec.json"), Map.of("ppo", Map.of("env", Map.of("name", "CartPole-v1"))));
        Table table = new Table(List.of("frame", "wall_t", "opt_step", "total_reward", "mean_return", "entropy"));
        for (int i = 0; i <= last; i++) {
            boolean isMissing = i > 0.4 * last && i < 0.6 * last;
            table.add(100 * i, i, i, i, i, isMissing ? Double.NaN : entropy.applyAsDouble(i));
        }
        table.write(RunFolder.open(folder).sessionTable(0, Phase.TRAIN));
    }

    @BeforeEach
    void open() {
        open(RUN);
    }

    private void open(String run) {
        page.open("run", run);
        chart = browser.find(".returns canvas");
        browser.hover(browser.find(".brand"), 0, 0);
        browser.text(".multiples", "entropy");
    }

    /// Return the distance from the middle of the chart to a share of its x axis.
    private int at(double share) {
        int width = chart.getSize().width;
        return (int) Math.round(LEFT + share * (width - LEFT - RIGHT) - width / 2.0);
    }

    private void assertReads(double share, String returns) {
        browser.hover(chart, at(share), 0);
        browser.text(".returns .readout", returns);
    }

    @Test
    void theCrossHairReadsTheCurvesOfEveryChart() {
        assertReads(0.5, "frame 5\u202f000: 50.0");
        assertReads(0.25, "frame 2\u202f500: 25.0");
        browser.text(".multiple .readout", "0.75");
        browser.hover(chart, at(0.5), 0);
        browser.await(
                "no entropy in the gap", () -> readouts(".multiple .readout").isEmpty() ? true : null);
        browser.hover(browser.find(".brand"), 0, 0);
        browser.await("no number", () -> readouts(".readout").isEmpty() ? true : null);
    }

    private static List<String> readouts(String selector) {
        return browser.all(selector).stream()
                .map(WebElement::getText)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    @Test
    void aDragZoomsAndADoubleClickShowsAll() {
        assertThat(browser.find(".under").getText()).doesNotContain("Show all");
        browser.drag(chart, at(0.2), at(0.4)); // frames 2000 to 4000
        assertReads(0.5, "frame 3\u202f000: 30.0");
        browser.text(".multiple .readout", "0.7");
        browser.text(".under", "Show all");
        browser.await("only this part, and half of it on either side", () -> reached() < 5200 ? true : null);
        browser.doubleClick(chart);
        assertReads(0.5, "frame 5\u202f000: 50.0");
        browser.await("all of it", () -> reached() == 10_000 ? true : null);
        assertThat(browser.find(".under").getText()).doesNotContain("Show all");
        browser.drag(chart, at(0.2), at(0.2) + 2); // a click that slipped
        assertReads(0.5, "frame 5\u202f000: 50.0");
    }

    /// Return the last frame that the page has asked for.
    private static double reached() {
        return Double.parseDouble(
                Objects.requireNonNull(browser.find(".returns .plot").getDomAttribute("data-last")));
    }

    @Test
    void whatIsZoomedIsMovedByDraggingWithShift() {
        browser.drag(chart, at(0.4), at(0.6)); // frames 4000 to 6000
        assertReads(0.5, "frame 5\u202f000: 50.0");
        browser.drag(chart, at(0.2), at(0.7), Keys.SHIFT); // half of 2000 frames to the left
        assertReads(0.5, "frame 4\u202f000: 40.0");
        browser.drag(chart, at(0), at(1), Keys.SHIFT);
        browser.drag(chart, at(0), at(1), Keys.SHIFT);
        assertReads(0.5, "frame 1\u202f000: 10.0"); // no further than the beginning
        browser.find(".under button:not([data-axis])").click();
        assertReads(0.5, "frame 5\u202f000: 50.0");
    }

    @Test
    void theWheelZoomsWithCtrl() {
        browser.wheel(chart, -400); // a quarter of the axis, around the middle of the canvas
        double width = chart.getSize().width;
        double middle = (width / 2 - LEFT) / (width - LEFT - RIGHT);
        assertReads(0, "frame 3\u202f%.0f00".formatted(Math.ceil(75 * middle) - 30)); // the first row in view
        browser.wheel(chart, 1000);
        assertReads(0.5, "frame 5\u202f000: 50.0");
    }

    @Test
    void theKeyboardZoomsAndMoves() {
        browser.press("+"); // frames 2500 to 7500
        assertReads(0.1, "frame 3\u202f000: 30.0");
        browser.hover(browser.find(".brand"), 0, 0);
        browser.run("document.querySelector('.returns canvas').focus()");
        browser.press(Keys.ARROW_RIGHT);
        double first = frame();
        browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertThat(frame()).isBetween(first + 100, first + 300); // 24 pixels of some 750
        browser.pressWithShift(Keys.ARROW_RIGHT); // frames 3000 to 8000
        assertReads(0.1, "frame 3\u202f500: 35.0");
        browser.hover(browser.find(".brand"), 0, 0);
        browser.press("-");
        assertReads(0.1, "frame 1\u202f000: 10.0");
        browser.press("+", "+"); // around the cross-hair: frames 750 to 3250
        assertReads(0.9, "frame 3\u202f000: 30.0");
        browser.press("0");
        assertReads(0.5, "frame 5\u202f000: 50.0");
    }

    /// Return the frame under the cross-hair.
    private static double frame() {
        String text = browser.text(".returns .readout", "frame ");
        return Double.parseDouble(
                text.substring("frame ".length(), text.indexOf(':')).replace("\u202f", ""));
    }

    @Test
    void twoFingersZoom() {
        Rectangle place = chart.getRect();
        int middle = place.x + place.width / 2;
        int y = place.y + place.height / 2;
        browser.fingers(true, new Point(middle + at(0.4), y));
        browser.fingers(true, new Point(middle + at(0.4), y), new Point(middle + at(0.6), y));
        browser.fingers(false, new Point(middle + at(0.3), y), new Point(middle + at(0.7), y));
        browser.fingers(false);
        browser.text(".under", "Show all"); // frames 2500 to 7500
        assertReads(0.1, "frame 3\u202f000: 30.0");
    }

    @Test
    void aMissingNumberIsAGap() {
        browser.await("a curve", () -> ink(0.1, 0.3) > 20 ? true : null);
        assertThat(ink(0.42, 0.58)).isZero();
        assertThat(ink(0.7, 0.9)).isGreaterThan(20);
    }

    @Test
    void ofMorePointsThanPixelsNeitherAGapNorAPeakIsLost() {
        open(LONG_RUN);
        browser.await("a curve", () -> ink(0.3, 0.4) > 5 ? true : null);
        assertThat(ink(0.42, 0.58)).isZero();
        assertThat(ink(0.7, 0.9)).isGreaterThan(20);
        assertThat(ink(0.18, 0.22)).as("one row in %s".formatted(MANY)).isGreaterThan(ink(0.3, 0.34) + 50);
    }

    /// Return how many pixels of the entropy's chart have the color of a curve, between two shares of the x axis.
    private static long ink(double from, double to) {
        return (Long) Objects.requireNonNull(browser.run("""
                const shown = document.querySelector(".multiple canvas"), read = document.createElement("canvas");
                read.width = shown.width;
                read.height = shown.height;
                const ctx = read.getContext("2d", { willReadFrequently: true });
                ctx.drawImage(shown, 0, 0);
                const x = share => Math.round(%s + share * (shown.width - %s));
                const { data } = ctx.getImageData(x(%s), 0, x(%s) - x(%s), shown.height);
                let found = 0;
                for (let i = 0; i < data.length; i += 4) {
                  if (data[i + 3] > 100 && Math.abs(data[i + 2] - data[i]) > 60) found++;
                }
                return found;\
                """.formatted(LEFT, LEFT + RIGHT, from, to, from)));
    }

    @Test
    void theCanvasHasThePixelsOfTheScreenAndFollowsTheWindow() {
        for (int width : List.of(1000, 375)) {
            browser.size(width, 800, 2);
            browser.await(
                    "a sharp chart in %s pixels".formatted(width),
                    () -> Boolean.TRUE.equals(browser.run("""
                    return [...document.querySelectorAll(".chart")].every(each =>
                        Math.abs(each.width - 2 * each.getBoundingClientRect().width) <= 1
                        && each.height === 2 * each.clientHeight && each.clientWidth <= innerWidth);\
                    """)) ? true : null);
        }
        assertReads(0.5, "frame 5\u202f000: 50.0");
    }
}

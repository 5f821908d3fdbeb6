package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Point;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/// A real Chromium without a window.
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE =
            Duration.ofMinutes(2); // for a busy machine; what comes sooner is taken sooner

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /// Start it; where there is none, the test is skipped.
    static Browser start(Path temp) {
        Optional<Path> chromium = program("chromium", "chromium-browser", "google-chrome");
        Optional<Path> chromedriver = program("chromedriver");
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "skipped: there is no Chromium with chromedriver (Debian: chromium, chromium-driver)");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow().toString());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + temp.resolve("chromium"));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow().toFile())
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.get("about:blank");
        driver.manage().logs().get(LogType.PERFORMANCE); // what the browser's own first page asked for
        return new Browser(driver);
    }

    private static Optional<Path> program(String... names) {
        List<String> folders = List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
        return Stream.of(names)
                .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    void open(String address) {
        driver.get("about:blank"); // an address that differs after # alone would not load the page
        driver.get(address);
    }

    /// Set the size of the page in pixels.
    void size(int width, int height) {
        size(width, height, 1);
    }

    /// Set the size of the page, and how many pixels of the screen make up one of the page.
    void size(int width, int height, int density) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", density, "mobile", width < 500));
    }

    /// Say what the system prefers: `light` or `dark`.
    void prefers(String theme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    @Nullable
    Object run(String script) {
        return driver.executeScript(script);
    }

    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void pressWithShift(CharSequence key) {
        new Actions(driver).keyDown(Keys.SHIFT).sendKeys(key).keyUp(Keys.SHIFT).perform();
    }

    /// Move the pointer to a place of an element, counted from its middle.
    void hover(WebElement element, int x, int y) {
        new Actions(driver).moveToElement(element, x, y).perform();
    }

    /// Drag with the mouse from one place of an element to another, counted from its middle, while keys are held.
    void drag(WebElement element, int from, int to, Keys... held) {
        Actions actions = new Actions(driver);
        List.of(held).forEach(actions::keyDown);
        actions.moveToElement(element, from, 0).clickAndHold().moveByOffset((to - from) / 2, 0);
        actions.moveToElement(element, to, 0).release();
        List.of(held).forEach(actions::keyUp);
        actions.perform();
    }

    void doubleClick(WebElement element) {
        new Actions(driver).doubleClick(element).perform();
    }

    /// Turn the wheel over the middle of an element, while Ctrl is held.
    void wheel(WebElement element, int pixels) {
        new Actions(driver)
                .keyDown(Keys.CONTROL)
                .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(element), 0, pixels)
                .keyUp(Keys.CONTROL)
                .perform();
    }

    /// Put fingers on the page at these places, or move them there; none lifts them.
    void fingers(boolean begin, Point... places) {
        driver.executeCdpCommand(
                "Input.dispatchTouchEvent",
                Map.of(
                        "type",
                        places.length == 0 ? "touchEnd" : begin ? "touchStart" : "touchMove",
                        "touchPoints",
                        IntStream.range(0, places.length)
                                .mapToObj(i -> Map.of("x", places[i].x, "y", places[i].y, "id", i))
                                .toList()));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /// Wait until an element is there and shows something.
    WebElement find(String selector) {
        return await(
                selector,
                () -> all(selector).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    /// Wait until an element shows a text that holds some words.
    String text(String selector, String words) {
        return await(
                "%s with %s".formatted(selector, words),
                () -> all(selector).stream()
                        .map(WebElement::getText)
                        .filter(text -> text.contains(words))
                        .findFirst()
                        .orElse(null));
    }

    /// Wait until something is there.
    <T> T await(String what, Supplier<@Nullable T> found) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            @Nullable T now = looked(found);
            if (now != null) {
                return now;
            }
        }
        throw new AssertionError("the page never had %s; it shows:%n%s"
                .formatted(what, Objects.requireNonNull(run("return document.body.innerText"))));
    }

    private static <T> @Nullable T looked(Supplier<@Nullable T> found) {
        try {
            Thread.sleep(50);
            return found.get();
        } catch (StaleElementReferenceException _) {
            return null; // redrawn meanwhile
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Assert that the page had no error and asked no other host, since the last call.
    void assertClean(String address) {
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::toString)
                .isEmpty();
        List<String> requested = driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message -> message.contains("Network.requestWillBeSent\""))
                .map(message -> message.replaceAll("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
                .toList();
        assertThat(requested).isNotEmpty().allMatch(url -> url.startsWith(address) || url.startsWith("about:"));
    }

    @Override
    public void close() {
        driver.quit();
    }
}

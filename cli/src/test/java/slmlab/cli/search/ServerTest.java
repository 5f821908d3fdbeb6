package slmlab.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.ChildJvm;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// Machines that lack something, as slim servers and containers do: no fonts, no display, no home, no locale.
@Tag("slow")
class ServerTest {
    private static final List<String> NO_FONTS = List.of("-Dsun.awt.fontconfig=/nonexistent/fontconfig");

    /// Java is told that there is a display, and there is none: nothing can be drawn at all.
    private static final List<String> NO_DRAWING = List.of("-Djava.awt.headless=false");

    private static final Map<String, String> NO_DISPLAY = Map.of("DISPLAY", ":77");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String spec = "";
    private String data = "";

    @BeforeEach
    void setUp() {
        spec = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "").toString();
        data = temp.resolve("data").toString();
    }

    private CommandResult run(Map<String, String> environment, List<String> before, List<String> flags, String... args)
            throws IOException, InterruptedException {
        return ChildJvm.start(temp, environment, before, flags, args).result();
    }

    /// It did what it was asked and said nothing of what it missed.
    private static void assertQuiet(CommandResult result) {
        assertThat(told(result)).isEmpty();
        assertThat(result.code()).isZero();
    }

    private static List<String> told(CommandResult result) {
        return result.err()
                .lines()
                .filter(line -> !line.startsWith("WARNING: Using incubator modules"))
                .filter(line -> !line.startsWith("waiting for ")) // a slow machine, after Ctrl-C
                .toList();
    }

    private RunFolder folder() {
        return RunFolder.latest(Path.of(data), "ppo").orElseThrow();
    }

    private static void assertFigures(Path folder, int count, int width) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> figures =
                    files.filter(file -> !file.toString().endsWith(".csv")).toList();
            assertThat(figures).hasSize(count);
            for (Path figure : figures) {
                assertThat(ImageIO.read(figure.toFile()).getWidth()).isEqualTo(width);
            }
        }
    }

    @Test
    void withoutFontsHomeDisplayAndLanguageAllFiguresAreDrawn() throws Exception {
        List<String> without = List.of("env", "-u", "HOME", "-u", "DISPLAY", "-u", "LANG", "-u", "XDG_CONFIG_HOME");
        assertQuiet(run(Map.of("LC_ALL", "C"), without, NO_FONTS, "run", spec, "ppo", "train", "-d", data));
        Path graph = folder().path().resolve("graph");
        assertFigures(graph, 8, 1000);
        try (Stream<Path> files = Files.list(graph)) {
            files.forEach(file -> file.toFile().delete());
        }
        String run = folder().path().toString();
        assertQuiet(run(Map.of(), List.of(), NO_FONTS, "retro", run));
        assertFigures(graph, 8, 1000);
        Path plots = temp.resolve("plots");
        assertQuiet(run(Map.of(), List.of(), NO_FONTS, "plot", "-f", run, "-o", plots.toString()));
        assertFigures(plots, 1, 1200);
        Path gif = temp.resolve("cartpole.gif");
        assertQuiet(run(Map.of(), List.of(), NO_FONTS, "run", "S", "N", "enjoy@" + run, "--gif", gif.toString()));
        assertThat(gif).exists();
    }

    @Test
    void whatCannotBeDrawnIsALineAndFailsNoRun() throws Exception {
        CommandResult train = run(NO_DISPLAY, List.of(), NO_DRAWING, "run", spec, "ppo", "train", "-d", data);
        String run = folder().path().toString();
        assertThat(told(train))
                .singleElement()
                .asString()
                .startsWith("no curve can be drawn here")
                .endsWith("; once it can, slm-lab retro " + run + " draws the curves");
        assertThat(train.code()).isZero();
        assertThat(train.out()).contains("trial_metrics: ").doesNotContain("curve ");
        assertThat(folder().trialMetrics()).exists();
        assertFigures(folder().path().resolve("graph"), 0, 1000);

        CommandResult retro = run(NO_DISPLAY, List.of(), NO_DRAWING, "retro", run);
        assertThat(told(retro)).singleElement().asString().startsWith("no curve can be drawn here");
        assertThat(retro.out()).contains("trial_metrics: ");
        assertThat(retro.code()).isZero();

        CommandResult plot = run(
                NO_DISPLAY,
                List.of(),
                NO_DRAWING,
                "plot",
                "-f",
                run,
                "-o",
                temp.resolve("plots").toString());
        assertThat(told(plot)).singleElement().asString().startsWith("slm-lab plot: no curve can be drawn here");
        assertThat(plot.code()).isEqualTo(Cli.FAILED);

        Path gif = temp.resolve("cartpole.gif");
        CommandResult enjoy =
                run(NO_DISPLAY, List.of(), NO_DRAWING, "run", "S", "N", "enjoy@" + run, "--gif", gif.toString());
        assertThat(told(enjoy)).singleElement().asString().startsWith("no more images: the env cannot be drawn");
        assertThat(enjoy.out()).contains("mean return").doesNotContain(gif.toString());
        assertThat(enjoy.code()).isZero();
        assertThat(gif).doesNotExist();
    }

    @Test
    void aDisplayThatIsNotThereHindersNoFigure() throws Exception {
        Path gif = temp.resolve("cartpole.gif");
        assertQuiet(run(
                NO_DISPLAY,
                List.of(),
                List.of(),
                "env",
                "rollout",
                "CartPole-v1",
                "--steps",
                "3",
                "--gif",
                gif.toString()));
        assertThat(gif).exists();
    }

    @Test
    void inArabicAndTurkishTheSameIsSaid() throws Exception {
        String english = said("-Duser.language=en", "-Duser.country=US");
        assertThat(english).contains("1 session of 400 frames", "trial_metrics: frame:4.00e+02");
        assertThat(said("-Duser.language=ar", "-Duser.country=EG", "-Duser.extensions=nu-arab"))
                .isEqualTo(english);
        assertThat(said("-Duser.language=tr", "-Duser.country=TR")).isEqualTo(english);
    }

    /// What a run prints, but for the time in the name of its folder.
    private String said(String... flags) throws IOException, InterruptedException {
        CommandResult result = run(
                Map.of(), List.of(), List.of(flags), "run", spec, "ppo", "train", "-d", data, "--quiet", "--seed", "7");
        assertQuiet(result);
        return result.out().replaceAll("_\\d{4}_\\d\\d_\\d\\d_\\d{6}", "_TIME");
    }

    /// Words before a command whose files may have so many kilobytes: a full disk that needs no rights to make.
    private static List<String> full(int kilobytes) {
        return List.of("bash", "-c", "ulimit -f " + kilobytes + " && exec \"$@\"", "bash");
    }

    private static final List<String> LAUNCHED = List.of("-XX:-UsePerfData"); // its file would not fit either

    @Test
    void aFullDiskAtTheBeginning() throws Exception {
        CommandResult result = run(Map.of(), full(1), LAUNCHED, "run", spec, "ppo", "train", "-d", data);
        assertThat(told(result))
                .singleElement()
                .asString()
                .startsWith("slm-lab run: cannot write " + data)
                .endsWith("File too large");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
    }

    @Test
    void aFullDiskWhereTheStateIsWritten() throws Exception {
        CommandResult result = run(Map.of(), full(6), LAUNCHED, "run", spec, "ppo", "train", "-d", data);
        assertStateFailed(result);
        assertThat(result.code()).isEqualTo(Cli.FAILED);
    }

    private static void assertStateFailed(CommandResult result) {
        assertThat(told(result)).hasSize(3);
        assertThat(told(result).getFirst())
                .startsWith("the run failed: session 0: ")
                .contains("state.safetensors: cannot be written (java.io.IOException: File too large)");
        assertThat(told(result).getLast()).isEqualTo("no state was written yet; after fixing it, start again");
    }

    @Test
    void aFullDiskAtCtrlC() throws Exception {
        Files.writeString(
                Path.of(spec), TinySpecs.text("ppo", "\"max_frame\": 50000000", "\"log_frequency\": 10000000"));
        ChildJvm child = ChildJvm.start(
                temp, Map.of("STATE_SECONDS", "1000000"), full(6), LAUNCHED, "run", spec, "ppo", "train", "-d", data);
        child.await(() -> RunFolder.latest(Path.of(data), "ppo")
                .filter(folder -> logged(folder).contains(" starts at frame 0"))
                .isPresent());
        child.interrupt();
        CommandResult result = child.result();
        assertStateFailed(result);
        assertThat(result.code()).isEqualTo(130);
    }

    private static String logged(RunFolder folder) {
        try {
            return Files.readString(folder.log());
        } catch (IOException _) {
            return ""; // not there yet
        }
    }

    @Test
    void aFullDiskForFigures() throws Exception {
        CommandResult result = run(Map.of(), full(30), LAUNCHED, "run", spec, "ppo", "train", "-d", data);
        assertThat(told(result))
                .singleElement()
                .asString()
                .startsWith("cannot write " + data)
                .contains("File too large; once it can, slm-lab retro " + folder().path());
        assertThat(result.code()).isZero();
        assertThat(folder().state(0).resolve("400")).isDirectory();
        assertThat(folder().trialMetrics()).exists();
    }
}

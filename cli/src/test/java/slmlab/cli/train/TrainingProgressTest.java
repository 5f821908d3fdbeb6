package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.SessionResult;
import slmlab.experiment.TinySpecs;
import slmlab.run.Table;

class TrainingProgressTest {
    private static final String BACK_TWO_LINES = "\033[2A";
    private static final String CLEAN_LINE = "\r\033[K";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private final StringWriter text = new StringWriter();

    private TrainingProgress progress(boolean everyRow, boolean live) {
        var plan = TinySpecs.plan(temp, "ppo", "\"max_frame\": 1000", "\"max_session\": 2");
        return new TrainingProgress(new PrintWriter(text), plan, false, everyRow, live);
    }

    private static Table table(int rows) {
        Table table = new Table(List.of("total_reward", "loss", "frame", "entropy"));
        for (int i = 1; i <= rows; i++) {
            table.add(20 * i, 0.5, 250 * i, 0.69);
        }
        return table;
    }

    @Test
    void elsewhereThanOnATerminalLinesArePlain() {
        TrainingProgress progress = progress(false, false);
        progress.begin(0, 0, 1000);
        progress.row(0, table(1), 9, 20.25);
        progress.row(0, table(2), 9, 30);
        progress.end(0, new SessionResult(0, 1000, 2, true, null, table(4), null, 1, List.of(80.0), 80));
        List<String> lines = text.toString().lines().toList();
        assertThat(lines).hasSize(2); // the second row came too soon
        assertThat(lines.getFirst()).matches("s0   25%  frame 250  [\\d,]+ fps  return 20\\.25  \\S+  loss 0\\.500");
        assertThat(lines.getLast()).matches("s0  done at frame 1,000  return 80\\.00  \\S+  500 fps  2\\.0 s");
        assertThat(text.toString()).doesNotContain("\033", "\r");
    }

    @Test
    void aTerminalHasALinePerSessionThatIsDrawnOver() {
        TrainingProgress progress = progress(false, true);
        progress.begin(0, 0, 1000);
        progress.begin(1, 500, 1000);
        assertThat(text.toString())
                .isEqualTo(CLEAN_LINE + "s0  begins at frame 0 of 1,000\n" + CLEAN_LINE + "\n"
                        + BACK_TWO_LINES
                        + CLEAN_LINE + "s0  begins at frame 0 of 1,000\n"
                        + CLEAN_LINE + "s1  begins at frame 500 of 1,000\n");
    }

    @Test
    void devShowsEveryRowAndWhatWasSeenOfTheUpdates() {
        TrainingProgress progress = progress(true, false);
        progress.begin(0, 0, 1000);
        progress.row(0, table(1), 9, 20);
        progress.update(0, 300, 4, 4);
        progress.update(0, 400, 0, 4);
        progress.row(0, table(2), 9, 30);
        List<String> messages = text.toString()
                .lines()
                .map(line -> line.replaceFirst("^\\d{4}-.* \\| INFO \\| ", ""))
                .toList();
        assertThat(messages.stream().filter(line -> line.startsWith("s0"))).hasSize(2);
        assertThat(messages.stream().filter(line -> line.startsWith("    ")))
                .containsExactly(
                        "    no update",
                        "    entropy 0.6900",
                        "    2 updates, 1 changed no weight; all 4 arrays of weights are finite",
                        "    entropy 0.6900");
    }

    /// The longest numbers that a long run has.
    @Test
    void aLineFitsTheTerminal() {
        Table table = new Table(List.of("total_reward", "loss", "frame"));
        for (int i = 1; i <= 500; i++) {
            table.add(-1234.56 + i, -0.00012345, 199_000_000 + i);
        }
        Pace pace = new Pace(0, 0);
        pace.add(2, 0);
        pace.add(10, 1_987_654);
        String line = ProgressLine.row(3, table, -12345.67, 200_000_000, pace);
        assertThat(line).hasSizeLessThanOrEqualTo(80).contains("frame 199,000,500", "return -12345.67", "ETA ");
        pace = new Pace(0, 198_000_000);
        pace.add(2, 198_000_000);
        pace.add(10, 198_000_080);
        line = ProgressLine.row(12, table, -12345.67, 200_000_000, pace);
        assertThat(line).hasSizeLessThanOrEqualTo(80).endsWith("  ETA 27:45:50");
        SessionResult result = new SessionResult(
                12, 200_000_000, 123_456.7, false, null, table, null, 1, List.of(-12345.67), -12345.67);
        assertThat(ProgressLine.end(12, result)).hasSizeLessThanOrEqualTo(80).endsWith("  1,620 fps  123456.7 s");
    }

    @Test
    void whatIsNotKnownYetIsNotShown() {
        Table table = new Table(List.of("total_reward", "loss", "frame"));
        table.add(Double.NaN, Double.NaN, 250);
        Pace pace = new Pace(0, 0);
        pace.add(1, 250);
        assertThat(ProgressLine.row(0, table, Double.NaN, 1000, pace).strip())
                .isEqualTo("s0   25%  frame 250  250 fps  return –");
    }
}

package slmlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.chart.Chart;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Size;
import slmlab.chart.Theme;
import slmlab.chart.Ticks;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Runs;
import slmlab.run.Table;

class CurvesTest {
    private static final int BLUE = new Color(0x0072B2).getRGB();
    private static final int ORANGE = new Color(0xD55E00).getRGB();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void aSessionHasItsReturnsAndTheColumnsOfItsTable() throws IOException {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 1);
        List<Path> files = Curves.session(folder, 0, Phase.TRAIN, Runs.table(0));
        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly( // explore_var has no number
                        "ppo_t0_s0_session_graph_train_mean_returns_vs_frames.png",
                        "ppo_t0_s0_session_graph_train_mean_returns_ma_vs_frames.png",
                        "ppo_t0_s0_session_graph_train_loss_vs_frame.png");
        for (Path file : files) {
            BufferedImage image = image(file);
            assertThat(count(image, BLUE)).as("%s", file).isGreaterThan(1000);
            assertThat(image.getRGB(5, 5)).isEqualTo(Color.WHITE.getRGB());
        }
    }

    @Test
    void aTrialHasABandUnderItsLineAndIsShownInTheRunFolder() throws IOException {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 3);
        List<Table> sessions = List.of(Runs.table(0), Runs.table(1), Runs.table(2));
        List<Path> files = Curves.trial(folder, sessions, List.of());
        assertThat(files)
                .hasSize(4)
                .contains(temp.resolve(folder.path()).resolve("ppo_t0_trial_graph_mean_returns_ma_vs_frames.png"));
        int band = new Color(210, 230, 241).getRGB(); // the line's blue at 45/255 over white
        long bandOfThree = count(image(files.getFirst()), band);
        assertThat(bandOfThree).isGreaterThan(5000);
        assertThat(count(image(files.getFirst()), BLUE)).isGreaterThan(1000);
        assertThat(count(image(files.getFirst()), ORANGE)).isZero();
        List<Path> alone =
                Curves.trial(new RunFolder(folder.path(), folder.name(), 1), sessions.subList(0, 1), List.of());
        long bandOfOne = count(image(alone.getFirst()), band); // some pixels at the line's edge have that color too
        assertThat(bandOfOne).isLessThan(bandOfThree / 10);
    }

    @Test
    void aSingleSessionHasItsEpisodesAsAThinLine() throws IOException {
        RunFolder folder = Runs.of(temp, "dqn", "CartPole-v1", 1);
        Table table = new Table(List.of("total_reward", "frame", "t", "mean_return"));
        Table fourEnvs = new Table(table.columns());
        for (int i = 1; i < 50; i++) {
            table.add(i % 2 * 400, i, i, 200);
            fourEnvs.add(i % 2 * 400, 4 * i, i, 200);
        }
        BufferedImage one = image(Curves.session(folder, 0, Phase.TRAIN, table).getFirst());
        assertThat(count(one, BLUE)).isGreaterThan(1000);
        BufferedImage four =
                image(Curves.session(folder, 0, Phase.TRAIN, fourEnvs).getFirst());
        assertThat(count(four, BLUE)).isGreaterThan(1000);
        assertThat(count(four, Color.WHITE.getRGB()) - count(one, Color.WHITE.getRGB()))
                .as("49 thin lines across the figure; with several envs a row is a mean, which has none")
                .isGreaterThan(20_000);
    }

    @Test
    void aDarkFigureHasADarkGround() throws IOException {
        Look dark = new Look(Format.PNG, Size.SQUARE, Theme.DARK, true);
        byte[] png = chart("dark", List.of(curve(0, 1, 2, 3))).draw(dark);
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(image.getRGB(5, 5)).isEqualTo(Theme.DARK.ground().getRGB());
        assertThat(count(image, Theme.DARK.curve(0).getRGB())).isGreaterThan(1000);
        assertThat(count(image, Color.WHITE.getRGB())).isZero();
    }

    @Test
    void evaluationsAreASecondCurve() throws IOException {
        RunFolder folder = Runs.of(temp, "ppo", "CartPole-v1", 1);
        Table evaluations = new Table(List.of("total_reward", "frame"));
        evaluations.add(1100, 10_000);
        evaluations.add(1400, 50_000);
        List<Path> files = Curves.trial(folder, List.of(Runs.table(0)), List.of(evaluations));
        assertThat(count(image(files.getFirst()), ORANGE)).isGreaterThan(500);
    }

    private static Chart chart(String title, List<TrialCurve> curves) {
        return Curves.bands(title, "frames", "return", curves, 1, SpreadBand.DEVIATION);
    }

    private static BufferedImage drawn(Chart chart) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(chart.draw(Look.SQUARE.legend(true))));
    }

    @Test
    void runsAreComparedInDifferentColors() throws IOException {
        TrialCurve a = new TrialCurve("a", new double[] {0, 1e6, 2e6}, List.of(new double[] {0, 1, 2}));
        TrialCurve b = new TrialCurve("a", new double[] {0, 3e6}, List.of(new double[] {2, 3}, new double[] {5, 7, 9}));
        BufferedImage image = drawn(chart("CartPole-v1", List.of(a, b)));
        assertThat(count(image, BLUE)).isGreaterThan(500);
        assertThat(count(image, ORANGE)).isGreaterThan(500);
    }

    @Test
    void aSingleRowIsADotAndAConstantALine() throws IOException {
        Chart one = Curves.bands("one", "frames", "return", List.of(curve(500, 7)), 1, SpreadBand.DEVIATION);
        assertThat(count(drawn(one), BLUE)).isBetween(20L, 2000L);
        Chart line = Curves.bands(
                "line", "frames", "return", List.of(curve(0, -200, 500, -200, 1000, -200)), 1, SpreadBand.DEVIATION);
        assertThat(count(drawn(line), BLUE)).isGreaterThan(1000);
        assertThat(Curves.bands("none", "frames", "return", List.of(curve(0, Double.NaN)), 1, SpreadBand.DEVIATION)
                        .isEmpty())
                .isTrue();
    }

    @Test
    void noTitleAndNoNumberOfRunsIsTooMuch() throws IOException {
        List<TrialCurve> many = IntStream.range(0, 100)
                .mapToObj(i -> new TrialCurve(
                        "a long name ".repeat(i), new double[] {0, 1e6}, List.of(new double[] {i, 2 * i})))
                .toList();
        BufferedImage image = drawn(chart("a long title ".repeat(100), many));
        assertThat(count(image, BLUE)).isGreaterThan(1000);
        IntStream edge = IntStream.range(0, 1000); // nothing was drawn beyond it
        assertThat(edge)
                .allMatch(i -> image.getRGB(2, i) == Color.WHITE.getRGB()
                        && image.getRGB(997, i) == Color.WHITE.getRGB()
                        && image.getRGB(i, 997) == Color.WHITE.getRGB());
    }

    @Test
    void noTemporaryFileIsUsed() throws IOException {
        Path gone = Files.createDirectory(temp.resolve("gone"));
        ImageIO.setCacheDirectory(gone.toFile());
        try {
            Files.delete(gone);
            byte[] png = chart("curve", List.of(curve(0, 1, 2, 3))).draw(Look.SQUARE.legend(true));
            Path file = Files.write(temp.resolve("curve.png"), png);
            assertThat(count(image(file), BLUE)).isGreaterThan(1000);
        } finally {
            ImageIO.setCacheDirectory(null);
        }
    }

    private static TrialCurve curve(double... pairs) {
        double[] frames = IntStream.range(0, pairs.length / 2)
                .mapToDouble(i -> pairs[2 * i])
                .toArray();
        double[] returns = IntStream.range(0, pairs.length / 2)
                .mapToDouble(i -> pairs[2 * i + 1])
                .toArray();
        return new TrialCurve("curve", frames, List.of(returns));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "500, 500",
        "5000, 5000",
        "20000, 20k",
        "200000, 200k",
        "1500000, 1.5M",
        "2e9, 2G",
        "-1200, −1200",
        "0.05, 0.05",
        "0.30000000000000004, 0.3",
        "0.0002, 0.0002",
        "-0.00005, −5e-05",
    })
    void ticksAreShort(double value, String text) {
        assertThat(Ticks.text(value, value)).isEqualTo(text);
    }

    @Test
    void ticksOfOneAxisHaveOneUnit() {
        assertThat(Ticks.text(5000, 60_000)).isEqualTo("5k");
        assertThat(Ticks.text(-2500, 60_000)).isEqualTo("−2.5k");
        assertThat(Ticks.text(500, 60_000)).isEqualTo("500");
        assertThat(Ticks.text(5000, 9000)).isEqualTo("5000");
    }

    private static BufferedImage image(Path file) throws IOException {
        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getWidth()).isEqualTo(1000);
        assertThat(image.getHeight()).isEqualTo(1000);
        return image;
    }

    private static long count(BufferedImage image, int color) {
        return IntStream.range(0, 1000 * 1000)
                .filter(i -> image.getRGB(i % 1000, i / 1000) == color)
                .count();
    }
}

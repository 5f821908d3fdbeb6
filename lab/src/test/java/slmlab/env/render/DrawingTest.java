package slmlab.env.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.classic.CartPole;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// What envs draw, and the recorder of it, without a display.
///
/// With `-Dimages=DIR` each env's first image and the one 20 steps later are kept there, to be looked at.
class DrawingTest {
    private static final int POLE = 0xCA9865;

    static Stream<String> ids() {
        return Envs.all().stream().map(Envs.Entry::id);
    }

    @ParameterizedTest
    @MethodSource("ids")
    void everyEnvDrawsItself(String id) throws IOException {
        try (VecEnv env = Envs.make(id, 2, Map.of())) {
            env.reset(1);
            BufferedImage image = env.render(0);
            assertThat(colors(image)).isGreaterThan(1);
            keep(id, image);
            Array action = anAction(env);
            for (int t = 0; t < 20; t++) {
                env.step(action);
            }
            BufferedImage later = env.render(0);
            assertThat(colors(later)).isGreaterThan(1);
            keep(id + "_later", later);
            assertThat(colors(env.render(1))).isGreaterThan(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CartPole-v1, 600, 400",
        "MountainCar-v0, 600, 400",
        "MountainCarContinuous-v0, 600, 400",
        "Pendulum-v1, 500, 500",
        "Acrobot-v1, 500, 500",
        "FrozenLake-v1, 256, 256",
        "FrozenLake8x8-v1, 512, 512",
        "Taxi-v4, 550, 350",
        "CliffWalking-v1, 720, 240",
        "Blackjack-v1, 600, 500",
    })
    void imagesAreAsLargeAsGymnasiums(String id, int width, int height) {
        try (VecEnv env = Envs.make(id, 1, Map.of())) {
            env.reset(1);
            BufferedImage image = env.render(0);
            assertThat(image.getWidth()).isEqualTo(width);
            assertThat(image.getHeight()).isEqualTo(height);
        }
    }

    @Test
    void poleLeansAsTheAngleSays() {
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of())) {
            Step step = env.reset(1);
            for (int way = 0; way < 2; way++) {
                Array push = Array.ofInts(Shape.of(1), way);
                for (int t = 0; t < 7; t++) {
                    env.step(push);
                }
                float x = step.obs().floats()[0];
                float angle = step.obs().floats()[2];
                // the pole's middle is 57.5 pixels from the axle
                double expected = 300 + x * 125 + 57.5 * Math.sin(angle);
                assertThat(middle(env.render(0), POLE)).isCloseTo(expected, offset(1.5));
                env.reset(1);
            }
        }
    }

    @Test
    void anotherSizeIsFilledToo() {
        CartPole env = new CartPole(false);
        BufferedImage image = new BufferedImage(300, 200, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        env.draw(canvas, 300, 200);
        canvas.dispose();
        assertThat(image.getRGB(0, 0) & 0xFFFFFF).isEqualTo(0xFFFFFF);
        assertThat(image.getRGB(299, 199) & 0xFFFFFF).isEqualTo(0xFFFFFF);
        assertThat(middle(image, POLE)).isCloseTo(150, offset(1.0));
    }

    @Test
    void anEnvWithoutImageSaysSo() {
        try (VecEnv env = new EnvVector("Plain", Plain::new, 1, 0)) {
            env.reset(1);
            assertThat(colors(env.render(0))).isGreaterThan(1);
        }
    }

    @Test
    void renderNeedsAResetAndAnEnv() {
        try (VecEnv env = Envs.make("CartPole-v1", 2, Map.of())) {
            assertThatThrownBy(() -> env.render(0)).hasMessage("CartPole-v1: render before reset");
            env.reset(1);
            assertThatThrownBy(() -> env.render(2))
                    .hasMessage("CartPole-v1: no env 2 to render; there are 2, counted from 0");
        }
    }

    @Test
    void aRecordedGifPlaysBack(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("new/cartpole.gif");
        List<int[]> shown = new ArrayList<>();
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of());
                GifRecorder recorder = new GifRecorder(file, 30)) {
            env.reset(1);
            recorder.record(env.render(0));
            for (int t = 0; t < 6; t++) {
                env.step(Array.ofInts(Shape.of(1), 1));
                recorder.record(env.render(0));
                shown.add(pixels(env.render(0)));
            }
            assertThat(recorder.frames()).isEqualTo(7);
            assertThat(file).doesNotExist();
        }
        try (Stream<Path> files = Files.list(folder.resolve("new"))) {
            assertThat(files).containsExactly(file);
        }
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            reader.setInput(in);
            assertThat(reader.getNumImages(true)).isEqualTo(7);
            List<String> delays = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                delays.add(node(reader, i, "GraphicControlExtension").getAttribute("delayTime"));
                assertThat(reader.getWidth(i)).isEqualTo(600);
                if (i > 0) {
                    assertThat(different(pixels(reader.read(i)), shown.get(i - 1)))
                            .isLessThan(0.01);
                }
            }
            assertThat(delays).containsExactly("3", "4", "3", "3", "4", "3", "3"); // 3⅓ on average
            IIOMetadataNode loop = node(reader, 0, "ApplicationExtension");
            assertThat(loop.getAttribute("applicationID")).isEqualTo("NETSCAPE");
            assertThat((byte[]) loop.getUserObject()).containsExactly(1, 0, 0);
        } finally {
            reader.dispose();
        }
    }

    @Test
    void aGifWithoutFramesIsNoFile(@TempDir Path folder) throws IOException {
        new GifRecorder(folder.resolve("none.gif"), 10).close();
        assertThat(folder).isEmptyDirectory();
        assertThatThrownBy(() -> new GifRecorder(folder.resolve("fast.gif"), 60))
                .hasMessageContaining("60.0 frames per second; needs more than 0 and at most 50");
    }

    /// An env that does not draw.
    private static final class Plain implements Env {
        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 1, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            frame.obs(0, 0);
        }

        @Override
        public void step(Frame frame) {}
    }

    private static Array anAction(VecEnv env) {
        Shape row = env.actionSpace().row();
        Shape shape = row.rank() == 0 ? Shape.of(env.size()) : row.insert(0, env.size());
        Array action = Array.zeros(env.actionSpace().rowType(), shape);
        if (action.dtype() == DType.FLOAT32) {
            Arrays.fill(action.floats(), 0.7f);
        } else {
            Arrays.fill(action.ints(), 1);
        }
        return action;
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    private static long colors(BufferedImage image) {
        return Arrays.stream(pixels(image)).distinct().count();
    }

    /// Return the mean column of the pixels of a color.
    private static double middle(BufferedImage image, int color) {
        int[] pixels = pixels(image);
        double sum = 0;
        int count = 0;
        for (int i = 0; i < pixels.length; i++) {
            if ((pixels[i] & 0xFFFFFF) == color) {
                sum += i % image.getWidth();
                count++;
            }
        }
        return sum / count;
    }

    /// Return the share of pixels that differ by more than rounding to a palette does.
    private static double different(int[] one, int[] other) {
        int count = 0;
        for (int i = 0; i < one.length; i++) {
            int off = 0;
            for (int shift = 0; shift < 24; shift += 8) {
                off = Math.max(off, Math.abs((one[i] >> shift & 255) - (other[i] >> shift & 255)));
            }
            count += off > 16 ? 1 : 0;
        }
        return (double) count / one.length;
    }

    private static IIOMetadataNode node(ImageReader reader, int image, String name) throws IOException {
        IIOMetadataNode root =
                (IIOMetadataNode) reader.getImageMetadata(image).getAsTree("javax_imageio_gif_image_1.0");
        return (IIOMetadataNode) root.getElementsByTagName(name).item(0);
    }

    private static void keep(String id, BufferedImage image) throws IOException {
        String folder = System.getProperty("images");
        if (folder != null) {
            Files.createDirectories(Path.of(folder));
            ImageIO.write(image, "png", Path.of(folder, id + ".png").toFile());
        }
    }
}

package slmlab.env.render;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import slmlab.file.OutputFile;

/// Writes images into a GIF that loops forever.
///
/// ```java
/// try (GifRecorder recorder = new GifRecorder(Path.of("cartpole.gif"), 50)) {
///     env.reset(seed);
///     recorder.record(env.render(0));
///     …  env.step(action);
///     recorder.record(env.render(0));
/// }
/// ```
///
/// The file appears under its name when the recorder is closed, and only if all of it was written; missing
/// folders are created. An env that ends restarts in the same step, so the image after an end is the next
/// episode's first.
public final class GifRecorder implements AutoCloseable {
    private static final String FORMAT = "javax_imageio_gif_image_1.0";
    private static final double HUNDREDTHS = 100; // a GIF counts time in hundredths of a second
    private static final double MOST_FRAMES = 50; // players slow down faster GIFs

    private final Path file;
    private final double framesPerSecond;
    private final ImageWriter writer;
    private final OutputFile output;
    private final ImageOutputStream out;
    private int frames;
    private boolean failed;
    private boolean closed;

    /// @param framesPerSecond playback speed, at most 50; delays are rounded so that the total time is right
    public GifRecorder(Path file, double framesPerSecond) throws IOException {
        checkSpeed(file, framesPerSecond);
        this.file = file;
        this.framesPerSecond = framesPerSecond;
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        this.output = OutputFile.openLong(file);
        this.out = new MemoryCacheImageOutputStream(output.stream());
        this.writer = ImageIO.getImageWritersByFormatName("gif").next();
        writer.setOutput(out);
        writer.prepareWriteSequence(null);
    }

    public static void checkSpeed(Path file, double framesPerSecond) {
        if (!(framesPerSecond > 0 && framesPerSecond <= MOST_FRAMES)) {
            throw new IllegalArgumentException(
                    "%s at %s frames per second; needs more than 0 and at most 50".formatted(file, framesPerSecond));
        }
    }

    /// Return the number of frames so far.
    public int frames() {
        return frames;
    }

    /// Adds an image.
    public void record(BufferedImage image) throws IOException {
        if (closed) {
            throw new IllegalStateException("%s is closed after %s frames".formatted(file, frames));
        }
        try {
            writer.writeToSequence(new IIOImage(image, null, metadata(image)), null);
            out.flush(); // else all frames would stay in memory
        } catch (IOException | RuntimeException e) {
            failed = true;
            throw e;
        }
        frames++;
    }

    /// Finish the file and give it its name; without a frame there is no file.
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (output) {
            if (frames > 0 && !failed) {
                writer.endWriteSequence();
                out.close();
                output.commit();
            }
        } finally {
            writer.dispose();
        }
    }

    private IIOMetadata metadata(BufferedImage image) throws IOException {
        ImageTypeSpecifier type = ImageTypeSpecifier.createFromRenderedImage(image);
        IIOMetadata metadata = writer.getDefaultImageMetadata(type, null);
        IIOMetadataNode root = new IIOMetadataNode(FORMAT);
        IIOMetadataNode control = new IIOMetadataNode("GraphicControlExtension");
        control.setAttribute("disposalMethod", "none");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("transparentColorFlag", "FALSE");
        control.setAttribute("delayTime", Long.toString(time(frames + 1) - time(frames)));
        control.setAttribute("transparentColorIndex", "0");
        root.appendChild(control);
        if (frames == 0) {
            root.appendChild(forEver());
        }
        metadata.mergeTree(FORMAT, root);
        return metadata;
    }

    /// Return when a frame begins, in hundredths of a second.
    private long time(int frame) {
        return Math.round(frame * HUNDREDTHS / framesPerSecond);
    }

    /// Return Netscape's extension for loops: block 1, then the number of loops as two bytes, 0 forever.
    private static IIOMetadataNode forEver() {
        IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
        loop.setAttribute("applicationID", "NETSCAPE");
        loop.setAttribute("authenticationCode", "2.0");
        loop.setUserObject(new byte[] {1, 0, 0});
        IIOMetadataNode extensions = new IIOMetadataNode("ApplicationExtensions");
        extensions.appendChild(loop);
        return extensions;
    }
}

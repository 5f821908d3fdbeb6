package slmlab.track;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;

/// A file of TensorBoard's events: records with checksums, each a protocol-buffers message.
///
/// The numbers of fields are those of TensorFlow's event.proto, summary.proto and of TensorBoard's hparams plugin.
public final class EventFile implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int CRC_MASK = 0xA282EAD8;

    private final OutputStream out;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    private final Message event = new Message();
    private final Message summary = new Message();
    private final Message value = new Message();
    private final Message part = new Message();

    /// Create the file.
    ///
    /// @param seconds time since 1970, which TensorBoard counts relative time from
    public EventFile(Path file, double seconds) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
        record(event.clear().float64(1, seconds).text(3, "brain.Event:2"));
    }

    /// Write one number.
    public void scalar(String tag, long step, double seconds, double number) throws IOException {
        begin();
        summary.message(1, value.clear().text(1, tag).float32(2, (float) number));
        end(step, seconds);
    }

    /// Write several numbers of one step.
    public void scalars(Map<String, Double> numbers, long step, double seconds) throws IOException {
        begin();
        numbers.forEach(
                (tag, number) -> summary.message(1, value.clear().text(1, tag).float32(2, number.floatValue())));
        end(step, seconds);
    }

    /// Write how values are distributed.
    public void histogram(String tag, long step, double seconds, Histogram values) throws IOException {
        begin();
        part.clear()
                .float64(1, values.min())
                .float64(2, values.max())
                .float64(3, values.count())
                .float64(4, values.sum())
                .float64(5, values.squares())
                .float64s(6, values.limits())
                .float64s(7, values.buckets());
        summary.message(1, value.clear().text(1, tag).message(5, part));
        end(step, seconds);
    }

    /// Write the settings of a run, for the table of runs by their settings.
    ///
    /// @param settings numbers, booleans, and anything else as text
    public void settings(Map<String, ?> settings, double seconds) throws IOException {
        Message start = new Message();
        settings.forEach(
                (name, setting) -> start.message(1, new Message().text(1, name).message(2, any(setting))));
        start.float64(5, seconds);
        plugin("_hparams_/session_start_info", new Message().message(3, start), seconds);
    }

    /// Write that a run resumes: numbers of an earlier file from this step on do not count any more.
    public void resumed(long step, double seconds) throws IOException {
        record(event.clear()
                .float64(1, seconds)
                .int64(2, step)
                .message(7, part.clear().int64(1, 1))); // 1: start
    }

    /// Write that the run has ended.
    public void ended(double seconds) throws IOException {
        Message end = new Message().int64(1, 1).float64(2, seconds); // 1: success
        plugin("_hparams_/session_end_info", new Message().message(4, end), seconds);
    }

    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /// Write a message of the plugin hparams.
    private void plugin(String tag, Message content, double seconds) throws IOException {
        byte[] bytes = Arrays.copyOf(content.array(), content.size());
        Message plugin =
                new Message().message(1, new Message().text(1, "hparams").bytes(2, bytes));
        Message nothing = new Message().int64(1, 1).message(2, new Message()); // a tensor: float32, a scalar
        begin();
        summary.message(
                1, value.clear().text(1, tag).message(8, nothing.float32(5, 0)).message(9, plugin));
        end(0, seconds);
    }

    private static Message any(Object setting) {
        Message any = new Message();
        return switch (setting) {
            case Number number -> any.float64(2, number.doubleValue());
            case Boolean bool -> any.int64(4, bool ? 1 : 0);
            default -> any.text(3, setting.toString());
        };
    }

    private void begin() {
        summary.clear();
    }

    private void end(long step, double seconds) throws IOException {
        record(event.clear().float64(1, seconds).int64(2, step).message(5, summary));
    }

    /// Write a record: length, its checksum, the bytes, their checksum.
    private void record(Message message) throws IOException {
        number.clear().putLong(message.size());
        out.write(number.array(), 0, 8);
        checksum(number.array(), 8);
        out.write(message.array(), 0, message.size());
        checksum(message.array(), message.size());
    }

    private void checksum(byte[] bytes, int size) throws IOException {
        crc.reset();
        crc.update(bytes, 0, size);
        int sum = (int) crc.getValue();
        number.clear().putInt(Integer.rotateRight(sum, 15) + CRC_MASK);
        out.write(number.array(), 0, 4);
    }
}

package slmlab.track;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.file.JsonFile;
import slmlab.file.OutputFile;
import slmlab.metric.Metrics;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// A file with one line of JSON for each row of all sessions.
final class JsonLinesTracker implements Tracker {
    private final Path file;

    JsonLinesTracker(Path file) {
        this.file = file;
    }

    @Override
    public void take(Deque<Event> events) throws IOException {
        try {
            StringBuilder text = new StringBuilder();
            for (Event event : events) {
                if (event instanceof Event.Begin begin && begin.frame() > 0) {
                    forget(begin);
                } else if (event instanceof Event.Row row) {
                    text.append(line(row)).append('\n');
                }
            }
            append(text.toString().getBytes(StandardCharsets.UTF_8));
            events.clear();
        } catch (IOException e) {
            throw new IOException("cannot write %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    private static String line(Event.Row row) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("session", row.session());
        all.put("phase", row.phase());
        all.put("time", row.seconds());
        for (int i = 0; i < row.values().length; i++) {
            if (Double.isFinite(row.values()[i])) {
                all.put(row.names().get(i), row.values()[i]);
            }
        }
        return JsonFile.line(all);
    }

    /// Remove the rows that a resumed session will write again, and a last line that was cut off.
    private void forget(Event.Begin begin) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        List<String> kept = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (isKept(line, begin)) {
                kept.add(line);
            }
        }
        Path aside = file.resolveSibling(file.getFileName() + ".part");
        Files.write(aside, kept);
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isKept(String line, Event.Begin begin) {
        try {
            Map<?, ?> row = JsonMapper.shared().readValue(line, Map.class);
            return !(row.get("session") instanceof Number session
                    && session.intValue() == begin.session()
                    && row.get(Metrics.FRAME.name()) instanceof Number frame
                    && frame.doubleValue() > begin.frame());
        } catch (JacksonException _) {
            return false; // cut off by a kill
        }
    }

    /// Append all or nothing: what a full disk took in part is cut off again.
    private void append(byte[] text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long size = channel.size();
            try {
                ByteBuffer left = ByteBuffer.wrap(text);
                channel.position(size);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
            } catch (IOException e) {
                channel.truncate(size);
                throw e;
            }
        }
    }

    @Override
    public void close() {}
}

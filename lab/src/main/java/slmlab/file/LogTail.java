package slmlab.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The end of a log, however long it is.
///
/// @param lines the last ones, complete
/// @param size of the whole file, in bytes
/// @param cut whether lines before them are omitted
public record LogTail(List<String> lines, long size, boolean cut) {

    private static final String ERROR = " | ERROR | ";

    /// @param most bytes to read
    public static LogTail read(Path file, int most) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            long from = Math.max(0, size - most);
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(size, most));
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {}
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            int start = from == 0 ? 0 : text.indexOf('\n') + 1;
            int end = text.lastIndexOf('\n');
            List<String> lines = end <= start
                    ? List.of()
                    : Arrays.asList(text.substring(start, end).split("\r?\n", -1));
            return new LogTail(lines, size, from > 0);
        }
    }

    /// Return why the run failed, if its last entry says so; empty if not. An entry may have several lines.
    public String failure() {
        int first = lines.size() - 1;
        while (first > 0 && !lines.get(first).contains(" | ")) {
            first--;
        }
        int at = first < 0 ? -1 : lines.get(first).indexOf(ERROR);
        return at < 0
                ? ""
                : String.join("\n", lines.subList(first, lines.size())).substring(at + ERROR.length());
    }
}

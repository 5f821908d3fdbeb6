package slmlab.bridge.gym;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The end of what a process printed, whatever that was.
final class WorkerOutput {
    private static final int KEPT = 4096;
    private static final int LINES = 5;
    private static final int LONGEST = 200; // letters of a line

    private final byte[] ring = new byte[KEPT];
    private long count;

    /// Read until the process closes its output.
    void readAll(InputStream from) throws IOException {
        byte[] part = new byte[KEPT];
        for (int read = from.read(part); read >= 0; read = from.read(part)) {
            add(part, read);
        }
    }

    private synchronized void add(byte[] part, int read) {
        for (int i = 0; i < read; i++) {
            ring[(int) (count++ % KEPT)] = part[i];
        }
    }

    /// Return the last lines, without control characters, ready to be added to a message; empty if there are none.
    synchronized String lastLines() {
        int kept = (int) Math.min(count, KEPT);
        byte[] bytes = new byte[kept];
        for (int i = 0; i < kept; i++) {
            bytes[i] = ring[(int) ((count - kept + i) % KEPT)];
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll("\\p{Cntrl}+", " ").strip())
                .filter(line -> !line.isEmpty())
                .map(line -> line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line)
                .toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES), lines.size());
        return last.isEmpty() ? "" : "; its last lines: " + String.join(" | ", last);
    }
}

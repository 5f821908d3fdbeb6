package slmlab.flow.emit;

import java.io.IOException;
import java.io.Writer;

/// Writes to two places at once.
final class TeeWriter extends Writer {
    private final Writer first;
    private final Writer second;

    TeeWriter(Writer first, Writer second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void write(char[] text, int from, int count) throws IOException {
        first.write(text, from, count);
        second.write(text, from, count);
    }

    @Override
    public void flush() throws IOException {
        first.flush();
        second.flush();
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}

package slmlab.hub;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import slmlab.file.JsonFile;

/// Values as lines of JSON, each made when it is sent, so that only one is in memory.
final class LineStream extends InputStream {
    private final Iterator<Object> values;
    private ByteArrayInputStream line = new ByteArrayInputStream(new byte[0]);

    LineStream(Iterator<Object> values) {
        this.values = values;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) {
        while (true) {
            int count = line.read(to, from, most);
            if (count >= 0 || !values.hasNext()) {
                return count;
            }
            line = new ByteArrayInputStream((JsonFile.line(values.next()) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}

package slmlab.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import slmlab.file.Quoted;

/// What another machine answers: lines of words, and between them bytes whose number a line has said. Nothing in it is
/// trusted: a line has a greatest length, and a number must be one.
final class RemoteAnswer {
    private static final int LONGEST = 8192; // bytes of a line
    private static final String BEGIN = "slm-lab-answer";

    private final String host;
    private final InputStream in;

    RemoteAnswer(String host, InputStream in) {
        this.host = host;
        this.in = in;
    }

    /// A line: its first word, and the rest.
    record Line(String word, String rest) {

        /// Return the rest as a number of bytes or seconds; −1 where it is none.
        long number() {
            return rest.matches("\\d{1,18}") ? Long.parseLong(rest) : -1;
        }
    }

    /// Skip what the login prints; return false if the answer never begins.
    boolean begins() throws IOException {
        for (Line line = next(); !line.word.isEmpty() || !line.rest.isEmpty(); line = next()) {
            if (line.word.endsWith(BEGIN)) { // behind what was printed without the end of a line
                return true;
            }
        }
        return false;
    }

    /// Return the next line; an empty word at the end of the answer.
    Line next() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int letter = in.read();
        while (letter >= 0 && letter != '\n') {
            if (bytes.size() >= LONGEST) {
                throw RemoteException.failed("%s answers with a line that has no end".formatted(host));
            }
            bytes.write(letter);
            letter = in.read();
        }
        if (letter < 0 && bytes.size() == 0) {
            return new Line("", "");
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        int space = text.indexOf(' ');
        Line line = space < 0
                ? new Line(text.isEmpty() ? "-" : text, "")
                : new Line(text.substring(0, space), text.substring(space + 1));
        if (line.word.equals("problem")) {
            throw RemoteException.failed("%s: %s".formatted(host, Quoted.cut(line.rest, 300)));
        }
        return line;
    }

    /// Return the stream behind the lines that were read.
    InputStream bytes() {
        return in;
    }
}

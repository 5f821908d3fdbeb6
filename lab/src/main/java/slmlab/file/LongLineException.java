package slmlab.file;

import java.io.IOException;
import java.io.Serial;

/// A line has no end within a megabyte: the file is no text.
public final class LongLineException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    LongLineException() {
        super("a line is longer than a megabyte");
    }
}

package slmlab.file;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files that the shell has opened for us: `/dev/stdin`, `/dev/stdout`, `/dev/stderr`, `/dev/fd/63` of
/// `<(command)`.
///
/// They are read and written as they are, whatever is behind them. The first three are not opened again: we may
/// lack the permission that our parent process had.
final class Streams {
    private static final Pattern NAME = Pattern.compile("/dev/(stdin|stdout|stderr)|(?:/dev|/proc/self)/fd/(\\d+)");

    private Streams() {}

    static boolean contain(Path file) {
        return NAME.matcher(name(file)).matches();
    }

    static InputStream input(Path file) throws IOException {
        return number(file).equals("0") ? kept(new FileInputStream(FileDescriptor.in)) : Files.newInputStream(file);
    }

    static OutputStream output(Path file) throws IOException {
        return switch (number(file)) {
            case "1" -> kept(new FileOutputStream(FileDescriptor.out));
            case "2" -> kept(new FileOutputStream(FileDescriptor.err));
            default -> Files.newOutputStream(file, StandardOpenOption.APPEND);
        };
    }

    private static String number(Path file) {
        Matcher matcher = NAME.matcher(name(file));
        if (!matcher.matches()) {
            return "";
        }
        return switch (matcher.group(1)) {
            case "stdin" -> "0";
            case "stdout" -> "1";
            case "stderr" -> "2";
            case null, default -> matcher.group(2);
        };
    }

    private static String name(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    /// Return the same stream, which ignores close.
    private static InputStream kept(InputStream in) {
        return new FilterInputStream(new BufferedInputStream(in)) {
            @Override
            public void close() {}
        };
    }

    private static OutputStream kept(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                out.write(bytes, from, count); // not one by one
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }
}

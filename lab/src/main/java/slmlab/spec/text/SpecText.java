package slmlab.spec.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.file.InputFile;

/// The text of a spec file: UTF-8, of limited size.
public final class SpecText {

    public static final int LARGEST = 4 << 20;

    private SpecText() {}

    public static String read(Path file) {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new SpecException(file.toString(), "does not exist" + nearby(file));
        }
        if (Files.isDirectory(file)) {
            throw new SpecException(file.toString(), "is a folder; name a spec file in it");
        }
        String problem = InputFile.problem(file);
        if (problem != null) {
            throw new SpecException(file.toString(), problem);
        }
        byte[] bytes;
        try (InputStream in = InputFile.open(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (IOException e) {
            throw new SpecException(file.toString(), "cannot be read: " + e.getMessage());
        }
        if (bytes.length > LARGEST) {
            throw new SpecException(file.toString(), "has more than 4 MB; a spec file is a few kB");
        }
        return decode(file.toString(), bytes);
    }

    private static String decode(String source, byte[] bytes) {
        if (isWide(bytes)) {
            throw new SpecException(source, "is written in UTF-16 or is binary; save it as UTF-8");
        }
        int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0; // a byte order mark
        ByteBuffer in = ByteBuffer.wrap(bytes, start, bytes.length - start);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        boolean broken = decoder.decode(in, out, true).isError();
        String text = out.flip().toString();
        if (broken) {
            long line = text.chars().filter(c -> c == '\n').count() + 1;
            throw new SpecException(source, "is not UTF-8 on line %s; save it as UTF-8".formatted(line));
        }
        return text;
    }

    private static boolean isWide(byte[] bytes) {
        if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
            return true;
        }
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWith(byte[] bytes, int... beginning) {
        for (int i = 0; i < beginning.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xFF) != beginning[i]) {
                return false;
            }
        }
        return true;
    }

    /// Return the error for a file that is in none of several places.
    ///
    /// @param given what was asked for
    /// @param searched where it could have been
    public static SpecException missing(String given, List<Path> searched) {
        String folders = searched.stream()
                .map(path -> path.toAbsolutePath().normalize().getParent())
                .map(folder -> Files.isDirectory(folder) ? folder.toString() : folder + " (no such folder)")
                .distinct()
                .collect(Collectors.joining(" and "));
        String hint = searched.stream()
                .map(SpecText::similar)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
        return new SpecException(given, "does not exist; searched %s%s".formatted(folders, hint));
    }

    private static String nearby(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null || !Files.isDirectory(folder) ? "; there is no folder " + folder : similar(file);
    }

    private static String similar(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return "";
        }
        try (Stream<Path> siblings = Files.list(folder)) {
            List<String> names =
                    siblings.map(path -> String.valueOf(path.getFileName())).toList();
            return Suggestion.of(String.valueOf(file.getFileName()), names)
                    .map("; did you mean %s?"::formatted)
                    .orElse("");
        } catch (IOException _) {
            return ""; // the folder cannot be listed, so there is no hint
        }
    }
}

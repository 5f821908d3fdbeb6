package slmlab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// JSON files, in and out. Jackson is loaded with this class: commands without JSON do not wait for it.
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private Json() {}

    /// Read lists, maps, numbers and texts; an [IllegalArgumentException] says what is wrong with the file.
    static Object read(Path file) {
        try {
            return MAPPER.readValue(Files.readString(file), Object.class);
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no file %s".formatted(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, e), e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "%s is no JSON: line %d, column %d: %s"
                            .formatted(
                                    file,
                                    e.getLocation().getLineNr(),
                                    e.getLocation().getColumnNr(),
                                    e.getOriginalMessage()),
                    e);
        }
    }

    static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /// Write a file aside, then move it into place: nobody sees half of it.
    static void write(Path file, Object value) {
        Path target = file.toAbsolutePath();
        Path beside = target.resolveSibling("%s.%d.part"
                .formatted(target.getFileName(), ProcessHandle.current().pid()));
        try {
            try (Writer out = Files.newBufferedWriter(beside)) {
                MAPPER.writeValue(out, value);
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no folder %s".formatted(target.getParent()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        } finally {
            beside.toFile().delete(); // gone already unless writing failed
        }
    }
}

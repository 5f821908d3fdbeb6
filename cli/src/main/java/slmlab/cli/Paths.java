package slmlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;
import slmlab.file.OutputFile;

/// Paths that options give.
public final class Paths {
    private Paths() {}

    /// Read the path that an option gives; picocli names the option in front of what is wrong.
    static Path read(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("it is empty; name a file or a folder");
        }
        try {
            return of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /// Return a path; an [IllegalArgumentException] says that it has characters which this locale cannot write.
    public static Path of(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "'%s' cannot be a file's name in this locale; LC_ALL=C.UTF-8 takes all letters"
                            .formatted(e.getInput()),
                    e);
        }
    }

    /// Make a folder, unless it is there.
    public static void createFolder(String option, Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "%s: cannot create %s: %s".formatted(option, folder, OutputFile.reason(e)), e);
        }
    }

    /// Refuse a file that cannot be written, before there is anything to write.
    public static void checkWritable(String option, @Nullable Path file) {
        if (file != null) {
            try {
                OutputFile.check(file);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("%s: %s".formatted(option, e.getMessage()), e);
            }
        }
    }
}

package slmlab.foreign;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The Python script that reads models of other libraries.
public final class ImportScript {
    public static final String NAME = "import_policy.py";
    private static final int MOST_MINUTES = 10;

    private ImportScript() {}

    /// Write the script, for a machine on which Python is.
    public static void write(Path file) {
        try (InputStream in = ImportScript.class.getResourceAsStream(NAME)) {
            Files.write(file, Objects.requireNonNull(in, NAME).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// Run it.
    ///
    /// @param python a Python with torch
    /// @param normalizer a pickle of Stable-Baselines3's VecNormalize; null for none
    /// @param folder gets what it writes, and the script
    /// @throws IllegalArgumentException that says what the script says
    public static void run(String python, Path model, @Nullable Path normalizer, Path folder) {
        Path script = folder.resolve(NAME);
        write(script);
        List<String> command = new ArrayList<>(List.of(python, script.toString(), model.toString(), folder.toString()));
        if (normalizer != null) {
            command.addAll(List.of("--normalizer", normalizer.toString()));
        }
        Path printed = folder.resolve("printed.txt");
        Process process = null;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalArgumentException(
                        "%s has not read %s after %s minutes".formatted(python, model, MOST_MINUTES));
            }
            if (process.exitValue() != 0) {
                String said = Files.readString(printed, StandardCharsets.UTF_8).strip();
                String last = said.lines().reduce("it says nothing", (_, line) -> line);
                throw new IllegalArgumentException("%s %s: %s".formatted(python, NAME, last));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "%s cannot be started (%s); --python names a Python with torch".formatted(python, e.getMessage()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalArgumentException("interrupted while %s read %s".formatted(python, model), e);
        } finally {
            if (process != null) {
                process.destroyForcibly(); // one that has ended stays as it is
            }
        }
    }
}

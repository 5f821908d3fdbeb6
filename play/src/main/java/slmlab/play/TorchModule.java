package slmlab.play;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The Python module that acts in PyTorch from a policy file.
public final class TorchModule {
    public static final String NAME = "torch_policy.py";

    private TorchModule() {}

    /// Write it into a folder. Another file of that name is left as it is.
    ///
    /// @throws IllegalArgumentException if there is one
    public static void write(Path folder) {
        Path file = folder.resolve(NAME);
        byte[] module = bytes();
        try {
            if (Files.exists(file) && !isOurs(file, module)) {
                throw new IllegalArgumentException(
                        "%s is there already and is another module; move it, or name another folder".formatted(file));
            }
            Files.write(file, module);
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// Whether a file begins as the module does: one that another version of the lab wrote is replaced.
    private static boolean isOurs(Path file, byte[] module) throws IOException {
        String first =
                new String(module, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
        return Files.isRegularFile(file)
                && new String(Files.readAllBytes(file), StandardCharsets.UTF_8).startsWith(first);
    }

    private static byte[] bytes() {
        try (InputStream in = TorchModule.class.getResourceAsStream(NAME)) {
            return Objects.requireNonNull(in, NAME).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

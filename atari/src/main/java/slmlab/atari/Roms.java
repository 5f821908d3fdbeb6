package slmlab.atari;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.env.NotInstalledException;
import slmlab.env.python.PythonPackages;

/// Finds the files of games, none of which we ship: in the folder that an env's `rom_dir` names, else in that of
/// the environment variable `SLM_LAB_ROMS`, else in an installed `ale-py`.
final class Roms {
    static final String FOLDER = "SLM_LAB_ROMS";
    private static final String SETUP = "type: slm-lab setup atari";

    private Roms() {}

    /// @param chosen the env's `rom_dir`; empty for none
    /// @throws NotInstalledException where there is no such file
    static Path find(String game, String chosen) {
        Path folder = folder(chosen)
                .orElseThrow(() -> new NotInstalledException(
                        "Atari: no games are installed; %s (or name a folder of .bin files in rom_dir or %s)"
                                .formatted(SETUP, FOLDER)));
        Path file = folder.resolve(game + ".bin");
        if (!Files.isReadable(file)) {
            throw new NotInstalledException("Atari: there is no %s.bin in %s; %s".formatted(game, folder, SETUP));
        }
        return file;
    }

    /// Return the line to type where no games are installed.
    static Optional<String> missing() {
        try {
            return folder("").isPresent() ? Optional.empty() : Optional.of("slm-lab setup atari");
        } catch (IllegalArgumentException e) { // an environment of the user's that is none
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Path> folder(String chosen) {
        @Nullable String set = System.getenv(FOLDER);
        if (!chosen.isEmpty()) {
            return Optional.of(Path.of(chosen));
        }
        if (set != null && !set.isBlank()) {
            return Optional.of(Path.of(set));
        }
        return PythonPackages.ofMachine().find("ale_py").map(folder -> folder.resolve("roms"));
    }
}

package slmlab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where spec files are looked for: as given, then in the folder `spec` of the project.
final class SpecPaths {
    private static final String UPSTREAM = "slm_lab/spec/";

    private SpecPaths() {}

    static Path find(String given) {
        String own = given.startsWith(UPSTREAM) ? given.substring(UPSTREAM.length()) : given;
        return Stream.of(Path.of(given), shipped().resolve(own))
                .filter(Files::exists)
                .findFirst()
                .orElse(Path.of(given)); // whoever reads it says that it is not there
    }

    /// The specs that come with the project.
    static Path shipped() {
        return Path.of(Optional.ofNullable(System.getProperty("slmlab.home")).orElse("."), "spec");
    }

    /// The spec files in a folder, in order; the file itself if it is one.
    static List<Path> files(Path path) throws java.io.IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> entries = Files.walk(path)) {
            return entries.filter(slmlab.spec.SpecFile::isSpecFile).sorted().toList();
        }
    }
}

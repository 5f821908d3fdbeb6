package slmlab.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The archive that another machine gets: Java and the lab, as `scripts/package` makes it.
///
/// @param arch kind of machine that it runs on: `x64` or `aarch64`
/// @param hash its SHA-256, by which a machine knows what it has
/// @param program that uncompresses it: `gzip`, `xz` or `zstd`
public record PackageArchive(Path file, String arch, String hash, String program) {
    private static final Pattern NAME = Pattern.compile(".*-linux-(x64|aarch64)(?:-small)?\\.tar\\.(gz|xz|zst)");
    private static final Map<String, String> PROGRAMS = Map.of("gz", "gzip", "xz", "xz", "zst", "zstd");
    private static final List<String> PARTS =
            List.of("app", "runtime", "spec", "job", "scripts", "slm-lab", "slm-retro", "LICENSE", "README.md");

    /// Return the archive in a file; an [IllegalArgumentException] says what is wrong with it.
    public static PackageArchive of(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (!name.matches()) {
            throw new IllegalArgumentException(
                    "--package %s: needs an archive of scripts/package, whose name ends like slm-lab-…-linux-x64.tar.gz"
                            .formatted(file));
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("--package %s: there is no such file".formatted(file));
        }
        return new PackageArchive(file, name.group(1), FileSum.of(file), String.valueOf(PROGRAMS.get(name.group(2))));
    }

    /// Return the archive of this build, made where there is none yet. In a clone `scripts/package` makes it; an
    /// unpacked package is packed again.
    ///
    /// @param home folder of the launcher
    /// @param say gets a line if it has to be made
    public static PackageArchive ofThisBuild(Path home, Consumer<String> say) {
        boolean packed = Files.isDirectory(home.resolve("runtime"));
        if (!packed && !Files.isExecutable(home.resolve("scripts/package"))) {
            throw new IllegalArgumentException(
                    "there is no scripts/package in %s to make the archive with; name one: --package FILE"
                            .formatted(home));
        }
        Path folder = packed ? cache() : home.resolve(".slm-lab/package");
        Path file = folder.resolve("slm-lab-%s-linux-%s.tar.gz".formatted(build(home, packed), thisArch()));
        if (Files.notExists(file)) {
            say.accept("packing the lab, once for each build: %s".formatted(file));
            make(home, file, packed);
        }
        return of(file);
    }

    private static Path cache() {
        return Path.of(System.getProperty("user.home"), ".slm-lab", "package");
    }

    /// Return what tells this build from others.
    private static String build(Path home, boolean packed) {
        try {
            if (packed) {
                String app = home.toRealPath() + " " + Files.getLastModifiedTime(home.resolve("app"));
                return Integer.toHexString(app.hashCode());
            }
            return Files.readString(home.resolve(".slm-lab/built")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the build in %s: %s".formatted(home, e.getMessage()), e);
        }
    }

    private static void make(Path home, Path file, boolean packed) {
        Path folder = Objects.requireNonNull(file.getParent());
        try {
            Files.createDirectories(folder);
            try (Stream<Path> older = Files.list(folder)) {
                for (Path each : older.toList()) {
                    Files.delete(each);
                }
            }
            Path aside = folder.resolve("new-" + file.getFileName());
            List<String> command = new ArrayList<>();
            if (packed) {
                command.addAll(
                        List.of("tar", "-C", home.resolve("..").toRealPath().toString(), "-czf", aside.toString()));
                String name = home.toRealPath().getFileName().toString();
                PARTS.stream()
                        .filter(part -> Files.exists(home.resolve(part)))
                        .forEach(part -> command.add("./" + name + "/" + part));
            } else {
                command.addAll(List.of(home.resolve("scripts/package").toString(), "--output", aside.toString()));
            }
            ToolRun.run(command, Map.of()).orThrow("the archive of the lab cannot be made");
            Files.move(aside, file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String thisArch() {
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "amd64", "x86_64" -> "x64";
            default -> arch;
        };
    }

    long size() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// Return whether a machine whose `uname -m` says so can run it.
    boolean runsOn(@Nullable String machine) {
        return switch (String.valueOf(machine)) {
            case "x86_64", "amd64" -> arch.equals("x64");
            case "aarch64", "arm64" -> arch.equals("aarch64");
            default -> false;
        };
    }
}

package slmlab.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.Folders;
import slmlab.file.InputFile;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// What a run takes along: its spec file and the files that this refers to, the command, and the script that runs it.
///
/// On the other machine the spec lies in the working folder of the run, and files that it names by a relative path lie
/// beside it, where the lab looks for them.
public final class Parcel {
    private static final List<String> ARCS = List.of("arc_file", "actor_arc_file", "critic_arc_file");
    private static final String NET = "net";
    private static final String CRITIC = "critic_net";

    private final Path spec;
    private final Map<String, Path> files = new LinkedHashMap<>(); // by their places in the folder of the run
    private final List<String> problems = new ArrayList<>();

    private Parcel(Path spec) {
        this.spec = spec;
        files.put("work/" + spec.getFileName(), spec);
    }

    /// Collect what a spec needs.
    ///
    /// @param values of `-s`, one map for each run of a sweep
    /// @throws IllegalArgumentException that lists what cannot be sent
    public static Parcel of(Path spec, String name, List<Map<String, String>> values) {
        if (InputFile.isStream(spec)) {
            throw new IllegalArgumentException("%s is a stream; save it as a file, which can be sent".formatted(spec));
        }
        Parcel parcel = new Parcel(spec);
        for (Map<String, String> each : values) {
            Map<String, @Nullable Object> content = SpecFile.read(spec, each).raw(name);
            parcel.collect(content);
        }
        if (!parcel.problems.isEmpty()) {
            throw new IllegalArgumentException("%s: %s".formatted(spec, String.join("; ", parcel.problems)));
        }
        return parcel;
    }

    private void collect(Map<?, ?> content) {
        if (content.get("agent") instanceof Map<?, ?> agent) {
            Stream.of(NET, CRITIC).forEach(key -> {
                if (agent.get(key) instanceof Map<?, ?> net) {
                    ARCS.forEach(arc -> add("agent." + key + "." + arc, net.get(arc)));
                }
            });
            if (agent.get("init_from") instanceof Map<?, ?> from) {
                add("agent.init_from.run", from.get("run"));
            }
        }
        if (content.get("env") instanceof Map<?, ?> env
                && String.valueOf(env.get("name")).endsWith(".xml")) {
            add("env.name", env.get("name"));
        }
    }

    private void add(String key, @Nullable Object value) {
        if (!(value instanceof String given)) {
            return;
        }
        Path path = Path.of(given).normalize();
        if (path.isAbsolute() || path.startsWith("..")) {
            problems.add(
                    "%s is %s; needs a path below the folder of the spec or the working folder, to be the same on the other machine"
                            .formatted(key, given));
            return;
        }
        Optional<Path> found = places(path).filter(Files::exists).findFirst();
        if (found.isEmpty()) {
            problems.add("%s is %s, which was not found".formatted(key, given));
        } else if (key.endsWith(".run")) {
            addRun(path, found.get());
        } else {
            files.put("work/" + path, found.get());
        }
    }

    /// Return where the lab looks for a file that a spec names: beside the spec, in the working folder, above the
    /// spec.
    private Stream<Path> places(Path path) {
        Path folder = Objects.requireNonNull(spec.toAbsolutePath().getParent());
        Stream<Path> above =
                Stream.iterate(folder, each -> each != null, Path::getParent).map(each -> each.resolve(path));
        return Stream.concat(Stream.of(folder.resolve(path), path), above.skip(1));
    }

    /// Add what another run begins with: its spec, tables and weights.
    private void addRun(Path path, Path run) {
        try (Stream<Path> all = Files.walk(RunFolder.open(run).path())) {
            for (Path file : all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                files.put("work/%s/%s".formatted(path, run.relativize(file)), file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(run, e.getMessage()), e);
        }
    }

    /// Take a run folder along that the other machine continues.
    void addToContinue(Path run) {
        try (Stream<Path> all = Files.walk(run)) {
            for (Path file : all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                files.put("data/%s/%s".formatted(run.getFileName(), run.relativize(file)), file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(run, e.getMessage()), e);
        }
    }

    /// Return the name of the spec file in the working folder.
    String specFile() {
        return spec.getFileName().toString();
    }

    /// Copy the spec and what it refers to into an empty folder.
    void copyTo(Path folder) throws IOException {
        for (Map.Entry<String, Path> each : files.entrySet()) {
            Path to = folder.resolve(each.getKey());
            Files.createDirectories(to.getParent());
            Files.copy(each.getValue(), to);
        }
    }

    /// Return the command of a run as a shell reads it: it sets the arguments.
    static String command(List<String> words) {
        return words.stream().map(Ssh::quoted).collect(Collectors.joining(" ", "set -- ", "\n"));
    }

    /// Write an archive of everything.
    ///
    /// @param words of the command
    /// @param scratch an empty folder
    Path pack(List<String> words, Path scratch) throws IOException {
        Path folder = Files.createDirectory(scratch.resolve("parcel"));
        copyTo(folder);
        Files.writeString(folder.resolve("command"), command(words), StandardCharsets.UTF_8);
        Files.writeString(folder.resolve("job.sh"), Resources.text("job.sh"), StandardCharsets.UTF_8);
        Path archive = scratch.resolve("parcel.tar");
        ToolRun.run(List.of("tar", "-C", folder.toString(), "-cf", archive.toString(), "."), Map.of())
                .orThrow("the spec cannot be packed");
        Folders.delete(folder);
        return archive;
    }
}

package slmlab.skill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Skills made for tests.
final class TestSkills {
    private TestSkills() {}

    /// Return a skill whose files are given as name and text in turn.
    static Skill skill(String id, String... files) {
        SortedMap<String, byte[]> all = new TreeMap<>();
        for (int i = 0; i < files.length; i += 2) {
            all.put(files[i], files[i + 1].getBytes(UTF_8));
        }
        return new Skill(id, all);
    }

    static String main(String id, String description) {
        return "---\nname: %s\ndescription: %s\n---\n# %s\n".formatted(id, description, id);
    }

    /// Return a skill of two files.
    static Skill simple(String id) {
        return skill(
                id, Skill.MAIN, main(id, "Does " + id + ". Use when tested."), "references/more.md", "# More " + id);
    }

    static Bundle bundle(String... ids) {
        return new Bundle(Stream.of(ids).sorted().map(TestSkills::simple).toList());
    }

    /// Return as many skills as the catalog has, by its names.
    static Bundle all() {
        return bundle(
                SkillCatalog.entries().stream().map(SkillCatalog.Entry::id).toArray(String[]::new));
    }

    /// Return every file and link below a folder with what it holds, by path.
    static SortedMap<String, String> content(Path folder) {
        SortedMap<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                String path = folder.relativize(file).toString();
                if (Files.isSymbolicLink(file)) {
                    content.put(path, "-> " + Files.readSymbolicLink(file));
                } else {
                    content.put(path, Files.isDirectory(file) ? "/" : Files.readString(file, ISO_8859_1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return content;
    }

    /// Return the names of the folders in a folder.
    static List<String> folders(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return new ArrayList<>(entries.filter(Files::isDirectory)
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InstallReport install(Bundle bundle, Target target, String... only) {
        return new Installer(bundle)
                .install(List.of(target), new InstallOptions(List.of(only), false, false, false))
                .getFirst();
    }

    static InstallReport installAnyway(Bundle bundle, Target target) {
        return new Installer(bundle)
                .install(List.of(target), new InstallOptions(List.of(), false, true, false))
                .getFirst();
    }

    static InstallReport uninstall(Target target, boolean yes) {
        return new Installer(all()).uninstall(List.of(target), false, yes).getFirst();
    }
}

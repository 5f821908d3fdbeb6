package slmlab.skill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import slmlab.file.OutputFile;

/// Skills, in the order of their names: those of this lab, or those in a folder.
///
/// @param skills sorted by id
public record Bundle(List<Skill> skills) {
    private static final int DEEPEST = 4; // folders inside a skill
    private static final long LARGEST = 1 << 20; // bytes of a file

    public Bundle {
        skills = List.copyOf(skills);
    }

    /// Return the skills that come with this lab: the folders beside this class, on disk or in a jar.
    public static Bundle shipped() {
        URL own = Objects.requireNonNull(Bundle.class.getResource("Bundle.class"));
        try {
            if (!own.getProtocol().equals("jar")) {
                return in(Objects.requireNonNull(Path.of(own.toURI()).getParent()));
            }
            JarURLConnection connection = (JarURLConnection) own.openConnection();
            URI jar = connection.getJarFileURL().toURI();
            try (FileSystem files = FileSystems.newFileSystem(Path.of(jar))) {
                return in(Objects.requireNonNull(
                        files.getPath(connection.getEntryName()).getParent()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the skills in %s: %s".formatted(own, e.getMessage()), e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot read the skills in " + own, e);
        }
    }

    /// Read every folder directly inside a folder that has a `SKILL.md`. Other folders, loose files and
    /// symbolic links are no skills.
    public static Bundle in(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Skill> skills = new ArrayList<>();
            for (Path entry : entries.sorted().toList()) {
                if (!Files.isSymbolicLink(entry) && isFile(entry.resolve(Skill.MAIN))) {
                    skills.add(skill(entry));
                }
            }
            return new Bundle(skills);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, OutputFile.reason(e)), e);
        }
    }

    private static Skill skill(Path folder) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> entries = Files.walk(folder, DEEPEST)) {
            for (Path file : entries.filter(Bundle::isFile).toList()) {
                if (Files.size(file) > LARGEST) {
                    throw new IllegalArgumentException(
                            "%s is larger than 1 MB; a file of a skill is text".formatted(file));
                }
                files.put(folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return new Skill(name(folder), files);
    }

    private static boolean isFile(Path path) {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName()).replace("/", ""); // a zip file's folders may end in /
    }

    /// Return the skill of a name.
    public Optional<Skill> skill(String id) {
        return skills.stream().filter(skill -> skill.id().equals(id)).findFirst();
    }

    /// Return the names of the skills.
    public List<String> ids() {
        return skills.stream().map(Skill::id).toList();
    }
}

package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Skills in a folder, among the classes of a build, and in a jar.
class BundleTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private void write(String file, String text) throws IOException {
        Path path = temp.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void foldersWithTheirFiles() throws IOException {
        write("b/SKILL.md", "B");
        write("a/SKILL.md", "A");
        write("a/references/more.md", "more");
        write("loose.md", "no skill");
        write("empty/other.md", "no skill");
        Bundle bundle = Bundle.in(temp);
        assertThat(bundle.ids()).containsExactly("a", "b");
        Skill skill = bundle.skill("a").orElseThrow();
        assertThat(skill.files()).containsExactly("SKILL.md", "references/more.md");
        assertThat(skill.text("references/more.md")).isEqualTo("more");
        assertThat(bundle.skill("loose.md")).isEmpty();
        assertThatThrownBy(() -> skill.bytes("none.md")).hasMessage("skill a has no file none.md");
    }

    @Test
    void symbolicLinksAreNoSkills() throws IOException {
        write("real/SKILL.md", "A");
        Files.createSymbolicLink(temp.resolve("linked"), temp.resolve("real"));
        Files.createSymbolicLink(temp.resolve("real/linked.md"), temp.resolve("real/SKILL.md"));
        assertThat(Bundle.in(temp).ids()).containsExactly("real");
        assertThat(Bundle.in(temp).skill("real").orElseThrow().files()).containsExactly("SKILL.md");
    }

    @Test
    void aLargeFileIsRefused() throws IOException {
        write("a/SKILL.md", "A".repeat((1 << 20) + 1));
        assertThatThrownBy(() -> Bundle.in(temp)).hasMessageContaining("is larger than 1 MB");
    }

    /// The same classes in a jar, with one more skill, loaded apart from those of this test.
    @Test
    void theSkillsOfAJar() throws Exception {
        Path jar = temp.resolve("with blank/skills+1.jar");
        Files.createDirectories(jar.getParent());
        Path classes = Path.of(
                Bundle.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                put(out, classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            put(out, "slmlab/skill/zz-jar/SKILL.md", "é".getBytes(StandardCharsets.UTF_8));
            put(out, "slmlab/skill/zz-jar/references/a.md", new byte[] {1, 2});
        }
        try (URLClassLoader loader = new URLClassLoader(urls(jar, classes), ClassLoader.getPlatformClassLoader())) {
            Object bundle = loader.loadClass(Bundle.class.getName())
                    .getMethod("shipped")
                    .invoke(null);
            List<String> ids = new ArrayList<>(Bundle.shipped().ids());
            ids.add("zz-jar");
            assertThat(bundle.toString()).isEqualTo("Bundle[skills=" + ids + "]");
        }
    }

    private static URL[] urls(Path jar, Path classes) throws MalformedURLException {
        List<URL> urls = new ArrayList<>(List.of(jar.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"), -1)) {
            if (!Path.of(entry).equals(classes)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static void put(OutputStream out, String name, byte[] bytes) throws IOException {
        ((JarOutputStream) out).putNextEntry(new ZipEntry(name));
        out.write(bytes);
    }
}

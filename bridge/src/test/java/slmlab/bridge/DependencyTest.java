package slmlab.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What a project gets that depends on `lab`: this module is such a project, so its class path shows it.
class DependencyTest {
    private static final List<String> OF_TESTS =
            List.of("junit-", "assertj-", "byte-buddy", "opentest4j", "apiguardian", "surefire-", "bridge");

    @BeforeAll
    static void needMaven() {
        assumeTrue(
                System.getProperty("surefire.real.class.path") != null,
                "only Maven's class path is that of a project that depends on the lab");
    }

    /// Return the names of the jars, without versions.
    private static Set<String> jars() {
        Set<String> names = new TreeSet<>();
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"), -1)) {
            Path path = Path.of(entry);
            String file = path.getFileName().toString();
            if (file.endsWith("classes")) { // a module of this build that is not packed yet: play/target/classes
                Path whole = path.toAbsolutePath();
                String module = whole.getName(whole.getNameCount() - 3).toString();
                file = file.startsWith("test-") ? "bridge" : module;
            }
            String name = file.replaceAll("-\\d.*", "").replaceAll("\\.jar$", "");
            if (OF_TESTS.stream().noneMatch(name::startsWith)) {
                names.add(name);
            }
        }
        return names;
    }

    /// A binding would silence the logging of the program that depends on the lab, and Spring Boot refuses to start
    /// with one beside its own.
    @Test
    void theLabBringsNoBindingOfSlf4j() {
        assertThat(jars()).contains("lab").noneMatch(name -> name.startsWith("slf4j"));
        assertThat(getClass().getClassLoader().getResource("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"))
                .isNull();
    }

    /// The rows of tensor, play and lab name what they add; the last of them counts the jars.
    @Test
    void thePageNamesEveryJar() throws IOException {
        String page = Files.readString(Path.of("../docs/java.md"));
        Set<String> told = new TreeSet<>();
        for (String module : List.of("tensor", "play", "lab")) {
            Matcher row = Pattern.compile("\\| `dev.slmlab:" + module + "` \\| (`.*?`) \\| (\\d+) \\| [\\d.]+ \\|")
                    .matcher(page);
            assertThat(row.find()).as(module).isTrue();
            told.addAll(Arrays.asList(row.group(1).replace("`", "").split(" ", -1)));
            assertThat(told).as(module).hasSize(Integer.parseInt(row.group(2)));
        }
        assertThat(told).isEqualTo(jars());
    }

    /// Of what it is for, and of what it brings, which `scripts/java-docs` writes. The benchmarks are never
    /// shipped, and Atari's games have another license.
    @Test
    void thePageHasARowForEveryModule() throws IOException {
        String page = Files.readString(Path.of("../docs/java.md"));
        Matcher module = Pattern.compile("<module>(\\w+)</module>").matcher(Files.readString(Path.of("../pom.xml")));
        Set<String> modules = new TreeSet<>();
        while (module.find()) {
            modules.add(module.group(1));
        }
        modules.removeAll(Set.of("bench", "atari"));
        assertThat(modules).contains("tensor", "lab", "bridge").allSatisfy(name -> {
            assertThat(page).containsPattern("\\| `dev.slmlab:%s` \\| [^`|]+".formatted(name)); // what it is for
            assertThat(page)
                    .containsPattern("\\| `dev.slmlab:%s` \\| `.*\\| \\d+ \\|".formatted(name)); // what it brings
        });
    }

    @Test
    void everyModuleHasItsLicense() throws IOException {
        List<URL> licenses = Collections.list(getClass().getClassLoader().getResources("META-INF/LICENSE"));
        for (String module : List.of("tensor", "play", "lab", "bridge")) {
            assertThat(licenses)
                    .as(module)
                    .anyMatch(url -> url.getPath().contains("/" + module + "/target/")
                            || url.getPath().contains("/" + module + "-"));
        }
    }
}

package slmlab.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
        assertThat(jars()).contains("slf4j-api").noneMatch(name -> name.matches("slf4j-(nop|simple|jdk14|reload4j)"));
        assertThat(getClass().getClassLoader().getResource("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"))
                .isNull();
    }

    @Test
    void thePageNamesEveryJar() throws IOException {
        String page = Files.readString(Path.of("../docs/java.md"));
        Matcher list = Pattern.compile("<!-- jars of lab -->\n(.*?)<!-- end -->", Pattern.DOTALL)
                .matcher(page);
        assertThat(list.find()).isTrue();
        Set<String> told = new TreeSet<>();
        Matcher name = Pattern.compile("`([^`]+)`").matcher(list.group(1));
        while (name.find()) {
            told.addAll(Arrays.asList(name.group(1).split(" ", -1)));
        }
        assertThat(told).isEqualTo(jars());
        assertThat(page).contains("The %s jars of `lab`".formatted(jars().size()));
    }
}

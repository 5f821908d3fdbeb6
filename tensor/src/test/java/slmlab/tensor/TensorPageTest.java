package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program of docs/tensor.md, run as the page says, and the list of operations, which the page must not lag behind.
class TensorPageTest {

    @Test
    void theProgramOfThePageLearns(@TempDir Path temp) throws Exception {
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(root().resolve("docs/tensor.md")));
        assertThat(block.find()).isTrue();
        assertThat(block.group(1).lines()).hasSizeLessThanOrEqualTo(25);
        Path file = Files.writeString(temp.resolve("Regression.java"), block.group(1));
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-cp",
                        Path.of(Tensor.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(said).isZero();
        Matcher loss = Pattern.compile("loss ([0-9.E-]+)").matcher(said);
        assertThat(loss.find()).as(said).isTrue();
        assertThat(Double.parseDouble(loss.group(1)))
                .as("of sin x, whose variance is 0.5")
                .isLessThan(1e-3);
    }

    @Test
    void theListOfOperationsIsThatOfTheSource() throws IOException {
        String page = Files.readString(root().resolve("docs/tensor.md"));
        String source = Files.readString(root().resolve("tensor/src/main/java/slmlab/tensor/Tensor.java"));
        assertThat(page)
                .as("scripts/tensor-docs writes it again")
                .isEqualTo(OperationsPage.filled(page, source))
                .contains("`matmul(Tensor other)`", "`Tensor.uniform(Shape shape)`", "`embedding(Tensor index)`");
        String without = source.replace("    /// Return the error function.\n", "");
        assertThatThrownBy(() -> OperationsPage.filled(page, without))
                .hasMessage("erf of Tensor.java has no doc comment; write one");
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("docs")) ? here : here.resolve("..");
    }
}

package slmlab.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DotEnvTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path file(String text) throws IOException {
        return Files.writeString(temp.resolve(".env"), text);
    }

    @Test
    void quotesCommentsExportAndWindowsLineEndsAreUnderstood() throws IOException {
        Path file = file("\uFEFF" + """
                # tokens

                export HF_TOKEN=hf_abc # mine
                A = 'x # y' # z
                B="a\\"b\\n$A"
                C=
                D=p#q
                E=#all
                A=second
                """.replace("\n", "\r\n"));
        assertThat(DotEnv.read(file))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("HF_TOKEN", "hf_abc", "A", "second", "B", "a\"b\n$A", "C", "", "D", "p#q", "E", ""));
    }

    @Test
    void theEnvironmentComesFirstAndNoFileIsNoProblem() throws IOException {
        assertThat(DotEnv.with(Map.of("A", "1"), temp.resolve("none"))).isEqualTo(Map.of("A", "1"));
        assertThat(DotEnv.with(Map.of("A", "1"), file("A=2\nB=3"))).isEqualTo(Map.of("A", "1", "B", "3"));
    }

    @Test
    void wrongLinesAreNamedTogetherAndNeverQuoted() throws IOException {
        assertThatThrownBy(() -> DotEnv.read(file("""
                        A=1
                        hf_secret
                        B='hf_secret
                        1C=hf_secret
                        D="hf_secret" x
                        """)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2, 3, 4, 5: needs NAME=VALUE")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> DotEnv.read(temp)).hasMessageContaining("is a folder");
        Files.write(temp.resolve("binary"), new byte[] {'A', '=', (byte) 0xff});
        assertThatThrownBy(() -> DotEnv.read(temp.resolve("binary"))).hasMessageContaining("is not UTF-8 text");
    }
}

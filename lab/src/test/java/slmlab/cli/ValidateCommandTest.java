package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
    private static final String GOOD =
            "components: [{name: x, shape: [1], low: -1, high: 1, unit: m}, {name: speed, shape: [1], low: -1, high: 1}]\n";
    private static final String DOUBTFUL = "components: [{name: x, shape: [1], low: -1, high: 1, unit: m}]\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private CommandResult validate(String text, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("design.yaml"), text);
        String[] args = Stream.concat(Stream.of("validate", "state", file.toString()), Stream.of(more))
                .toArray(String[]::new);
        return CommandResult.of(args);
    }

    @Test
    void aValidDesignHasFacts() throws IOException {
        CommandResult result = validate(GOOD);
        assertThat(result.code()).isZero();
        assertThat(result.out()).startsWith("0 errors, 0 warnings").contains("flattened size: 2", "encoder: MLPNet");
    }

    @Test
    void warningsCountWhereTheyAreAskedTo() throws IOException {
        assertThat(validate(DOUBTFUL).code()).isZero();
        CommandResult strict = validate(DOUBTFUL, "--strict");
        assertThat(strict.code()).isEqualTo(Cli.FAILED);
        assertThat(strict.out()).startsWith("WARNING S12 stacking is 1").contains("0 errors, 1 warning");
    }

    @Test
    void jsonHasTheFourKeys() throws IOException {
        CommandResult result = validate("components: 3", "--json");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(result.out())
                .startsWith("{\"valid\":false,\"errors\":[{\"code\":\"F03\",\"path\":\"components\"")
                .contains("\"warnings\":[]", "\"facts\":{}");
    }

    @Test
    void whatCannotBeReadIsWrongInput() throws IOException {
        CommandResult broken = validate("components: [");
        assertThat(broken.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(broken.err()).contains("is not valid YAML").doesNotContain("\tat ");
        CommandResult missing = CommandResult.of(
                "validate", "state", folder.resolve("none.json").toString());
        assertThat(missing.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(missing.err()).contains("does not exist");
        CommandResult kind = CommandResult.of(
                "validate", "rewards", folder.resolve("none.json").toString());
        assertThat(kind.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(kind.err()).contains("did you mean reward?");
    }
}

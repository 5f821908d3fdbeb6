package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.run.RunFolder;
import slmlab.tensor.safetensors.SafeTensors;

/// The checkpoints of a run whose spec keeps some.
class CheckpointCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private RunFolder run;

    @BeforeEach
    void train() {
        CommandResult result = CommandResult.of(
                "run",
                "../spec/ppo/cartpole.json",
                "train",
                "--quiet",
                "--max-frame",
                "10000",
                "--name",
                "run",
                "--data",
                temp.toString(),
                "-s",
                "meta.keep={every: 2000, last: 2, top: 1}");
        assertThat(result.err()).isEmpty();
        run = RunFolder.open(temp.resolve("run"));
    }

    private CommandResult ckpt(String verb, String... more) {
        List<String> words = new ArrayList<>(List.of("ckpt", verb, run.path().toString()));
        words.addAll(List.of(more));
        return CommandResult.of(words.toArray(String[]::new));
    }

    private List<String> kept() throws IOException {
        try (var files = Files.list(run.path().resolve("model"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(".*_ckpt-\\d+\\..*"))
                    .sorted()
                    .toList();
        }
    }

    /// The return rises, so the best of them is the newest: two stay.
    @Test
    void theNewestAndTheBestStay() throws IOException {
        assertThat(kept())
                .containsExactly(
                        "ppo_cartpole_t0_s0_ckpt-10000.safetensors", "ppo_cartpole_t0_s0_ckpt-8000.safetensors");
        assertThat(SafeTensors.metadata(run.modelAt(0, 8000)))
                .containsEntry("frame", "8000")
                .containsKey("mean_return");
        assertThat(ckpt("list").out()).contains("last", "best", "8,000", "state", "ppo_cartpole_t0_s0_ckpt-8000");
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        CommandResult whole = ckpt("verify");
        assertThat(whole.out()).contains("damaged").contains("none damaged").doesNotContain("✗");
        assertThat(whole.code()).isEqualTo(Cli.DONE);
        byte[] bytes = Files.readAllBytes(run.modelAt(0, 8000));
        bytes[bytes.length - 5] ^= 1;
        Files.write(run.modelAt(0, 8000), bytes);
        CommandResult damaged = ckpt("verify");
        assertThat(damaged.code()).isEqualTo(Cli.FAILED);
        assertThat(damaged.out()).contains("✗ model/ppo_cartpole_t0_s0_ckpt-8000.safetensors: ", "1 damaged");
        assertThat(damaged.err()).isEmpty();
    }

    @Test
    void pruneDeletesWhatIsAskedFor() throws IOException {
        assertThat(ckpt("prune", "--last", "1", "--dry-run").out()).contains("ckpt-8000", "would delete 1 files");
        assertThat(kept()).hasSize(2);
        assertThat(ckpt("prune", "--last", "1", "--states").out()).contains("ckpt-8000", "deleted 2 files");
        assertThat(kept()).containsExactly("ppo_cartpole_t0_s0_ckpt-10000.safetensors");
        assertThat(run.lastState(0)).isEmpty();
        assertThat(run.model(0)).exists(); // the last and the best are never deleted
        assertThat(run.bestModel(0)).exists();
        assertThat(ckpt("prune").err()).contains("nothing to delete; give --last N");
        assertThat(ckpt("prune", "--top", "1", "--states").err()).contains("--top needs --last");
    }

    /// What a link leads to belongs to somebody else.
    @Test
    void nothingIsDeletedThroughALink() throws IOException {
        for (String part : List.of("state", "model")) {
            Path outside = temp.resolve("outside-" + part);
            Files.move(run.path().resolve(part), outside);
            Files.createSymbolicLink(run.path().resolve(part), outside);
            long files = files(outside);
            CommandResult result = ckpt("prune", "--states", "--last", "0");
            assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
            assertThat(result.err())
                    .contains(part + " is a symbolic link; a run is changed only inside its own folder");
            CommandResult retro = CommandResult.of("retro", run.path().toString());
            assertThat(retro.code()).as(retro.err()).isEqualTo(Cli.WRONG_INPUT);
            CommandResult resumed = CommandResult.of(
                    "run", "../spec/ppo/cartpole.json", "train@" + run.path(), "--quiet", "--max-frame", "12000");
            assertThat(resumed.code()).as(resumed.err()).isNotEqualTo(Cli.DONE);
            assertThat(resumed.err()).contains("symbolic link");
            assertThat(files(outside)).isEqualTo(files).isPositive();
            Files.delete(run.path().resolve(part));
            Files.move(outside, run.path().resolve(part));
        }
        Path link = Files.createSymbolicLink(temp.resolve("link"), run.path()); // a run may lie elsewhere as a whole
        assertThat(CommandResult.of("ckpt", "prune", link.toString(), "--states")
                        .code())
                .isEqualTo(Cli.DONE);
    }

    private static long files(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).count();
        }
    }
}

package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.cli.Ignored;
import slmlab.experiment.TinySpecs;
import slmlab.run.RunFolder;

/// The log, the profile and the window of a run.
class RunFlagsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String spec = "";

    @BeforeEach
    void write() throws IOException {
        spec = TinySpecs.file(temp, "ppo", "\"max_frame\": 400", "\"log_frequency\": 100")
                .toString();
    }

    private RunFolder folder() {
        return RunFolder.latest(temp.resolve("data"), "ppo").orElseThrow();
    }

    private CommandResult run(String mode, String... flags) {
        String[] words = new String[flags.length + 5];
        System.arraycopy(flags, 0, words, 0, flags.length); // before the spec, as SLM-Lab allows
        words[flags.length] = spec;
        words[flags.length + 1] = "ppo";
        words[flags.length + 2] = mode;
        words[flags.length + 3] = "-d";
        words[flags.length + 4] = temp.resolve("data").toString();
        return CommandResult.of(words);
    }

    @Test
    void theLogHasALineForEachEvent() throws IOException {
        assertThat(run("train", "--log-level", "DEBUG", "--state-seconds", "0").code())
                .isZero();
        String stamp = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\| ";
        assertThat(Files.readAllLines(folder().log()))
                .allMatch(line -> line.matches(stamp + "(DEBUG|INFO) \\| .*"))
                .anyMatch(line -> line.endsWith("INFO | ppo_t0_s0 starts at frame 0 of 400"))
                .anyMatch(line ->
                        line.contains("INFO | ppo_t0_s0 [train] total_reward:") && line.contains("frame:2.00e+02"))
                .anyMatch(line -> line.contains("DEBUG | ppo_t0_s0 saves its state at frame "))
                .anyMatch(line -> line.contains("INFO | ppo_t0_s0 is done at frame 400: mean return "))
                .anyMatch(line -> line.contains("INFO | trial_metrics: frame:4.00e+02"))
                .anyMatch(line -> line.endsWith("Session 0 done")) // as SLM-Lab's users look for them
                .anyMatch(line -> line.endsWith("Trial 0 done"));
    }

    @Test
    void aLevelHidesWhatIsBelowIt() throws IOException {
        CommandResult result = run("dev", "--log-level=WARNING");
        assertThat(result.code()).isZero();
        assertThat(result.out()).doesNotContain("INFO").contains("trial_metrics: ");
        assertThat(folder().log()).isEmptyFile();
        assertThat(run("dev", "--log-level=LOUD").err()).contains("--log-level", "LOUD", "DEBUG, INFO, WARNING, ERROR");
    }

    @Test
    void devShowsLinesWithTimeAndLevel() {
        assertThat(run("dev").out().lines()).anyMatch(line -> line.matches("\\d{4}-.* \\| INFO \\| s0 .*frame 200 .*"));
    }

    @Test
    void aProfileTellsWhereTheTimeWent() {
        CommandResult result = run("train", "--profile");
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("profile: 400 frames in ", "profile " + folder().profile());
        assertThat(folder().profile()).isNotEmptyFile();
    }

    @Test
    void aProfileMayBeSwitchedOffAndIsOfTheCpu() {
        assertThat(run("train").out()).doesNotContain("profile");
        assertThat(ProfileSwitch.of(Map.of())).isFalse();
        assertThat(ProfileSwitch.of(Map.of("PROFILE", "cpu"))).isTrue();
        assertThatThrownBy(() -> ProfileSwitch.of(Map.of("PROFILE", "gpu"))).hasMessageContaining("PROFILE: runs use");
        assertThat(run("train", "--profile=false").code()).isZero();
        assertThat(folder().profile()).doesNotExist();
        assertThat(run("train", "--profile=gpu").err()).contains("--profile", "there is no GPU to profile");
        assertThat(run("train", "--profile=all").err()).contains("'all' is not true, false or cpu");
    }

    @Test
    void aRunWithoutADisplayContinues() {
        CommandResult result = run("train", "--render");
        assertThat(result.code()).isZero();
        assertThat(result.err()).startsWith("--render: ").endsWith("; the run continues without a window\n");
        assertThat(result.out()).contains("trial_metrics: ");
    }

    @Test
    void variablesOfSlmLabThatHaveNoEffectAreAnswered() {
        StringWriter err = new StringWriter();
        Map<String, String> environment = Map.of("TORCH_COMPILE", "1", "CUDA_OFFSET", "2", "HOME", "x");
        new Ignored().tell(environment, new PrintWriter(err, true));
        assertThat(err.toString().lines())
                .containsExactly(
                        "TORCH_COMPILE has no effect: there is no PyTorch here; programs are always compiled",
                        "CUDA_OFFSET has no effect: GPUs are not supported; runs use the CPU");
    }

    @Test
    void flagsOfSlmLabThatChangeNoResultAreAnswered() {
        CommandResult result =
                run("train", "--cuda-offset=1", "--no-optimize-perf", "--torch-compile=auto", "--log-extra");
        assertThat(result.code()).isZero();
        assertThat(result.err().lines())
                .containsExactly(
                        "--torch-compile has no effect: there is no PyTorch here; programs are always compiled",
                        "--cuda-offset has no effect: GPUs are not supported; runs use the CPU",
                        "--optimize-perf has no effect: runs are always optimized for the CPU",
                        "--log-extra has no effect: all metrics are always logged");
    }

    @Test
    void flagsOfSlmLabThatCannotWorkAreRefused() {
        CommandResult result = run("train", "--stop-ray");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--stop-ray is SLM-Lab's: there is no Ray here");
    }
}

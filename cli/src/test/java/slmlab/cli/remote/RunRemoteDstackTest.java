package slmlab.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.ChildJvm;
import slmlab.cli.CommandResult;
import slmlab.remote.RemoteRuns;

/// What `run-remote` and `remote` call the program `dstack` with: a stand-in on the PATH writes down its arguments,
/// variables and folder.
@Tag("slow")
class RunRemoteDstackTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final String TOKEN = "hf_0123456789abcdefSECRET";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeEach
    void standIn() throws IOException {
        Path bin = Files.createDirectory(temp.resolve("bin"));
        Path program = Files.writeString(bin.resolve("dstack"), """
                #!/bin/sh
                printf '%%s\\n' "$@" >"%s/arguments"
                pwd >"%s/folder"
                env | grep -E '^(SPEC_|LAB_MODE|PROF|HF_)' >"%s/variables"
                case $1 in
                  apply) echo "submitted with $HF_TOKEN" ;;
                  ps) cat "%s/ps.json" ;;
                  logs) printf 'a line\\033[31m of the log\\n' ;;
                esac
                exit "$(cat "%s/code" 2>/dev/null || echo 0)"
                """.formatted(temp, temp, temp, temp, temp));
        program.toFile().setExecutable(true);
    }

    private CommandResult slm(String path, Map<String, String> more, String... words) throws Exception {
        Map<String, String> environment = new TreeMap<>(more);
        environment.put("PATH", path);
        environment.put("SLM_LAB_DATA", temp.resolve("data").toString());
        return ChildJvm.start(temp, environment, List.of(), List.of("-Dslmlab.home=" + HOME), words)
                .result();
    }

    private CommandResult slm(String... words) throws Exception {
        return slm(temp.resolve("bin") + ":/usr/bin:/bin", Map.of("HF_TOKEN", TOKEN, "HF_REPO", "me/runs"), words);
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(temp.resolve(file));
    }

    /// The line of SLM-Lab's README, and what SLM-Lab makes of it.
    @Test
    void theLineOfTheGuideCallsDstackAsSlmLabDoes() throws Exception {
        CommandResult result = slm(
                "run-remote --gpu -s env=ALE/Pong-v5 slm_lab/spec/benchmark/ppo/ppo_atari.json ppo_atari train -n pong-lam95"
                        .split(" ", -1));
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(lines("arguments"))
                .containsExactly("apply", "-f", ".dstack/run-gpu-train.yml", "-y", "--detach", "--name", "pong-lam95");
        assertThat(lines("folder")).containsExactly(HOME.toString());
        assertThat(lines("variables"))
                .containsExactlyInAnyOrder(
                        "SPEC_FILE=slm_lab/spec/benchmark/ppo/ppo_atari.json",
                        "SPEC_NAME=ppo_atari",
                        "LAB_MODE=train",
                        "SPEC_VARS=-s env=ALE/Pong-v5",
                        "PROFILE=false",
                        "PROF_SKIP=",
                        "PROF_ACTIVE=",
                        "HF_TOKEN=" + TOKEN,
                        "HF_REPO=me/runs");
        assertThat(result.out()).contains("submitted with …", "remote logs pong-lam95");

        Files.writeString(temp.resolve("ps.json"), """
                {"project": "main", "runs": [{"status": "failed", "last_processed_at": "2026-03-01T10:00:00+00:00",
                  "run_spec": {"run_name": "pong-lam95", "configuration": {"env": {"HF_TOKEN": "%s"}}},
                  "jobs": [{"job_submissions": [{"termination_reason": "interrupted_by_no_capacity"}]}]}]}
                """.formatted(TOKEN));
        CommandResult listed = slm("remote", "ps");
        assertThat(lines("arguments")).containsExactly("ps", "--last", "200", "--json");
        assertThat(listed.out())
                .contains("pong-lam95", "dstack", "lost", "its machine was taken away: interrupted_by_no_capacity");
        assertThat(slm("remote", "logs", "pong-lam95").out()).isEqualTo("a line?[31m of the log\n");
        assertThat(lines("arguments")).containsExactly("logs", "pong-lam95");
        assertThat(slm("remote", "stop", "pong-lam95").code()).isZero();
        assertThat(lines("arguments")).containsExactly("stop", "-y", "pong-lam95");
        CommandResult fetched = slm("remote", "fetch", "pong-lam95");
        assertThat(fetched.code()).isEqualTo(2);
        assertThat(fetched.err()).contains("slm-lab pull ppo_atari");
        for (CommandResult each : List.of(result, listed, fetched)) {
            assertThat(each.toString()).doesNotContain(TOKEN);
        }
        try (Stream<Path> files = Files.walk(temp.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).doesNotContain(TOKEN);
            }
        }
        assertThat(String.join("\n", lines("arguments"))).doesNotContain(TOKEN);
    }

    @Test
    void aSearchTakesItsFileAndTheExitCodeIsDstacks() throws Exception {
        Files.writeString(temp.resolve("code"), "3");
        CommandResult result =
                slm("run-remote", "ppo/cartpole.json", "ppo_cartpole", "search", "-s", "a=1", "-s", "b=2");
        assertThat(result.code()).isEqualTo(2); // no such keys
        assertThat(temp.resolve("arguments")).doesNotExist();
        CommandResult search = slm("run-remote", "ppo/cartpole.json", "ppo_cartpole", "search");
        assertThat(search.code()).as(search.toString()).isEqualTo(3);
        assertThat(lines("arguments"))
                .containsExactly(
                        "apply", "-f", ".dstack/run-cpu-search.yml", "-y", "--detach", "--name", "ppo-cartpole");
        assertThat(new RemoteRuns(temp.resolve("data")).all(_ -> {})).isEmpty();
    }

    @Test
    void withoutDstackAndWithoutSshASentenceSaysWhatToInstall() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        Files.createSymbolicLink(empty.resolve("tar"), Path.of("/usr/bin/tar"));
        CommandResult dstack = slm(empty.toString(), Map.of(), "run-remote", "ppo/cartpole.json", "ppo_cartpole");
        assertThat(dstack.code()).isEqualTo(2);
        assertThat(dstack.err()).contains("there is no dstack on this machine; install it with uv tool install dstack");
        Path archive = Files.writeString(temp.resolve("slm-lab-0-linux-x64.tar.gz"), "");
        CommandResult ssh = slm(
                empty.toString(),
                Map.of(),
                "run-remote",
                "ppo/cartpole.json",
                "ppo_cartpole",
                "--host",
                "me@there",
                "--package",
                archive.toString());
        assertThat(ssh.code()).isEqualTo(1);
        assertThat(ssh.err()).contains("there is no ssh on this machine; install OpenSSH's client");
    }
}

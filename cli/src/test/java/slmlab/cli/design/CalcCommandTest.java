package slmlab.cli.design;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;

class CalcCommandTest {

    private static CommandResult calc(String line) {
        return CommandResult.of(("calc " + line).split(" "));
    }

    @Test
    void aBatchIsComputed() {
        // rollout 8 · 128 = 1024, 4 minibatches, 4 · 4 gradient steps; bytes 1024 · (16 + 4 + 20)
        CommandResult result = calc("batch --envs 8 --steps 128 --minibatch 256 --epochs 4 --frames 100000 --obs 4"
                + " --lr 0.001 --base-batch 64 --actors 2 --steps-per-second 1000 --samples-per-second 8000");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .startsWith("0 errors, 0 warnings")
                .contains(
                        "rollout: 1024",
                        "minibatches: 4",
                        "gradient steps per rollout: 16",
                        "sample reuse: 4",
                        "updates in all: 97",
                        "rollout bytes: 40960",
                        "learning rate linear: 0.004",
                        "learning rate square root: 0.002",
                        "actor learner balance: 1");
        assertThat(calc("batch --envs 8 --steps 128 --minibatches 4 --json").out())
                .startsWith("{\"valid\":true")
                .contains("\"minibatch\":256");
    }

    @Test
    void everyCheckOfABatchIsMade() {
        assertThat(calc("batch --envs 3 --steps 7 --minibatch 10 --epochs 30").code())
                .isEqualTo(Cli.FAILED);
        assertThat(calc("batch --envs 3 --steps 7 --minibatch 10 --epochs 30").out())
                .contains("ERROR C01 minibatch 10 does not divide a rollout of 21 (use 7, or a divisor)")
                .contains("WARNING C02", "WARNING C03", "1 error, 2 warnings");
        assertThat(calc("batch --envs 64 --steps 64 --minibatch 64 --obs 84,84,4 --memory 1")
                        .out())
                .contains("ERROR C04 memory is 1000000 bytes");
        assertThat(
                        calc("batch --envs 4 --steps 64 --minibatch 64 --actors 1 --steps-per-second 1 --samples-per-second 9")
                                .out())
                .contains("WARNING C05 actors make 0.111111 times");
    }

    @Test
    void aReplayTakesWhatARunTakes() {
        // one byte frame of 84 × 84, an int action, reward, end and stack mark as floats: 7056 + 4 + 12 bytes a row
        CommandResult result = calc("buffer --size 1000000 --obs 4,84,84 --dtype uint8 --stack 4 --batch 32 --every 4");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains(
                        "bytes per transition: 7072",
                        "in words: 7.1 GB",
                        "replay ratio: 8",
                        "gradient steps per step: 0.25");
        CommandResult small = calc("buffer --size 100 --obs 4 --batch 32 --updates 50 --prioritized --memory 1");
        assertThat(small.out()).contains("WARNING C06", "WARNING C03");
        assertThat(calc("buffer --size 1000000 --obs 4,84,84 --memory 4000").code())
                .isEqualTo(Cli.FAILED);
    }

    @Test
    void wrongFlagsAreRefused() {
        for (String line : new String[] {
            "batch --envs 3 --steps 7",
            "batch --envs 3 --steps 7 --minibatch 4 --minibatches 2",
            "batch --envs 0 --steps 7 --minibatch 4",
            "batch --envs 3 --steps 7 --minibatches 2",
            "batch --envs 3 --steps 8 --minibatch 2 --lr 0.1",
            "batch --envs 3 --steps 8 --minibatch 2 --actors 2",
            "batch --envs 3 --steps 8 --minibatch 2 --memory 2",
            "buffer --size 10",
            "buffer --size 10 --obs 4 --dtype int8",
            "buffer --size 10 --obs 5 --stack 2",
            "buffer --size 10 --obs 5 --every 2",
            "buffer --size 10 --obs -1",
            "batch --envs 99999999999 --steps 7 --minibatch 4",
        }) {
            CommandResult result = calc(line);
            assertThat(result.code()).as(line).isEqualTo(Cli.WRONG_INPUT);
            assertThat(result.err()).as(line).isNotBlank().doesNotContain("\tat ");
        }
    }
}

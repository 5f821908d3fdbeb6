package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;

class MinibatchesTest {

    /// A program with the inputs of windows.
    private static Program program(int windows, int steps) {
        return Program.trace(trace -> {
            trace.output("obs", trace.input("obs", windows * steps, 1).neg());
            trace.output("weight", trace.input("weight", windows * steps).neg());
            trace.output("reset", trace.input("reset", windows, steps).neg());
            trace.output("net.state", trace.input("net.state", windows, 1).neg());
        });
    }

    private static Rollouts rollouts(int envs, int steps) {
        Rollouts rollouts = new Rollouts(envs, steps);
        for (int t = 0; t < steps; t++) {
            rollouts.step(".".repeat(envs));
        }
        return rollouts;
    }

    private static List<Float> list(float[] values) {
        List<Float> list = new ArrayList<>();
        for (float value : values) {
            list.add(value);
        }
        return list;
    }

    @Test
    void eachRowComesOnceInEachEpoch() {
        Minibatches minibatches = new Minibatches(rollouts(3, 5).rollout, 1);
        minibatches.begin(false);
        assertThat(minibatches.count()).isEqualTo(15);
        minibatches.shuffle(RandomStream.ofSeed(1));
        Program program = program(5, 1);
        List<Float> seen = new ArrayList<>();
        for (int from = 0; from < 15; from += 5) {
            minibatches.gather(from, 5, program);
            seen.addAll(list(program.input("obs").floats()));
        }
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        0f, 1f, 2f, 3f, 4f, 100f, 101f, 102f, 103f, 104f, 200f, 201f, 202f, 203f, 204f)
                .isNotEqualTo(seen.stream().sorted().toList());
    }

    /// Of 2,400 shuffles of four rows each of the 24 orders comes about a hundred times, that in place too.
    @Test
    void everyOrderIsAsLikelyAndARowCanStayInPlace() {
        Minibatches minibatches = new Minibatches(rollouts(1, 4).rollout, 1);
        RandomStream random = RandomStream.ofSeed(1);
        Map<String, Integer> orders = new TreeMap<>();
        for (int i = 0; i < 2400; i++) {
            minibatches.begin(false);
            minibatches.shuffle(random);
            String order = "";
            for (int k = 0; k < 4; k++) {
                order += minibatches.row(k);
            }
            orders.merge(order, 1, Integer::sum);
        }
        assertThat(orders).hasSize(24);
        assertThat(orders.values()).allMatch(count -> count > 60 && count < 140);
    }

    @Test
    void aSmallPortionIsFilledUpWithRowsThatDoNotCount() {
        Minibatches minibatches = new Minibatches(rollouts(1, 3).rollout, 1);
        minibatches.begin(false);
        Program program = program(4, 1);
        minibatches.gather(1, 2, program);
        assertThat(program.input("obs").floats()).containsExactly(1, 2, 2, 2);
        assertThat(program.input("weight").floats()).containsExactly(0.5f, 0.5f, 0, 0);
    }

    @Test
    void windowsHoldStepsOfOneEnvInOrder() {
        Minibatches minibatches = new Minibatches(rollouts(2, 4).rollout, 2);
        minibatches.begin(false);
        assertThat(minibatches.count()).isEqualTo(4);
        assertThat(minibatches.size()).isEqualTo(8);
        Program program = program(4, 2);
        minibatches.gather(0, 4, program);
        assertThat(program.input("obs").floats()).containsExactly(0, 1, 2, 3, 100, 101, 102, 103);
        assertThat(program.input("weight").floats()).containsOnly(0.125f);
        assertThat(program.input("net.state").floats()).containsExactly(0, -2, -100, -102); // at the first step
    }

    @Test
    void aShortWindowRepeatsItsLastRowWithoutWeight() {
        Minibatches minibatches = new Minibatches(rollouts(1, 5).rollout, 3);
        minibatches.begin(false);
        assertThat(minibatches.count()).isEqualTo(2);
        assertThat(minibatches.size()).isEqualTo(5);
        Program program = program(2, 3);
        minibatches.gather(0, 2, program);
        assertThat(program.input("obs").floats()).containsExactly(0, 1, 2, 3, 4, 4);
        assertThat(program.input("weight").floats()).containsExactly(0.2f, 0.2f, 0.2f, 0.2f, 0.2f, 0);
    }

    @Test
    void aWindowIsResetWhereAnEpisodeBeginsInsideIt() {
        Rollouts rollouts = new Rollouts(1, 4).step(".").step("T").step(".").step("C");
        Minibatches minibatches = new Minibatches(rollouts.rollout, 4);
        minibatches.begin(false);
        Program program = program(1, 4);
        minibatches.gather(0, 1, program);
        assertThat(program.input("reset").floats()).containsExactly(1, 0, 1, 0);
    }

    @Test
    void aWindowOfOneStepHasItsStateToo() {
        Minibatches minibatches = new Minibatches(rollouts(1, 3).rollout, 1);
        minibatches.begin(false);
        Program program = program(3, 1);
        minibatches.gather(0, 3, program);
        assertThat(program.input("net.state").floats()).containsExactly(0, -1, -2);
    }

    @Test
    void onlyFinishedEpisodesCountIfSo() {
        // env 0 finishes after two steps, env 1 not at all
        Rollouts rollouts = new Rollouts(2, 0).step("..").step("T.").step("..");
        Minibatches minibatches = new Minibatches(rollouts.rollout, 1);
        minibatches.begin(true);
        assertThat(minibatches.size()).isEqualTo(2);
        rollouts.rollout.clearFinished();
        rollouts.step(".C");
        minibatches.begin(true);
        Program program = program(4, 1);
        minibatches.gather(0, minibatches.count(), program);
        assertThat(program.input("obs").floats()).containsExactly(100, 101, 102, 103); // env 0 is not over
    }

    @Test
    void crossEntropyKeepsTheBetterEpisodes() {
        // env 0: episodes of 1 and 3 steps, env 1: of 2 and 2; each step reaches 1, so returns are 1, 3, 2, 2 and the
        // median is 2: the first one is omitted
        Rollouts rollouts = new Rollouts(2, 0);
        rollouts.step("T.").step(".T").step("..").step("CT");
        Minibatches minibatches = new Minibatches(rollouts.rollout, 1, 0.5);
        minibatches.begin(true);
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < minibatches.count(); i++) {
            rows.add(minibatches.row(i));
        }
        assertThat(rows).containsExactly(2, 4, 6, 1, 3, 5, 7); // row 0 is env 0's first step
    }

    /// Against Stable-Baselines3's numbers, which scripts/golden/diagnostics.py recorded.
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 7})
    void explainedVarianceIsThatOfStableBaselines(int window) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/resources/golden/diagnostics.txt"));
        int cases = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("explained ")) {
                String[] value = lines.get(i + 1).split(" ", -1);
                String[] returns = lines.get(i + 2).split(" ", -1);
                int steps = (value.length - 1) / 3;
                Rollout rollout = rollouts(3, steps).rollout;
                for (int row = 0; row < 3 * steps; row++) {
                    rollout.floats("value")[row] = Float.parseFloat(value[row + 1]);
                    rollout.floats("value_target")[row] = Float.parseFloat(returns[row + 1]);
                }
                Minibatches minibatches = new Minibatches(rollout, window);
                minibatches.begin(false);
                assertThat(minibatches.explainedVariance())
                        .isCloseTo(
                                Double.parseDouble(
                                        lines.get(i).split(" ", -1)[1].replace("nan", "NaN")),
                                within(1e-9));
                cases++;
            }
        }
        assertThat(cases).isEqualTo(4);
    }

    /// Returns 1, 2, 3, 6 (mean 3, squares 14) and values that miss them by −1, 1, 1, −1 (squares 4): 1 − 4/14. The
    /// fifth step is of an episode that has not ended.
    @Test
    void explainedVarianceByHandOfFinishedEpisodes() {
        Rollout rollout =
                new Rollouts(1, 0).step(".").step("T").step(".").step("T").step(".").rollout;
        System.arraycopy(new float[] {1, 2, 3, 6, 1000}, 0, rollout.floats("value_target"), 0, 5);
        System.arraycopy(new float[] {2, 1, 2, 7, -1000}, 0, rollout.floats("value"), 0, 5);
        Minibatches minibatches = new Minibatches(rollout, 1);
        minibatches.begin(true);
        assertThat(minibatches.explainedVariance()).isCloseTo(1 - 4.0 / 14, within(1e-12));
    }
}

package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import slmlab.env.Space;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

class ImitatedTest {

    private static Imitated memory(int maxSize, boolean useCer) {
        MemoryConfig config =
                new MemoryConfig(MemoryConfig.Kind.ON_POLICY_REPLAY, 2, maxSize, useCer, 0.6, 1e-4, null, 1, null, 0);
        return new Imitated(Space.Box.of(-1000, 1000, 1), new Space.Discrete(2), false, config, RandomStream.ofSeed(1));
    }

    private static Program program(int rows) {
        return Program.trace(trace -> {
            trace.output("obs", trace.input("obs", rows, 1).neg());
            trace.output("return", trace.input("return", rows).neg());
            trace.output(
                    "action", trace.input("action", DType.INT32, Shape.of(rows)).toFloat());
        });
    }

    @Test
    void keepsEveryStepWithItsReturn() {
        Imitated memory = memory(10, false);
        memory.add(new Rollouts(2, 2).step("..").step("..").rollout, new float[] {5, 105, 6, 106}, false);
        assertThat(memory.size()).isEqualTo(4);
        Program program = program(64);
        memory.sample(program);
        for (int i = 0; i < 64; i++) {
            assertThat(program.input("return").floats()[i])
                    .isEqualTo(program.input("obs").floats()[i] + 5);
        }
        assertThat(program.input("obs").floats()).contains(0, 1, 100, 101);
    }

    @Test
    void aStepOfAnEpisodeThatGoesOnIsKeptOnceAndWhenItIsOver() {
        Imitated memory = memory(10, false);
        Rollouts rollouts = new Rollouts(2, 0).step("..").step("T.");
        memory.add(rollouts.rollout, new float[4], true);
        assertThat(memory.size()).isEqualTo(2); // of env 0
        rollouts.rollout.clearFinished();
        rollouts.step(".T");
        memory.add(rollouts.rollout, new float[6], true);
        assertThat(memory.size()).isEqualTo(5); // and three of env 1
    }

    @Test
    void theOldestGiveWay() {
        Imitated memory = memory(2, false);
        memory.add(new Rollouts(1, 3).step(".").step(".").step(".").rollout, new float[] {0, 1, 2}, false);
        assertThat(memory.size()).isEqualTo(2);
        Program program = program(64);
        memory.sample(program);
        assertThat(program.input("obs").floats()).containsOnly(1, 2);
    }

    @Test
    void withCerTheNewestAreInTheNextBatch() {
        Imitated memory = memory(1000, true);
        Rollouts rollouts = new Rollouts(1, 500);
        for (int t = 0; t < 500; t++) {
            rollouts.step(".");
        }
        memory.add(rollouts.rollout, new float[500], false);
        Program many = program(500);
        memory.sample(many); // all are new
        assertThat(many.input("obs").floats()).contains(0, 499).doesNotHaveDuplicates();
        rollouts.rollout.clear();
        memory.add(rollouts.step(".").rollout, new float[1], false);
        Program one = program(1);
        memory.sample(one);
        assertThat(one.input("obs").floats()).containsExactly(500);
    }
}

package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slmlab.env.Space;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

class ImitatedTest {
    private static final double HALF = 0.5;

    private static Imitated memory(int envs, int maxSize, boolean useCer) {
        MemoryConfig config =
                new MemoryConfig(MemoryConfig.Kind.ON_POLICY_REPLAY, 2, maxSize, useCer, 0.6, 1e-4, null, 1, null, 0);
        return new Imitated(
                Space.Box.of(-1000, 1000, 1),
                new Space.Discrete(2),
                envs,
                false,
                Map.of("net.state", 1),
                config,
                HALF,
                RandomStream.ofSeed(1));
    }

    private static Program program(int rows) {
        return Program.trace(trace -> {
            trace.output("obs", trace.input("obs", rows, 1).neg());
            trace.output("return", trace.input("return", rows).neg());
            trace.output("state", trace.input("net.state", rows, 1).neg());
            trace.output(
                    "action", trace.input("action", DType.INT32, Shape.of(rows)).toFloat());
        });
    }

    /// The return that is kept with an observation.
    private static float returnOf(Program program, float obs) {
        float[] all = program.input("obs").floats();
        for (int i = 0; i < all.length; i++) {
            if (all[i] == obs) {
                return program.input("return").floats()[i];
            }
        }
        throw new AssertionError("no " + obs + " in " + Arrays.toString(all));
    }

    /// 1 a step and γ = ½, over three rollouts: 1 + ½ + ¼ + … to the end, however many updates came between.
    @Test
    void aStepWaitsForTheEndOfItsEpisode() {
        Imitated memory = memory(2, 10, false);
        Rollouts rollouts = new Rollouts(2, 2).step("..").step("T.");
        memory.add(rollouts.rollout, false);
        assertThat(memory.size()).isEqualTo(2); // of env 0
        rollouts.rollout.clear();
        memory.add(rollouts.step("..").rollout, false);
        assertThat(memory.size()).isEqualTo(2);
        rollouts.rollout.clear();
        memory.add(rollouts.step(".T").rollout, false);
        assertThat(memory.size()).isEqualTo(6); // and four of env 1
        Program program = program(128);
        memory.sample(program);
        float[] known = {1.5f, 1, 1.875f, 1.75f, 1.5f, 1};
        float[] obs = {0, 1, 100, 101, 102, 103};
        for (int i = 0; i < obs.length; i++) {
            assertThat(returnOf(program, obs[i])).isEqualTo(known[i]);
        }
        assertThat(program.input("obs").floats()).containsOnly(obs);
        for (int i = 0; i < 128; i++) {
            assertThat(program.input("net.state").floats()[i])
                    .isEqualTo(-program.input("obs").floats()[i]);
        }
    }

    @Test
    void anEpisodeThatWasCutShortGoesOnWithItsValue() {
        Imitated memory = memory(1, 10, false);
        Rollouts rollouts = new Rollouts(1, 2).step(".").step("C");
        rollouts.rollout.floats("next_value")[1] = 8;
        memory.add(rollouts.rollout, false);
        Program program = program(32);
        memory.sample(program);
        assertThat(returnOf(program, 1)).isEqualTo(5);
        assertThat(returnOf(program, 0)).isEqualTo(3.5f);
    }

    @Test
    void ofEpisodesThatARolloutKeepsEachStepIsTakenOnce() {
        Imitated memory = memory(2, 10, false);
        Rollouts rollouts = new Rollouts(2, 0).step("..").step("T.");
        memory.add(rollouts.rollout, true);
        assertThat(memory.size()).isEqualTo(2); // of env 0
        rollouts.rollout.clearFinished();
        rollouts.step(".T");
        memory.add(rollouts.rollout, true);
        assertThat(memory.size()).isEqualTo(5); // and three of env 1
    }

    @Test
    void theOldestGiveWay() {
        Imitated memory = memory(1, 2, false);
        memory.add(new Rollouts(1, 3).step("T").step("T").step("T").rollout, false);
        assertThat(memory.size()).isEqualTo(2);
        Program program = program(64);
        memory.sample(program);
        assertThat(program.input("obs").floats()).containsOnly(1, 2);
    }

    @Test
    void ofAnEpisodeLongerThanTheMemoryTheLastStepsAreKept() {
        Imitated memory = memory(1, 70, false); // the room for what waits grows once
        Rollouts rollouts = new Rollouts(1, 200);
        for (int t = 0; t < 99; t++) {
            rollouts.step(".");
        }
        memory.add(rollouts.step("T").rollout, false);
        Program program = program(2000);
        memory.sample(program);
        float[] obs = program.input("obs").floats().clone();
        Arrays.sort(obs);
        assertThat(obs).startsWith(30).endsWith(99);
        assertThat(returnOf(program, 97)).isEqualTo(1.75f);
    }

    @Test
    void whatWaitsIsSaved() {
        Imitated memory = memory(1, 70, false);
        Rollouts rollouts = new Rollouts(1, 200);
        for (int t = 0; t < 90; t++) {
            rollouts.step(".");
        }
        memory.add(rollouts.rollout, false);
        State state = new State();
        memory.save(state);
        Imitated resumed = memory(1, 70, false);
        resumed.load(state);
        rollouts.rollout.clear();
        rollouts.step(".").step("T");
        Program first = program(300);
        Program second = program(300);
        memory.add(rollouts.rollout, false);
        memory.sample(first);
        resumed.add(rollouts.rollout, false);
        resumed.sample(second);
        for (String name : new String[] {"obs", "return", "net.state"}) {
            assertThat(second.input(name).floats())
                    .containsExactly(first.input(name).floats());
        }
        assertThat(returnOf(second, 89)).isEqualTo(1.75f);
    }

    private static void play(Imitated memory, Rollouts rollouts, int episodes) {
        for (int t = 0; t < episodes; t++) {
            rollouts.step("T");
        }
        memory.add(rollouts.rollout, false);
        rollouts.rollout.clear();
    }

    @Test
    void withCerTheNewestAreInTheNextBatch() {
        Imitated memory = memory(1, 1000, true);
        Rollouts rollouts = new Rollouts(1, 500);
        play(memory, rollouts, 500);
        Program many = program(500);
        memory.sample(many);
        float[] newest = new float[250];
        for (int i = 0; i < newest.length; i++) {
            newest[i] = 250 + i;
        }
        assertThat(many.input("obs").floats()).endsWith(newest);
        play(memory, rollouts, 1);
        Program one = program(1);
        memory.sample(one);
        assertThat(one.input("obs").floats()).containsExactly(500);
    }

    @Test
    void withCerThePastIsDrawnFromToo() {
        Imitated memory = memory(1, 1000, true);
        Rollouts rollouts = new Rollouts(1, 100);
        Program program = program(16);
        play(memory, rollouts, 100);
        for (int i = 0; i < 10; i++) {
            memory.sample(program);
        }
        play(memory, rollouts, 100);
        memory.sample(program);
        float[] obs = program.input("obs").floats();
        int past = 0;
        for (float each : obs) {
            past += each < 100 ? 1 : 0;
        }
        assertThat(past).isPositive();
        assertThat(obs).contains(199); // and the newest
    }
}

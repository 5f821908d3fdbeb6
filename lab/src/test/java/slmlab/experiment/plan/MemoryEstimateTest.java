package slmlab.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.TinySpecs;
import slmlab.spec.key.ConfigException;

class MemoryEstimateTest {
    private static final long GB = 1_000_000_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void bytesAreThoseOfARolloutByHand() {
        // CartPole: 16 bytes of obs, 4 of action, 6 numbers, 3 flags, 2 indices: 55 bytes for each of (10⁶ + 1) · 4
        // rows
        Plan plan = plan("ppo", "\"time_horizon\": 16", "\"time_horizon\": 1000000");
        assertThat(MemoryEstimate.of(plan).problem(1, GB / 10))
                .startsWith("is too large: a rollout of 1000000 steps of 4 envs, 55 bytes each, takes 220 MB, "
                        + "the session needs about 220 MB, and the JVM may use 100 MB in all; make it smaller")
                .endsWith("SLM_LAB_JAVA_OPTS=-Xmx1g");
        assertThat(MemoryEstimate.of(plan).path()).isEqualTo("agent.algorithm.time_horizon");
        assertThat(MemoryEstimate.of(plan).problem(1, GB)).isNull();
    }

    @Test
    void everySessionAtATimeCounts() {
        Plan plan = plan("ppo", "\"time_horizon\": 16", "\"time_horizon\": 1000000");
        assertThat(MemoryEstimate.of(plan).problem(3, GB)).isNull(); // 660 of 800 MB
        assertThat(MemoryEstimate.of(plan).problem(4, GB))
                .contains("4 sessions at a time need about 8", "run fewer sessions at a time");
        assertThatThrownBy(() -> MemoryEstimate.of(plan).check(4, GB))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("agent.algorithm.time_horizon is too large: ");
    }

    @Test
    void everySessionHasItsOwnReplay() {
        // CartPole: 16 bytes of obs, 4 of action, reward and end, two priorities of 8: 44 bytes for each of
        // (250,000 + 1) · 4 rows
        Plan plan = plan("ddqn_per", "\"max_size\": 500", "\"max_size\": 1000000");
        assertThat(MemoryEstimate.of(plan).problem(1, GB / 20))
                .startsWith("is too large: a replay of 1000004 transitions, 44 bytes each, takes 44 MB, "
                        + "the session needs about 44 MB");
        assertThat(MemoryEstimate.of(plan).path()).isEqualTo("agent.memory.max_size");
        assertThat(MemoryEstimate.of(plan).problem(17, GB)).isNull(); // 748 of 800 MB
        assertThat(MemoryEstimate.of(plan).problem(19, GB)).contains("19 sessions at a time need about 836 MB");
        assertThat(MemoryEstimate.of(plan).bytes()).isBetween(44e6, 44.2e6);
    }

    @Test
    void workersOfOneAgentRunAllAtATime() {
        Plan plan = TinySpecs.plan(temp, "ppo", "", "\"max_session\": 12");
        assertThat(MemoryEstimate.atATime(plan.meta(), 2)).isEqualTo(2);
        assertThat(MemoryEstimate.atATime(plan.meta(), 100)).isEqualTo(12);
        var shared = plan.meta().distributed(slmlab.spec.MetaConfig.Distributed.SYNCED);
        assertThat(MemoryEstimate.atATime(shared, 2)).isEqualTo(12);
    }

    @Test
    void weightsComeWithTheOptimizersStateAndCopies() {
        // 4·10⁴ + 10⁴ + 10⁸ + 10⁴ + 2·10⁴ weights of the actor, 6 floats each: 2.4 GB
        Plan plan = plan("ppo", "\"hid_layers\": [8]", "\"hid_layers\": [10000, 10000]");
        assertThat(MemoryEstimate.of(plan).problem(1, 4 * GB))
                .startsWith("is too large: a net of 1000")
                .contains(
                        "weights, with the optimizer's state and copies, takes 2.4 GB, the session needs about 4.8 GB");
        assertThat(MemoryEstimate.of(plan).path()).isEqualTo("agent.net");
        assertThat(MemoryEstimate.of(plan).problem(1, 8 * GB)).isNull();
    }

    @Test
    void framesStackedTogetherMakeEveryRowLarger() {
        Plan plan = TinySpecs.plan(temp, "ddqn_per", "\"frame_op\": \"concat\", \"frame_op_len\": 100000", "");
        assertThat(MemoryEstimate.of(plan).problem(1, GB / 2))
                .contains("a replay of 504 transitions, 1600028 bytes each");
        assertThat(MemoryEstimate.of(plan).path()).isEqualTo("env.frame_op_len");
    }

    @Test
    void aCheckWithoutEnvCountsNoMoreThanARunDoes() {
        for (String name : new String[] {"ppo", "ppo_rnn", "ppo_pendulum", "a2c", "reinforce", "ddqn_per", "sac"}) {
            Plan plan = TinySpecs.plan(temp, name, "", "");
            assertThat(MemoryEstimate.atLeast(plan).bytes())
                    .as(name)
                    .isPositive()
                    .isLessThanOrEqualTo(MemoryEstimate.of(plan).bytes());
        }
    }

    private Plan plan(String name, String from, String to) {
        String text = TinySpecs.text(name, "", "").replace(from, to);
        try {
            Path file = java.nio.file.Files.writeString(temp.resolve(name + ".json"), text);
            return Plan.read(slmlab.spec.SpecFile.read(file, java.util.Map.of()), name);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

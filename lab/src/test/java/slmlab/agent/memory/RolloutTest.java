package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.State;

class RolloutTest {

    @Test
    void rowsBeyondAnIntAreRefused() {
        Space obs = Space.Box.of(0, 1, 1);
        for (int steps : new int[] {Integer.MAX_VALUE, 100_000}) { // the second would wrap to 1,410,165,408 rows
            assertThatThrownBy(() -> new Rollout(obs, new Space.Discrete(2), 100_000, steps, false, Map.of()))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "a rollout of %d steps of all envs together; an array holds at most 2147483639: "
                                    + "use a shorter horizon or fewer envs",
                            (steps + 1L) * 100_000);
        }
    }

    @Test
    void countsStepsAndEpisodesOfAllEnvs() {
        Rollout rollout = new Rollouts(2, 3).step("..").step("T.").step("CT").rollout;
        assertThat(rollout.steps()).isEqualTo(3);
        assertThat(rollout.size()).isEqualTo(6);
        assertThat(rollout.episodes()).isEqualTo(3);
    }

    @Test
    void theStepAfterAnEndIsTheFirstOfItsEpisode() {
        Rollout rollout = new Rollouts(2, 3).step("..").step("T.").step(".C").rollout;
        byte[] first = Arrays.copyOf(rollout.bytes("first"), 8); // and those of the step to come
        assertThat(first).containsExactly(1, 1, 0, 0, 1, 0, 0, 1);
    }

    @Test
    void clearingKeepsWhetherTheNextStepBegins() {
        Rollouts rollouts = new Rollouts(2, 2).step("..").step("T.");
        rollouts.rollout.clear();
        rollouts.step("..");
        assertThat(rollouts.rollout.size()).isEqualTo(2);
        assertThat(Arrays.copyOf(rollouts.rollout.bytes("first"), 2)).containsExactly(1, 0);
    }

    @Test
    void valuesChainToTheNextStepAndCutStepsKeepTheirOwn() {
        Rollout rollout = new Rollouts(2, 2).step("C.").step("..").rollout;
        rollout.floats("value")[2] = 30;
        rollout.floats("value")[3] = 40;
        rollout.floats("next_value")[0] = 7;
        rollout.chainValues(new float[] {50, 60});
        assertThat(Arrays.copyOf(rollout.floats("next_value"), 4)).containsExactly(7, 40, 50, 60);
    }

    @Test
    void clearFinishedCarriesOpenEpisodesOver() {
        // env 0 ends at step 2 and continues for one step; env 1 does not end
        Rollouts rollouts = new Rollouts(2, 0).step("..").step("..").step("T.").step("..");
        Rollout rollout = rollouts.rollout;
        assertThat(rollout.to(0, true)).isEqualTo(3);
        assertThat(rollout.to(1, true)).isZero();
        rollout.clearFinished();
        assertThat(rollout.episodes()).isZero();
        assertThat(rollout.steps()).isEqualTo(4); // as many as env 1 has
        assertThat(rollout.from(0)).isEqualTo(3);
        assertThat(rollout.from(1)).isZero();
        rollouts.step("TT");
        assertThat(rollout.episodes()).isEqualTo(2);
        assertThat(rollout.to(0, true)).isEqualTo(5);
        rollout.clearFinished();
        assertThat(rollout.steps()).isZero();
        assertThat(rollout.from(0)).isZero();
    }

    @Test
    void clearFinishedMovesRowsToTheFront() {
        Rollouts rollouts = new Rollouts(1, 0).step(".").step("T").step(".").step(".");
        rollouts.rollout.clearFinished();
        assertThat(rollouts.rollout.steps()).isEqualTo(2);
        assertThat(Arrays.copyOf(rollouts.rollout.floats("obs"), 2)).containsExactly(2, 3);
        assertThat(Arrays.copyOf(rollouts.rollout.floats("net.state"), 2)).containsExactly(-2, -3);
        assertThat(Arrays.copyOf(rollouts.rollout.bytes("first"), 3)).containsExactly(1, 0, 0);
    }

    @Test
    void makesRoomForLongEpisodes() {
        Rollouts rollouts = new Rollouts(1, 0);
        for (int t = 0; t < 1000; t++) {
            rollouts.step(".");
        }
        assertThat(rollouts.rollout.floats("obs")[999]).isEqualTo(999);
        assertThat(rollouts.rollout.floats("reward")[0]).isEqualTo(1);
    }

    @Test
    void resumesFromWhereItWasSaved() {
        Rollouts rollouts = new Rollouts(2, 0).step("T.").step("..").step(".T");
        rollouts.rollout.clearFinished();
        State state = new State();
        rollouts.rollout.save(state);
        Rollout other = new Rollouts(2, 0).rollout;
        other.load(state);
        assertThat(other.steps()).isEqualTo(rollouts.rollout.steps());
        assertThat(other.from(0)).isEqualTo(rollouts.rollout.from(0));
        assertThat(other.from(1)).isEqualTo(rollouts.rollout.from(1));
        assertThat(Arrays.copyOf(other.floats("obs"), 4))
                .containsExactly(Arrays.copyOf(rollouts.rollout.floats("obs"), 4));
        assertThat(Arrays.copyOf(other.bytes("first"), 6))
                .containsExactly(Arrays.copyOf(rollouts.rollout.bytes("first"), 6));
    }
}

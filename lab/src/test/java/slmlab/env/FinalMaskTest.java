package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// The masks of an environment whose place k of 4 allows action k alone, and whose place 4 allows none.
class FinalMaskTest {
    private static final Array STAY = Array.ofInts(Shape.of(1), 0);

    private static final class Places implements Env {
        private final boolean terminates;
        private int place;

        Places(boolean terminates) {
            this.terminates = terminates;
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 4, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(4);
        }

        @Override
        public boolean hasActionMask() {
            return true;
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            place = 0;
            show(frame);
        }

        @Override
        public void step(Frame frame) {
            place++;
            show(frame);
            if (terminates && place == 4) {
                frame.terminate();
            }
        }

        private void show(Frame frame) {
            frame.obs(0, place);
            for (int k = 0; k < 4; k++) {
                frame.mask(k, k == place);
            }
        }
    }

    private static EnvVector places(boolean terminates, int maxSteps) {
        return new EnvVector("Places", () -> new Places(terminates), 1, maxSteps);
    }

    @Test
    void aTruncatedEpisodeKeepsTheMaskOfItsEndUnderEveryWrapper() {
        List<UnaryOperator<VecEnv>> wrappers = List.of(
                env -> env,
                Wrappers::normalizeObs,
                env -> Wrappers.clipReward(env, -1, 1),
                env -> Wrappers.scaleReward(env, 2, false),
                env -> Wrappers.normalizeReward(env, 0.9));
        for (UnaryOperator<VecEnv> wrapper : wrappers) {
            try (VecEnv env = wrapper.apply(places(false, 2))) {
                env.reset(1);
                env.step(STAY);
                Step step = env.step(STAY);
                assertThat(step.truncated().bytes()).containsExactly(1);
                assertThat(Objects.requireNonNull(step.finalMask()).bytes()).containsExactly(0, 0, 1, 0);
                assertThat(Objects.requireNonNull(step.actionMask()).bytes()).containsExactly(1, 0, 0, 0);
            }
        }
    }

    @Test
    void whereNoActionIsAllowedAnEpisodeIsTerminatedNotTruncated() {
        try (VecEnv env = places(true, 4)) { // terminated, and at the limit too
            env.reset(1);
            for (int t = 0; t < 4; t++) {
                env.step(STAY);
            }
            assertThat(env.step(STAY).terminated().bytes()).containsExactly(0);
        }
        try (VecEnv env = places(false, 4)) {
            env.reset(1);
            for (int t = 0; t < 3; t++) {
                env.step(STAY);
            }
            assertThatThrownBy(() -> env.step(STAY))
                    .hasMessage(
                            "Places: env 0 is truncated after 4 steps where its mask allows no action; allow one, or "
                                    + "terminate there");
        }
    }
}

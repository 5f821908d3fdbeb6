package slmlab.env.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.RandomStream;

/// A masked-out action never arrives at an env, whatever draws the actions.
class MaskTest {
    private static final String ID = "Strict-v0";

    /// Allows two of five actions at a time, and fails at any other.
    private static final class Strict implements Env {
        private int allowed;

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 5, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(5, 3);
        }

        @Override
        public boolean hasActionMask() {
            return true;
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            show((int) random.integers(0, 5), frame);
        }

        @Override
        public void step(Frame frame) {
            int action = frame.action() - 3;
            if (action != allowed && action != (allowed + 1) % 5) {
                throw new IllegalStateException("action %s is masked out".formatted(action));
            }
            frame.reward(action == allowed ? 1 : 0);
            show((allowed + action + 1) % 5, frame);
        }

        private void show(int next, Frame frame) {
            allowed = next;
            frame.masks(1L << next | 1L << (next + 1) % 5);
            frame.obs(0, next);
        }
    }

    @BeforeEach
    void register() {
        Envs.register(ID, 20, _ -> new Strict());
    }

    @AfterEach
    void remove() {
        Envs.remove(ID);
    }

    @Test
    void theCheckDrawsAmongThoseThatAreAllowed() {
        List<EnvCheck.Finding> findings = EnvCheck.run(ID, Strict::new, 20);
        assertThat(findings).hasSizeGreaterThan(10).noneMatch(finding -> finding.level() == EnvCheck.Level.BROKEN);
    }

    @Test
    void rolloutsAndBaselinesDrawAmongThoseThatAreAllowed() {
        try (VecEnv env = Envs.make(ID, 3, Map.of())) {
            assertThat(Recording.ofRandomActions(env, 1, 200).actions()).hasSize(200);
        }
        double[] returns = RandomReturns.of(ID, 50);
        // each of 20 actions reaches 1 with probability ½
        assertThat(Arrays.stream(returns).average().orElseThrow()).isBetween(8.0, 12.0);
    }

    @Test
    void stickyActionsDoNotRepeatAMaskedOutOne() {
        try (VecEnv env = Wrappers.stickyActions(new EnvVector(ID, Strict::new, 4, 20), 0.9)) {
            RandomActions actions = new RandomActions(env.actionSpace(), 4, RandomStream.ofSeed(2));
            Step step = env.reset(1);
            for (int t = 0; t < 500; t++) {
                env.step(actions.next(step.actionMask()));
            }
            assertThat(step.obs().floats()).hasSize(4);
        }
    }
}

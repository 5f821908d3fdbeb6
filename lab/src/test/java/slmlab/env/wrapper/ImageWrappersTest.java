package slmlab.env.wrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.Traits;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack.Config;
import slmlab.env.wrapper.WrapperStack.Size;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

/// Wrappers of images, by hand.
final class ImageWrappersTest {
    private static final Traits STACK = new Traits(2, 0.5);

    /// Shows t, t + 1, … at step t. Every third step ends a part of a game, every sixth the game.
    private record Counter(Space.Box obsSpace, Traits traits, int[] at) implements Env {
        Counter(Traits traits, int... dims) {
            this(Space.Box.pixels(dims), traits, new int[1]);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public boolean endedPart() {
            return at[0] % 6 == 3;
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            show(frame);
        }

        @Override
        public void step(Frame frame) {
            at[0]++;
            frame.reward(1);
            if (at[0] % 3 == 0) {
                frame.terminate();
            }
            show(frame);
        }

        private void show(Frame frame) {
            byte[] row = new byte[obsSpace.row().volume()];
            for (int i = 0; i < row.length; i++) {
                row[i] = (byte) (at[0] + i);
            }
            frame.pixels(0, row, 0, row.length);
        }
    }

    private static VecEnv counter(Traits traits, int... dims) {
        return new EnvVector("Counter", () -> new Counter(traits, dims), 1, 0);
    }

    private static Step act(VecEnv env) {
        return env.step(Array.ofInts(Shape.of(1), new int[1]));
    }

    @Test
    void grayImagesAreJoinedAsChannels() {
        VecEnv env = Wrappers.frameConcat(counter(Traits.NONE, 1, 2), 2);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(2, 1, 2));
        assertThat(env.traits().stacked()).isEqualTo(2);
        env.reset(1);
        assertThat(act(env).obs().bytes()).containsExactly(0, 1, 1, 2);
    }

    @Test
    void channelsThatComeLastAreJoinedPixelByPixel() {
        VecEnv env = Wrappers.frameConcat(counter(Traits.NONE, 4, 1, 2), 2);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(4, 1, 4));
        assertThat(env.traits().stacked()).as("not along the first axis").isEqualTo(1);
        assertThat(env.reset(1).obs().bytes()).startsWith(0, 1, 0, 1, 2, 3, 2, 3);
        assertThat(act(env).obs().bytes()).startsWith(0, 1, 1, 2, 2, 3, 3, 4);
        act(env);
        Step step = act(env);
        assertThat(step.finalObs().bytes()).startsWith(2, 3, 3, 4);
        assertThat(step.obs().bytes()).startsWith(3, 4, 3, 4);
    }

    @Test
    void channelsThatComeFirstAreJoinedEndToEnd() {
        VecEnv env = Wrappers.frameConcat(counter(Traits.NONE, 1, 1, 2), 3);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(3, 1, 2));
        env.reset(1);
        act(env);
        assertThat(act(env).obs().bytes()).containsExactly(0, 1, 1, 2, 2, 3);
    }

    @Test
    void imagesAreScaledChannelByChannel() {
        VecEnv env = Wrappers.resizeObs(counter(Traits.NONE, 1, 2, 2), 1, 1);
        assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(1, 1, 1));
        assertThat(env.reset(1).obs().bytes()).containsExactly(2); // (0 + 1 + 2 + 3 + 2) / 4
        VecEnv last = Wrappers.resizeObs(counter(Traits.NONE, 4, 2, 2), 2, 2);
        assertThat(last.obsSpace()).isEqualTo(Space.Box.pixels(2, 2, 2));
        // Rows 0 and 1 of (0 1)(2 3) and (4 5)(6 7): means of 0 and 4, halves to even
        assertThat(last.reset(1).obs().bytes()).startsWith(2, 3, 4, 5);
        assertThatThrownBy(() -> Wrappers.resizeObs(counter(Traits.NONE, 8), 1, 1))
                .hasMessageContaining("needs images of bytes, of two or three axes");
        assertThatThrownBy(() -> Wrappers.resizeObs(Envs.make("CartPole-v1", 1, Map.of()), 8, 8))
                .hasMessageContaining("needs images of bytes");
        assertThatThrownBy(() -> Wrappers.resizeObs(counter(Traits.NONE, 2, 2), 3, 1))
                .hasMessageContaining("cannot be scaled down");
    }

    @Test
    void aSpecScalesThenStacks() {
        Config config =
                new Config(false, null, false, null, new Size(2, 1), 3, true, 1, false, List.of(), false, false);
        try (VecEnv env =
                WrapperStack.of(counter(Traits.NONE, 2, 4), config, 0.99).env()) {
            assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(3, 1, 2));
        }
    }

    @Test
    void stacksOfTheEnvAreLeftAsTheyAre() {
        Config two = new Config(false, null, false, null, 2);
        try (VecEnv env = WrapperStack.of(counter(STACK, 2, 4), two, 0.99).env()) {
            assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(2, 4));
            assertThat(env.traits().stacked()).isEqualTo(2);
        }
        Config three = new Config(false, null, false, null, 3);
        assertThatThrownBy(() -> WrapperStack.of(counter(STACK, 2, 4), three, 0.99))
                .hasMessage("frame_op_len is 3, and the env shows 2 frames already; "
                        + "set stack_num in the env section to 1 or to 3");
        Config normalized = new Config(true, null, false, null, 1);
        try (VecEnv env =
                WrapperStack.of(counter(STACK, 2, 4), normalized, 0.99).env()) {
            assertThat(env.traits().stacked()).isEqualTo(1);
        }
    }

    @Test
    void rewardsAreClippedAsTheEnvSuggestsAndReturnsAreNot() {
        WrapperStack stack = WrapperStack.of(counter(STACK, 2, 4), Config.defaults(), 0.99);
        stack.env().reset(1);
        Step step = act(stack.env());
        assertThat(step.reward().floats()).containsExactly(0.5f);
        act(stack.env());
        act(stack.env());
        assertThat(step.terminated().bytes()).as("the end of a part").containsExactly(1);
        assertThat(stack.episodes().ended()).isZero();
        act(stack.env());
        act(stack.env());
        act(stack.env());
        assertThat(stack.episodes().ended()).isEqualTo(1);
        assertThat(stack.episodes().episodeReturn(0)).isEqualTo(6);
        Config own = new Config(false, null, false, WrapperStack.Range.of(0.25), 1);
        VecEnv env = WrapperStack.of(counter(STACK, 2, 4), own, 0.99).env();
        env.reset(1);
        assertThat(act(env).reward().floats()).containsExactly(0.25f);
    }
}

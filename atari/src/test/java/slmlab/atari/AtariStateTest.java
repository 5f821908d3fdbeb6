package slmlab.atari;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Envs;
import slmlab.env.RandomActions;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

@Tag("python")
final class AtariStateTest {
    /// Sticky actions, and lives that end before their game.
    private static final Map<String, Object> LIVES = Map.of("life_loss_info", true);
    private static final int RIGHT = 3; // ALE's number of the action

    @BeforeEach
    void needsGames() {
        Installed.games();
    }

    /// All that a step tells.
    private static List<Object> told(Step step) {
        List<Object> all = new ArrayList<>();
        all.add(Arrays.hashCode(step.obs().bytes()));
        all.add(Arrays.hashCode(step.finalObs().bytes()));
        all.add(Arrays.toString(step.reward().floats()));
        all.add(Arrays.toString(step.terminated().bytes()));
        all.add(Arrays.toString(step.truncated().bytes()));
        return all;
    }

    private static List<List<Object>> play(VecEnv env, Step step, RandomStream random, int steps) {
        RandomActions actions = new RandomActions(env.actionSpace(), env.size(), random);
        List<List<Object>> all = new ArrayList<>();
        for (int t = 0; t < steps; t++) {
            env.step(actions.next());
            all.add(told(step));
        }
        return all;
    }

    /// Q*bert, Yars' Revenge and Chopper Command are games whose snapshots in mid-game are not exact.
    @ParameterizedTest
    @ValueSource(strings = {"Breakout", "Qbert", "YarsRevenge", "ChopperCommand", "Seaquest"})
    void aSavedGameContinuesBitForBit(String game) {
        String id = "ALE/%s-v5".formatted(game);
        try (VecEnv env = Envs.make(id, 2, LIVES);
                VecEnv other = Envs.make(id, 2, LIVES)) {
            Step step = env.reset(3);
            play(env, step, RandomStream.ofSeed(1), 330);
            State state = new State();
            env.save(state);
            BufferedImage image = copy(env.render(1));
            List<List<Object>> straight = play(env, step, RandomStream.ofSeed(2), 250);
            Step resumed = other.load(state);
            assertThat(pixels(other.render(1))).isEqualTo(pixels(image));
            assertThat(play(other, resumed, RandomStream.ofSeed(2), 250)).isEqualTo(straight);
        }
    }

    /// The right of Breakout is held all the time; before a game there are fire and frames without an action.
    @Test
    void aStickyActionDoesNotOutliveItsGame() {
        Map<String, Object> brief = Map.of("repeat_action_probability", 0.9, "max_num_frames_per_episode", 40);
        try (VecEnv env = Envs.make("ALE/Breakout-v5", 1, brief)) {
            Step step = env.reset(3);
            Array right = Array.ofInts(Shape.of(1), new int[] {2}); // of NOOP, FIRE, RIGHT, LEFT
            int games = 0;
            for (int t = 0; t < 100; t++) {
                env.step(right);
                State state = new State();
                env.save(state);
                byte[] frames = state.array("env0.actions").bytes();
                if (step.truncated().bytes()[0] == 1) {
                    games++;
                    assertThat(frames).as("frames before game %s", games).doesNotContain(RIGHT);
                    assertThat(state.whole("env0.held")).isLessThanOrEqualTo(Emulator.FIRE);
                } else if (t % 10 == 8) {
                    assertThat(frames).contains(RIGHT); // it arrives in the game
                }
            }
            assertThat(games).isEqualTo(10);
        }
    }

    @Test
    void theSameSeedIsTheSameGameWhateverWasPlayedBefore() {
        try (VecEnv env = Envs.make("ALE/Frostbite-v5", 1, Map.of())) { // one that leaves traces in the console
            Step step = env.reset(5);
            List<List<Object>> first = play(env, step, RandomStream.ofSeed(1), 120);
            env.reset(6);
            play(env, step, RandomStream.ofSeed(2), 200);
            env.reset(5);
            assertThat(play(env, step, RandomStream.ofSeed(1), 120)).isEqualTo(first);
        }
    }

    @Test
    void twoThreadsPlayTheSameGamesAsOne() {
        try (VecEnv one = Envs.make("ALE/SpaceInvaders-v5", 5, LIVES, 1);
                VecEnv two = Envs.make("ALE/SpaceInvaders-v5", 5, LIVES, 2)) {
            Step first = one.reset(1);
            Step second = two.reset(1);
            assertThat(play(two, second, RandomStream.ofSeed(1), 300))
                    .isEqualTo(play(one, first, RandomStream.ofSeed(1), 300));
        }
    }

    @Test
    void gamesLoadedAtOnceOnSeveralThreadsAreTheSame() throws InterruptedException {
        List<List<List<Object>>> played = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try (VecEnv env = Envs.make("ALE/Pong-v5", 1, Map.of())) {
                    List<List<Object>> own = play(env, env.reset(1), RandomStream.ofSeed(1), 60);
                    synchronized (played) {
                        played.add(own);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(played).hasSize(4);
        assertThat(played).allMatch(one -> one.equals(played.getFirst()));
    }

    /// Five lives of Breakout: four ends of a life for learning, and one of the game for its return.
    @Test
    void livesEndForLearningAndGamesForReturns() {
        try (EpisodeStats env = Wrappers.episodeStats(
                Envs.make("ALE/Breakout-v5", 1, Map.of("life_loss_info", true, "repeat_action_probability", 0)))) {
            Step step = env.reset(1);
            Array action = Array.ofInts(Shape.of(1), new int[1]);
            int ends = 0;
            int steps = 0;
            double sum = 0;
            while (env.ended() == 0) {
                action.ints()[0] = steps++ % 2 == 0 ? 1 : 2; // fire, right
                env.step(action);
                sum += step.reward().floats()[0];
                if (step.terminated().bytes()[0] == 1 && env.ended() == 0) {
                    ends++;
                    assertThat(step.finalObs().bytes())
                            .as("the game continues from there")
                            .isEqualTo(step.obs().bytes());
                }
            }
            assertThat(ends).isEqualTo(4);
            assertThat(env.episodeLength(0)).isEqualTo(steps);
            assertThat(env.episodeReturn(0)).isEqualTo(sum).isPositive();
        }
    }

    @Test
    void limitsCutTheGameNotTheLife() {
        Map<String, Object> limits = Map.of("max_num_frames_per_episode", 42, "max_episode_steps", 400);
        try (VecEnv env = Envs.make("ALE/Pong-v5", 1, limits)) {
            Step step = env.reset(1);
            Array action = Array.ofInts(Shape.of(1), new int[1]);
            for (int t = 1; t <= 22; t++) {
                env.step(action);
                assertThat(step.truncated().bytes()[0]).isEqualTo((byte) (t % 11 == 0 ? 1 : 0)); // ⌈42/4⌉
            }
        }
        try (VecEnv env = Envs.make("ALE/Pong-v5", 1, Map.of("max_episode_steps", 7))) {
            Step step = env.reset(1);
            Array action = Array.ofInts(Shape.of(1), new int[1]);
            for (int t = 1; t <= 14; t++) {
                env.step(action);
                assertThat(step.truncated().bytes()[0]).isEqualTo((byte) (t % 7 == 0 ? 1 : 0));
            }
        }
    }

    @Test
    void stepsAllocateNothing() {
        try (VecEnv env = Envs.make("ALE/Pong-v5", 2, Map.of())) {
            Step step = env.reset(1);
            Array action = Array.ofInts(Shape.of(2), new int[2]);
            var threads =
                    java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);
            long bytes = Long.MAX_VALUE;
            for (int block = 0; block < 12 && bytes > 0; block++) { // the JVM links and compiles in the first ones
                env.reset(1); // no game ends within a block
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int t = 0; t < 100; t++) {
                    env.step(action);
                }
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
            }
            assertThat(bytes).isZero();
            assertThat(step.terminated().bytes()).containsOnly(0);
        }
    }

    @Test
    void imagesShowTheScreenInItsColors() {
        try (VecEnv env = Envs.make("ALE/Pong-v5", 1, Map.of())) {
            env.reset(1);
            BufferedImage image = env.render(0);
            assertThat(image.getWidth()).isEqualTo(640);
            assertThat(image.getHeight()).isEqualTo(420);
            assertThat(image.getRGB(320, 210) & 0xffffff).as("Pong's ground").isEqualTo(0x904811);
        }
    }

    private static BufferedImage copy(BufferedImage image) {
        BufferedImage copy = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        image.copyData(copy.getRaster());
        return copy;
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }
}

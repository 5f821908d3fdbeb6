package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.Policy;
import slmlab.agent.part.Sharing;
import slmlab.env.Envs;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.ObsWrapper;
import slmlab.env.wrapper.RewardWrapper;
import slmlab.env.wrapper.WrapperStack;
import slmlab.env.wrapper.WrapperSummary;
import slmlab.env.wrapper.Wrappers;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.SavedWeights;
import slmlab.play.Observation;
import slmlab.play.Player;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;

/// A player outside the lab does what the lab's own policy does: the same actions in the same games, bit for bit, from
/// observations as the env shows them to actions as it takes them.
class PolicyFileTest {
    private static final long SEED = 4;
    private static final int STEPS = 150;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeAll
    static void register() {
        OddEnv.register();
    }

    @AfterAll
    static void remove() { // other tests look at every env
        OddEnv.remove();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ppo          | CartPole-v1      |",
                "ppo          | CartPole-v1      | \"normalize_obs\": true",
                "ppo          | CartPole-v1      | \"normalize_obs\": true, \"clip_obs\": 0.5",
                "ppo          | CartPole-v1      | \"clip_obs\": 0.1",
                "ppo          | CartPole-v1      | \"frame_op\": \"concat\", \"frame_op_len\": 3",
                "ppo_rnn      | CartPole-v1      | \"normalize_obs\": true, \"frame_op\": \"stack\", \"frame_op_len\": 2",
                "ppo_rnn      | Pendulum-v1      |",
                "ppo_pendulum | Pendulum-v1      | \"normalize_obs\": true",
                "a2c          | FrozenLake-v1    |",
                "a2c          | FrozenLake-v1    | \"normalize_obs\": true",
                "reinforce    | Acrobot-v1       |",
                "ddqn_per     | CartPole-v1      | \"normalize_obs\": true",
                "ddqn_per     | OddMasked-v0     |",
                "sac          | Pendulum-v1      | \"normalize_obs\": true",
                "sac          | CartPole-v1      |",
                "ppo          | OddMasked-v0     |",
                "ppo          | OddChoices-v0    |",
                "ppo          | OddSwitches-v0   |",
                "ppo          | OddBox-v0        | \"normalize_obs\": true",
                "ppo          | OddDict-v0       |",
                "ppo          | OddPixels-v0     | \"normalize_obs\": true",
                "conv         | OddPixels-v0     |",
                "conv         | OddPixels-v0     | \"frame_op\": \"concat\", \"frame_op_len\": 2",
            })
    void aPlayerActsAsTheLabDoes(String name, String env, @Nullable String keys) throws IOException {
        String net = name.equals("conv") ? CONV : "";
        String text = TinySpecs.text(
                name.equals("conv") ? "ppo" : name,
                (keys == null ? "" : keys + ", ") + "\"max_frame\": 200, \"max_t\": 40",
                "");
        text = text.replaceFirst("\"name\": \"[A-Za-z]+-v[01]\"", "\"name\": \"%s\"".formatted(env));
        text = net.isEmpty() ? text : text.replaceFirst("(?s)\"net\": \\{\"type\".*?\\}\\}", "\"net\": " + net);
        Path file = Files.writeString(temp.resolve("spec.json"), text);
        SpecFile specs = SpecFile.read(file, Map.of());
        Plan plan = Plan.read(specs, specs.names().getFirst());
        RunFolder folder =
                Lab.run(plan, TinySpecs.options(temp).seed(SEED), Listener.NONE).folder();
        Player player = Player.load(folder.path());
        assertThat(player.facts()).containsEntry("env", env);
        compare(plan, folder, player, false);
        compare(plan, folder, player.sampling(SEED), true);
    }

    private static final String CONV = """
            {"type": "ConvNet", "shared": true, "conv_hid_layers": [[4, 3, 2, 0, 1]], "fc_hid_layers": [8],
             "hid_layers_activation": "relu", "optim_spec": {"name": "Adam", "lr": 0.01}}""";

    /// A user's wrapper of observations, which a file has no words for.
    private static final class Halved extends ObsWrapper {
        Halved(VecEnv inner) {
            super("halved", inner, inner.obsSpace());
        }

        @Override
        protected void turn(Array from, int env, Array to) {
            to.floats()[0] = from.floats()[0] / 2;
        }
    }

    /// The same, but a program that acts halves observations itself.
    private static final class HalvedOutside extends ObsWrapper {
        HalvedOutside(VecEnv inner) {
            super("halved", inner, Space.Box.of(-9, 9, 2));
        }

        @Override
        protected void turn(Array from, int env, Array to) {
            to.floats()[2 * env] = from.floats()[4 * env] / 2;
        }

        @Override
        protected boolean isLeftToCaller() {
            return true;
        }
    }

    /// A user's wrapper of rewards, which acting does not see.
    private static final class Doubled extends RewardWrapper {
        Doubled(VecEnv inner) {
            super("doubled", inner);
        }

        @Override
        protected double turn(double reward, int env) {
            return 2 * reward;
        }
    }

    @Test
    void aUsersWrapperIsTold() {
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of())) {
            assertThat(WrapperSummary.of(new Halved(env)).unknown()).isEqualTo("Halved");
            assertThat(WrapperSummary.of(new Doubled(env)).unknown()).isNull();
        }
    }

    /// The caller gives what the wrapper shows, whatever stands inside it; what stands outside is the player's
    /// affair.
    @Test
    void aUsersWrapperCanBeLeftToTheCaller() {
        try (VecEnv env = Envs.make("CartPole-v1", 1, Map.of())) {
            VecEnv inside = Wrappers.clipObs(env, -1, 1);
            WrapperSummary shown = WrapperSummary.of(Wrappers.clipObs(new HalvedOutside(inside), -2, 2));
            assertThat(shown.left()).isEqualTo("HalvedOutside");
            assertThat(shown.unknown()).isNull();
            assertThat(shown.steps()).containsExactly("clip low=-2.0 high=2.0");
            assertThat(shown.obs()).isEqualTo(Space.Box.of(-9, 9, 2));
            assertThat(WrapperSummary.of(new Halved(new HalvedOutside(env))).unknown())
                    .isEqualTo("Halved");
            assertThat(WrapperSummary.of(new HalvedOutside(new Halved(env))).unknown())
                    .isNull();
        }
    }

    /// Names, order and one-hot ranges of a Dict are in the file.
    @Test
    void theFileNamesThePartsOfADict() throws IOException {
        Path file = TinySpecs.file(temp, "ppo", "\"max_frame\": 200, \"max_t\": 40", "");
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", "OddDict-v0"));
        Player player = Player.load(
                Lab.run(file, "ppo", TinySpecs.options(temp)).folder().path());
        Observation obs = player.observation();
        assertThat(obs.names()).containsExactly("height", "tile");
        assertThat(obs.set("tile", 2).set("height", 0.5f).row()).containsExactly(0.5f, 0, 0, 1);
        player.act(obs.set("height", -1).set("tile", 0).row());
        assertThat(player.facts())
                .containsEntry("obs_entries", "box name=height shape=[1]\ndiscrete name=tile n=3 start=0");
    }

    /// Two games of one seed: one in the lab's envs with the lab's policy, one in a bare env with the player.
    private static void compare(Plan plan, RunFolder folder, Player player, boolean stochastic) {
        try (Learner learner = Learner.make(plan, RandomStream.ofSeed(SEED), Sharing.none(), 1);
                VecEnv bare = Envs.make(plan.env().name(), 1, Map.of("max_episode_steps", 40))) {
            SavedWeights.load(
                    folder.bestModel(0),
                    learner.algorithm().variables(),
                    learner.stack().obs());
            learner.clock().jump(Long.parseLong(player.facts().getOrDefault("frame", "0")));
            WrapperStack stack = EnvFactory.evaluate(plan, learner.stack(), 1);
            Policy policy = learner.algorithm().policy(1, stochastic);
            Step lab = stack.env().reset(7);
            Step own = bare.reset(7);
            Array action = Rows.of(bare.actionSpace(), 1);
            for (int t = 0; t < STEPS; t++) {
                stack.env().step(policy.act(lab));
                act(player, own, action);
                bare.step(action);
                assertThat(own.reward().floats())
                        .as("reward of step %s", t)
                        .isEqualTo(lab.reward().floats());
                assertThat(own.terminated().bytes()).isEqualTo(lab.terminated().bytes());
                if (own.terminated().bytes()[0] != 0 || own.truncated().bytes()[0] != 0) {
                    player.reset();
                }
            }
            stack.env().close();
        }
    }

    private static void act(Player player, Step step, Array action) {
        Array mask = step.actionMask();
        if (mask != null) {
            boolean[] possible = new boolean[mask.bytes().length];
            for (int i = 0; i < possible.length; i++) {
                possible[i] = mask.bytes()[i] != 0;
            }
            player.mask(possible);
        }
        boolean pixels = step.obs().dtype() == DType.UINT8;
        if (action.dtype() == DType.FLOAT32) {
            player.act(floats(step.obs()), action.floats());
        } else if (pixels) {
            player.act(step.obs().bytes(), action.ints());
        } else {
            player.act(floats(step.obs()), action.ints());
        }
    }

    private static float[] floats(Array obs) {
        if (obs.dtype() == DType.FLOAT32) {
            return obs.floats();
        }
        float[] floats = new float[obs.shape().volume()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = obs.ints()[i];
        }
        return floats;
    }
}

package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.play.Player;
import slmlab.surface.Plane;
import slmlab.surface.Surface;

/// `surface`, on real short runs.
class SurfaceCommandTest {
    private static final String LAKE = """
            {"ppo_lake": {"agent": {"name": "PPO",
              "algorithm": {"name": "PPO", "gamma": 0.9, "lam": 0.95, "time_horizon": 32, "minibatch_size": 64,
                "training_epoch": 4, "clip_eps_spec": {"name": "no_decay", "start_val": 0.2},
                "entropy_coef_spec": {"name": "no_decay", "start_val": 0.05}, "val_loss_coef": 0.5},
              "memory": {"name": "OnPolicyBatchReplay"},
              "net": {"type": "MLPNet", "shared": false, "hid_layers": [32], "hid_layers_activation": "tanh",
                "optim_spec": {"name": "Adam", "lr": 0.01}}},
             "env": {"name": "FrozenLake-v1", "is_slippery": false, "num_envs": 8, "max_frame": 30000},
             "meta": {"distributed": false, "max_session": 1, "max_trial": 1, "log_frequency": 5000}}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Path trained(String file, String spec, String... more) {
        List<String> words = new ArrayList<>(List.of("run", file, spec, "train", "--quiet", "--threads", "1"));
        words.addAll(List.of("--data", temp.toString(), "--name", spec, "--max-session", "1"));
        words.addAll(List.of(more));
        CommandResult result = CommandResult.of(words.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isEqualTo(Cli.DONE);
        return temp.resolve(spec);
    }

    /// On ice that is not slippery, the tile before the goal is worth the goal's reward, and the way from it is
    /// right.
    @Test
    void aLakeIsDrawnAndTheValueOfTheTileBeforeTheGoalIsOne() throws IOException {
        Path run = trained(Files.writeString(temp.resolve("lake.json"), LAKE).toString(), "ppo_lake");
        CommandResult result = CommandResult.of("surface", run.toString(), "--episodes", "20");
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines()).hasSize(3).allMatch(line -> Files.exists(Path.of(line)));
        BufferedImage image =
                ImageIO.read(run.resolve("graph/ppo_lake_t0_surface_value.png").toFile());
        assertThat(image.getWidth()).isEqualTo(900);

        Plane plane = Plane.of("FrozenLake-v1", Map.of("is_slippery", false)).orElseThrow();
        Surface surface = new Surface(plane, Player.load(run));
        int beforeGoal = plane.cell(14);
        double[] values = Objects.requireNonNull(surface.values());
        assertThat(values[beforeGoal]).isCloseTo(1, within(0.2));
        assertThat(values[plane.cell(5)]).as("a hole").isNaN();
        assertThat(plane.actions().get((int) surface.actions()[beforeGoal])).isEqualTo("right");
        double[] visits = surface.visits("FrozenLake-v1", Map.of("is_slippery", false), 10);
        assertThat(Math.pow(10, visits[plane.cell(0)]))
                .as("every episode begins there")
                .isGreaterThanOrEqualTo(10);
    }

    @Test
    void forcesAreThoseThatTheEnvTakes() {
        Path run = trained("../spec/a2c/pendulum.json", "a2c_pendulum", "--max-frame", "4000");
        Plane plane = Plane.of("Pendulum-v1", Map.of()).orElseThrow();
        double[] actions = new Surface(plane, Player.load(run)).actions();
        assertThat(Arrays.stream(actions)).allMatch(action -> Math.abs(action) <= 2);
        Path figures = temp.resolve("figures/new");
        CommandResult result = CommandResult.of(
                "surface", run.toString(), "--show", "action", "--dark", "--format", "svg", "-o", figures.toString());
        assertThat(result.err()).isEmpty();
        assertThat(figures.resolve("a2c_pendulum_t0_surface_action.svg")).isNotEmptyFile();
    }

    @Test
    void otherEnvsAndWordsAreRefused() {
        Path run = trained("../spec/ppo/cartpole.json", "ppo_cartpole", "--max-frame", "2000");
        refused("CartPole-v1 is not a two-dimensional environment", run.toString());
        refused("--show is price; needs one of value, action, visits", run.toString(), "--show", "price");
        refused("--format is gif", run.toString(), "--format", "gif");
        refused("there is no folder", temp + "/none");
    }

    private static void refused(String why, String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "surface";
        System.arraycopy(words, 0, all, 1, words.length);
        CommandResult result = CommandResult.of(all);
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(why);
    }
}

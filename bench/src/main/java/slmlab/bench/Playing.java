package slmlab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slmlab.bench.PeerComparison.Case;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.file.Folders;
import slmlab.play.Player;
import slmlab.spec.SpecFile;

/// `slm-lab bench play`: actions of a trained policy per second on one core, compared with PyTorch and
/// Stable-Baselines3.
@Command(
        name = "play",
        header = "Compare acting with a trained policy with PyTorch and Stable-Baselines3, one thread each.",
        description = "Theirs: the forward pass and argmax in inference mode; SB3's predict, deterministic.")
final class Playing implements Callable<Integer> {
    private static final String MLP = """
            {"type": "MLPNet", "shared": false, "hid_layers": [64, 64], "hid_layers_activation": "tanh",
             "optim_spec": {"name": "Adam", "lr": 0.001}}""";
    private static final String CNN = """
            {"type": "ConvNet", "shared": true, "normalize": true, "batch_norm": false,
             "conv_hid_layers": [[32, 8, 4, 0, 1], [64, 4, 2, 0, 1], [64, 3, 1, 0, 1]], "fc_hid_layers": [512],
             "hid_layers_activation": "relu", "optim_spec": {"name": "Adam", "lr": 0.001}}""";
    private static final String GRU = """
            {"type": "RecurrentNet", "shared": true, "cell_type": "GRU", "fc_hid_layers": [], "rnn_hidden_size": 64,
             "rnn_num_layers": 1, "seq_len": 4, "hid_layers_activation": "relu",
             "optim_spec": {"name": "Adam", "lr": 0.001}}""";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PeerComparison comparison = new PeerComparison();

    /// An env that shows nothing: the policy's speed does not depend on what it has learned.
    private record Blank(Space obsSpace) implements Env {
        @Override
        public Space actionSpace() {
            return new Space.Discrete(4);
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {}

        @Override
        public void step(Frame frame) {}
    }

    @Override
    public Integer call() throws IOException {
        Envs.register("BlankRow-v0", 100, _ -> new Blank(Space.Box.of(-1, 1, 8)));
        Envs.register("BlankPixels-v0", 100, _ -> new Blank(Space.Box.pixels(4, 84, 84)));
        Path data = Files.createTempDirectory("slm-lab-bench-play");
        try {
            return comparison.run(
                    spec.commandLine(),
                    "peer",
                    "play.py",
                    List.of(
                            row(data, "act mlp 2x64", MLP, "BlankRow-v0", 1, 8, 10),
                            row(data, "act mlp 2x64, batch 64", MLP, "BlankRow-v0", 64, 8, 2),
                            row(data, "act gru 64", GRU, "BlankRow-v0", 1, 8, 5),
                            row(data, "act nature cnn", CNN, "BlankPixels-v0", 1, 4 * 84 * 84, 1),
                            row(data, "sb3 predict mlp 2x64", MLP, "BlankRow-v0", 1, 8, 30)));
        } finally {
            Envs.remove("BlankRow-v0");
            Envs.remove("BlankPixels-v0");
            Folders.delete(data);
        }
    }

    private static Case row(Path data, String name, String net, String env, int rows, int width, double target) {
        return new Case(name, "k act/s", rows / 1e3, target, () -> acting(load(data, net, env), env, rows, width));
    }

    private static Runnable acting(Player player, String env, int rows, int width) {
        int[] actions = new int[rows];
        if (env.equals("BlankPixels-v0")) {
            byte[] pixels = new byte[rows * width];
            return () -> player.act(pixels, actions);
        }
        float[] obs = new float[rows * width];
        for (int i = 0; i < obs.length; i++) {
            obs[i] = (i % 7 - 3) / 4f;
        }
        return () -> player.act(obs, actions);
    }

    /// A policy that was trained for one update.
    private static Player load(Path data, String net, String env) {
        String text = """
                {"play": {
                  "agent": {"name": "play", "memory": {"name": "OnPolicyBatchReplay"}, "net": %s, "algorithm":
                    {"name": "PPO", "gamma": 0.99, "time_horizon": 8, "minibatch_size": 8, "training_epoch": 1,
                     "clip_eps_spec": {"name": "no_decay", "start_val": 0.2}}},
                  "env": {"name": "%s", "num_envs": 1, "max_frame": 8},
                  "meta": {"distributed": false, "max_session": 1, "log_frequency": 8}}}""".formatted(net, env);
        try {
            Path file = Files.writeString(data.resolve("play.json"), text);
            Plan plan = Plan.read(SpecFile.read(file, Map.of()), "play");
            RunOptions options = RunOptions.defaults().data(data).threads(1);
            return Player.load(Lab.run(plan, options, Listener.NONE).folder().path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.algorithm.Algorithms;
import slmlab.experiment.KeyExamples.Example;
import slmlab.experiment.KeyWalk.Setting;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// Every row of the table of keys without effect: a run with the key and one without leave the same bits.
@Tag("slow")
class NoEffectTest {
    private static final Map<Example, RunFolder> WITHOUT = new HashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    /// Each row with every key that it stands for.
    static Stream<Arguments> rows() {
        return Algorithms.noOps().stream()
                .flatMap(row -> keys(row.path()).stream().map(key -> Arguments.of(row.owner(), key)));
    }

    private static List<String> keys(String path) {
        return switch (path) {
            case "meta.experiment*" -> List.of("meta.experiment", "meta.experiment_ts");
            case "meta.*prepath" -> List.of("meta.prepath", "meta.info_prepath");
            default ->
                path.startsWith("agent.*net.")
                        ? List.of(path.replace("*", ""), path.replace("*", "critic_"))
                        : List.of(path);
        };
    }

    private static Example example(String owner, String key) {
        if (key.startsWith("agent.critic_net")) {
            Example arcs = KeyExamples.example("CrossQ", "TorchArcNet", true);
            return owner.equals("TorchArcNet")
                    ? arcs.with("critic_net", new Setting("agent.critic_net", net(arcs)))
                    : named("CrossQ continuous critic_net");
        }
        return switch (owner) {
            case "PPO" -> named("PPO discrete");
            case "PPOSIL" -> named("PPOSIL discrete");
            case "OnPolicyReplay" -> named("PPO discrete episodes");
            case "TorchArcNet" -> named("PPO continuous TorchArcNet");
            case "", "MLPNet" -> named("DQN discrete");
            default -> throw new IllegalArgumentException("no spec with a " + owner);
        };
    }

    private static @Nullable Object net(Example example) {
        return example.spec().get("agent") instanceof Map<?, ?> agent ? agent.get("net") : null;
    }

    private static Example named(String name) {
        return KeyExamples.all().stream()
                .filter(example -> example.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// A value that is not the default, and that would matter if anything read it.
    private static Object value(String key) {
        return switch (key.substring(key.lastIndexOf('.') + 1)) {
            case "training_frequency", "batch_size" -> 7;
            case "max_size" -> 1000;
            case "training_batch_iter", "num_gpus", "num_cpus", "cuda_id", "cuda_offset" -> 3;
            case "trial", "session", "experiment", "random_seed", "max_trial" -> 5;
            case "sil_policy_loss_coef", "sil_val_loss_coef" -> 0.5;
            case "sil_replay_name" -> "Replay";
            case "search_resources" -> Map.of("cpu", 2, "gpu", 1);
            case "search_pbt" -> Map.of("interval", 10);
            case "search_scheduler" -> Map.of("grace_period", 10, "reduction_factor", 3);
            case "search" ->
                key.equals("search") ? Map.of("agent.algorithm.gamma__uniform", List.of(0.1, 0.2)) : "RandomSearch";
            case "spec_params" -> Map.of("env", List.of("Pendulum-v1"));
            case "device" -> "cuda";
            case "train_mode", "experiment_ts", "prepath", "info_prepath", "git_sha" -> "dev";
            default -> true;
        };
    }

    private static Setting setting(String key) {
        return key.startsWith("search.")
                ? new Setting(key + "__uniform", List.of(0.1, 0.2))
                : new Setting(key, value(key));
    }

    private static RunFolder run(Example example, @Nullable Setting setting) {
        List<Setting> settings = new ArrayList<>(List.of(new Setting("meta.log_frequency", 32)));
        if (setting != null) {
            settings.add(setting);
        }
        Path file = temp.resolve("spec.json");
        JsonFile.write(file, Map.of("walk", KeyWalk.with(example.spec(), settings.toArray(Setting[]::new))));
        AtomicBoolean stop = new AtomicBoolean();
        Plan plan = Plan.read(SpecFile.read(file, Map.of()), "walk");
        return Lab.run(plan, TinySpecs.options(temp), new Unseen(stop), stop).folder();
    }

    /// Stops a run once its session is over: its curves are not drawn, which takes longer than the run.
    private record Unseen(AtomicBoolean stop) implements Listener {
        @Override
        public void end(int session, SessionResult result) {
            stop.set(result.finished());
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRunWithTheKeyIsTheRunWithoutIt(String owner, String key) {
        Example example = example(owner, key);
        RunFolder without = WITHOUT.computeIfAbsent(example, each -> run(each, null));
        RunFolder with = run(example, setting(key));
        assertThat(with.path()).isNotEqualTo(without.path());
        RunFiles.assertSame(with, without);
    }
}

package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.experiment.KeyExamples.Example;
import slmlab.experiment.KeyWalk.Setting;
import slmlab.experiment.plan.Plan;
import slmlab.file.JsonFile;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

/// Keys that have no effect are refused at their path; `KeyPairsTest` walks all of them.
class UnusedKeysTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static final Example DQN = KeyExamples.example("DQN", "MLPNet", false);
    private static final Example PPO = KeyExamples.example("PPO", "MLPNet", false);
    private static final Example SAC = KeyExamples.example("SoftActorCritic", "MLPNet", true);
    private static final Map<String, Object> ADAM = Map.of("name", "Adam", "lr", 0.5);

    private static Arguments row(Example example, String message, Object... settings) {
        return Arguments.of(example, message, settings);
    }

    static List<Arguments> refusals() {
        Example recurrent = KeyExamples.example("SoftActorCritic", "RecurrentNet", true);
        Example td3 = KeyExamples.example("TD3", "RecurrentNet", true);
        Example crossQ = KeyExamples.example("CrossQ", "RecurrentNet", true);
        Example arc = KeyExamples.example("DQN", "TorchArcNet", false);
        Object body = Objects.requireNonNull(arc.settings().stream()
                .filter(setting -> setting.path().endsWith(".arc"))
                .findFirst()
                .orElseThrow()
                .value());
        return List.of(
                row(
                        recurrent,
                        "agent.net.type is RecurrentNet; SoftActorCritic learns from single transitions and carries no"
                                + " state, needs another net"),
                row(
                        td3,
                        "agent.net.type is RecurrentNet; TD3 learns from single transitions and carries no state, needs"
                                + " another net"),
                row(
                        crossQ,
                        "agent.net.type is RecurrentNet; CrossQ learns from single transitions and carries no state,"
                                + " needs another net"),
                row(
                        SAC,
                        "agent.algorithm.action_policy is boltzmann; SoftActorCritic samples its policy, needs default",
                        "agent.algorithm.action_policy",
                        "boltzmann"),
                row(
                        PPO,
                        "agent.algorithm.action_pdtype is Argmax; it has no gradient, so PPO would not learn a policy,"
                                + " needs default or Categorical",
                        "agent.algorithm.action_pdtype",
                        "Argmax"),
                row(
                        PPO,
                        "agent.algorithm.time_horizon is 8; with the memory OnPolicyReplay, PPO learns after"
                                + " training_frequency episodes, remove it",
                        "agent.memory.name",
                        "OnPolicyReplay"),
                row(
                        DQN,
                        "agent.memory.burn_in is 1; only DQN with a RecurrentNet warms a state up, needs 0",
                        "agent.memory.burn_in",
                        1),
                row(
                        DQN,
                        "agent.memory.alpha is 0.9; only PrioritizedReplay has priorities, remove it",
                        "agent.memory.alpha",
                        0.9),
                row(
                        DQN,
                        "agent.net.loss_spec.name is CrossEntropyLoss; values are numbers, not classes, needs one of the"
                                + " others",
                        "agent.net.loss_spec",
                        Map.of("name", "CrossEntropyLoss")),
                row(
                        DQN,
                        "agent.net.optim_spec is given; actor_optim_spec takes its place, remove one of them",
                        "agent.net.actor_optim_spec",
                        ADAM),
                row(
                        SAC,
                        "agent.net.optim_spec is given; actor_optim_spec and critic_optim_spec take its place, remove one"
                                + " of them",
                        "agent.net.actor_optim_spec",
                        ADAM,
                        "agent.net.critic_optim_spec",
                        ADAM),
                row(arc, "agent.net.critic_arc is given; DQN has one network, needs arc", "agent.net.critic_arc", body),
                row(
                        DQN,
                        "agent.net.log_std_init is 0; DQN has no standard deviation to learn, remove it",
                        "agent.net.log_std_init",
                        0));
    }

    /// The last setting of each row is the one without effect.
    static List<Arguments> notes() {
        Example a2c = KeyExamples.example("ActorCritic", "MLPNet", false);
        Example random = KeyExamples.example("Random", "MLPNet", false);
        Example crossQ = KeyExamples.example("CrossQ", "MLPNet", true);
        Object net = section(section(SAC.spec(), "agent"), "net");
        return List.of(
                row(
                        random,
                        "agent.algorithm.action_pdtype has no effect: Random draws uniformly",
                        "agent.algorithm.action_pdtype",
                        "Argmax"),
                row(
                        DQN,
                        "agent.algorithm.explore_var_spec has no effect: action_policy random explores fully",
                        "agent.algorithm.action_policy",
                        "random",
                        "agent.algorithm.explore_var_spec",
                        Map.of("name", "no_decay", "start_val", 0.3)),
                row(
                        a2c,
                        "agent.algorithm.num_step_returns has no effect: GAE with lam takes its place",
                        "agent.algorithm.num_step_returns",
                        5),
                row(
                        PPO,
                        "agent.memory.use_cer has no effect: PPO keeps one rollout, only SIL and PPOSIL keep a replay"
                                + " beside it",
                        "agent.memory.use_cer",
                        true),
                row(
                        PPO,
                        "agent.net.update_type has no effect: PPO has no target network",
                        "agent.net.update_type",
                        "polyak"),
                row(
                        DQN,
                        "agent.net.update_frequency has no effect: it counts frames between replacements, and"
                                + " update_type is polyak",
                        "agent.net.update_type",
                        "polyak",
                        "agent.net.polyak_coef",
                        0.5,
                        "agent.net.update_frequency",
                        200),
                row(
                        SAC,
                        "agent.net.polyak_coef has no effect: the target network is replaced; only update_type polyak"
                                + " reads it",
                        "agent.net.update_frequency",
                        8,
                        "agent.net.polyak_coef",
                        0.5),
                row(
                        DQN,
                        "agent.net.actor_init_std has no effect: DQN has no policy head",
                        "agent.net.actor_init_std",
                        0.5),
                row(
                        DQN,
                        "agent.net.critic_optim_spec has no effect: DQN has no critic",
                        "agent.net.critic_optim_spec",
                        ADAM),
                row(
                        PPO,
                        "agent.net.optim_spec has no effect: actor_optim_spec and critic_optim_spec take its place",
                        "agent.net.actor_optim_spec",
                        ADAM,
                        "agent.net.critic_optim_spec",
                        ADAM,
                        "agent.net.optim_spec",
                        Map.of("name", "RMSprop", "lr", 0.25)),
                row(
                        PPO,
                        "agent.net.critic_optim_spec has no effect: with shared one network has one optimizer, the"
                                + " actor's",
                        "agent.net.shared",
                        true,
                        "agent.net.critic_optim_spec",
                        ADAM),
                row(
                        PPO,
                        "agent.net.critic_optim_spec has no effect: use_same_optim takes the actor's",
                        "agent.net.use_same_optim",
                        true,
                        "agent.net.critic_optim_spec",
                        ADAM),
                row(
                        crossQ,
                        "agent.net.use_same_optim has no effect: the critics have critic_net and its optim_spec",
                        "agent.critic_net",
                        net,
                        "agent.net.use_same_optim",
                        true),
                row(
                        SAC,
                        "agent.critic_net has no effect: only CrossQ's critics have a section of their own",
                        "agent.critic_net",
                        net));
    }

    private static Map<?, ?> section(Map<?, ?> spec, String key) {
        return (Map<?, ?>) Objects.requireNonNull(spec.get(key));
    }

    private static Setting[] settings(Object... pairs) {
        Setting[] settings = new Setting[pairs.length / 2];
        for (int i = 0; i < settings.length; i++) {
            settings[i] = new Setting((String) pairs[2 * i], pairs[2 * i + 1]);
        }
        return settings;
    }

    private Plan read(Example example, Setting... settings) {
        Path file = temp.resolve("spec.json");
        JsonFile.write(file, Map.of("spec", KeyWalk.with(example.spec(), settings)));
        return Plan.read(SpecFile.read(file, Map.of()), "spec");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void isRefusedWithASentence(Example example, String message, Object[] pairs) {
        assertThatThrownBy(() -> read(example, settings(pairs)))
                .isInstanceOfSatisfying(
                        SpecException.class,
                        refused -> assertThat(refused.problems())
                                .extracting(problem -> problem.path() + " " + problem.message())
                                .contains(message));
    }

    @ParameterizedTest
    @MethodSource("notes")
    void isReportedAndChangesNothing(Example example, String message, Object[] pairs) {
        Setting[] all = settings(pairs);
        assertThat(read(example, all).warnings())
                .extracting(note -> note.path() + " " + note.message())
                .contains(message);
        KeyWalk walk = new KeyWalk(temp, example.spec());
        assertThat(walk.run(all)).matches(walk.run(Arrays.copyOf(all, all.length - 1))::isSame);
    }

    /// As upstream's specs have them.
    @Test
    void equalOptimizersOfASharedNetworkAreAccepted() {
        Map<String, Object> spec = KeyWalk.with(
                PPO.spec(),
                new Setting("agent.net.shared", true),
                new Setting("agent.net.actor_optim_spec", ADAM),
                new Setting("agent.net.critic_optim_spec", ADAM));
        section(section(spec, "agent"), "net").remove("optim_spec");
        Path file = temp.resolve("spec.json");
        JsonFile.write(file, Map.of("spec", spec));
        assertThat(Plan.read(SpecFile.read(file, Map.of()), "spec")
                        .net()
                        .learning()
                        .shared())
                .isTrue();
    }

    /// A resolved spec has every key, and is read again.
    @Test
    void defaultsAreNotRefused() {
        for (Example example : KeyExamples.all()) {
            Path file = temp.resolve("spec.json");
            JsonFile.write(file, Map.of("spec", example.spec()));
            Plan plan = Plan.read(SpecFile.read(file, Map.of()), "spec");
            JsonFile.write(file, plan.resolved());
            assertThat(Plan.read(SpecFile.read(file, Map.of()), "spec").resolved())
                    .as(example.name())
                    .isEqualTo(plan.resolved());
        }
    }
}

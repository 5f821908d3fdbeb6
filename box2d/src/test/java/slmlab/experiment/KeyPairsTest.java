package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.algorithm.Algorithms;
import slmlab.experiment.KeyExamples.Example;
import slmlab.experiment.KeyWalk.Outcome;
import slmlab.experiment.KeyWalk.Setting;

/// Every key acts, alone and beside every other key, or is refused with a sentence; or it stands in a table here with
/// the reason.
///
/// A key acts if setting it changes the run: an action, a weight or a statistic. Beside another it acts if both
/// together give another run than the other alone. The build walks all keys and a part of the pairs; with the
/// environment variable `SLM_LAB_PAIRS=all` it walks all pairs, in some ten minutes.
@Tag("slow")
class KeyPairsTest {
    private static final boolean ALL = "all".equals(System.getenv("SLM_LAB_PAIRS"));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// A key that changes nothing alone.
    ///
    /// @param examples pattern of the examples' names
    /// @param setting pattern of the key and its value
    record Idle(String examples, String setting, String why) {
        boolean covers(Example example, Setting set) {
            return Pattern.matches(examples, example.name()) && Pattern.matches(setting, set.toString());
        }
    }

    /// A key that changes nothing beside another.
    ///
    /// @param by pattern of the other one
    record Hidden(String examples, String setting, String by, String why) {
        boolean covers(Example example, Setting set, Setting other) {
            return new Idle(examples, setting, why).covers(example, set) && Pattern.matches(by, other.toString());
        }
    }

    private static final String ANY = ".*";
    private static final List<Idle> IDLE = List.of(
            new Idle("Random.*", "agent.*", "Random learns nothing; a spec must have a memory and a net"),
            new Idle(
                    "Random.*",
                    "env\\.(max_t|normalize.*|clip.*|reward_scale|wrappers|autoreset)=.*",
                    "Random neither sees nor learns"),
            new Idle(ANY, "agent.algorithm.action_pdtype=GumbelSoftmax", "draws as Categorical does"),
            new Idle(
                    "(SoftActorCritic|CrossQ) .*",
                    "agent.algorithm.action_pdtype=NormalTanh",
                    "what these always have"),
            new Idle("(SARSA|.*DQN) .*", "agent.algorithm.action_pdtype=Argmax", "acts with boltzmann"),
            new Idle("(SARSA|.*DQN) .*", "agent.algorithm.action_policy=epsilon_greedy", "the default"),
            new Idle("Reinforce .*", "agent.algorithm.center_return=true", "returns are always standardized"),
            new Idle(ANY, "agent.memory.name=(Replay|OnPolicyBatchReplay)", "the environment has it"),
            new Idle(".* priorities", "agent.memory.name=PrioritizedReplay", "the environment has it"),
            new Idle(".* episodes", "agent.memory.name=OnPolicyReplay", "the environment has it"),
            new Idle(".* episodes", "agent.memory.name=OnPolicyCrossEntropy", "leaves nothing out by default"),
            new Idle(".*SIL .*", "agent.memory.sil_replay_name=Replay", "the only one there is"),
            new Idle("Reinforce .*", "agent.net.loss_spec=.*", "there is no value to compare"),
            new Idle(".* shared", "agent.net.shared=true", "the environment has it"),
            new Idle(ANY, "agent.(critic_)?net.shared=true", "NoOps: only the actor-critic family shares"),
            new Idle("(Reinforce|SARSA|.*DQN) .*|.* shared", "agent.net.use_same_optim=true", "there is one network"),
            new Idle(ANY, "agent.net.use_same_optim=true", "acts beside actor_optim_spec"),
            new Idle(ANY, "agent.(critic_)?net.normalize=true", "there are no byte pixels"),
            new Idle("(.*DQN) .*", "agent.net.update_type=replace", "the default"),
            new Idle("(SoftActorCritic|TD3|DDPG) .*", "agent.net.update_type=polyak", "the default"),
            new Idle(".*TorchArcNet", "agent.net.hid_layers_activation=relu", "chooses the gain of init_fn"),
            new Idle(".* ConvNet", "agent.net.batch_norm=true", "the default"));
    private static final List<Hidden> HIDDEN = List.of(
            new Hidden(
                    "(SoftActorCritic|TD3|DDPG) .*",
                    "agent.net.update_type=replace",
                    "agent.net.update_frequency=.*",
                    "a frequency alone is one of replacements"),
            new Hidden(
                    ".* episodes",
                    ANY,
                    "agent.memory.name=OnPolicyBatchReplay",
                    "the run is shorter than the default time_horizon"),
            new Hidden(
                    ".* (priorities|shared)",
                    "env.clip_reward=.*",
                    "env.reward_scale=.*",
                    "CartPole pays the same at every step"),
            new Hidden(
                    "(ActorCritic|SIL) discrete.*",
                    "agent.algorithm.normalize_v_targets=true",
                    "env.normalize_reward=true|env.reward_scale=sign",
                    "only sizes above 1 are divided by"),
            new Hidden(
                    "(PPO|PPOSIL) continuous.*",
                    "agent.algorithm.normalize_v_targets=true",
                    "agent.algorithm.symlog=true",
                    "only sizes above 1 are divided by"),
            new Hidden(
                    ".*(ConvNet|Cnn)",
                    "env.(normalize_reward|clip_reward|reward_scale)=.*",
                    "env.max_t=7",
                    "Catch pays at its last step"),
            new Hidden(
                    ".* actor_optim_spec",
                    "agent.net.use_same_optim=true",
                    "agent.net.shared=true",
                    "there is one network"),
            new Hidden(
                    ".* critic_net",
                    "agent.critic_net.loss_spec=.*",
                    "agent.net.loss_spec=.*",
                    "the same, or it is refused"));
    private static final Set<Record> used = new HashSet<>();
    private static int pairs;
    private static int refusedAlone;
    private static int refusedTogether;

    static List<Example> envs() {
        return KeyExamples.all();
    }

    @Test
    void everyKeyHasAValue() {
        assertThat(KeyExamples.keys()).hasSizeGreaterThan(80); // and none is missing, or there is no list
    }

    @ParameterizedTest
    @MethodSource("envs")
    void everyKeyActsOrIsRefused(Example example) {
        List<String> faults = new ArrayList<>();
        KeyWalk walk = new KeyWalk(temp, example.spec());
        Outcome base = walk.run();
        assertThat(base.refusal()).isNull();
        assertThat(walk.run()).as("the same run again").matches(base::isSame);
        List<Setting> settings = example.settings();
        List<Outcome> alone = new ArrayList<>();
        for (Setting setting : settings) {
            Outcome outcome = run(walk, faults, setting);
            alone.add(outcome);
            if (outcome.isNoted(setting) && !outcome.isRefused() && !outcome.isSame(base)) {
                faults.add("%s has an effect, and is reported to have none".formatted(setting));
            }
            if (outcome.isSame(base) && !outcome.isNoted(setting) && !isIdle(example, setting)) {
                faults.add("%s changes nothing".formatted(setting));
            }
        }
        for (int i = 0; i < settings.size(); i++) {
            for (int j = i + 1; j < settings.size(); j++) {
                if (isWalked(example, settings.get(i), settings.get(j))) {
                    Outcome both = run(walk, faults, settings.get(i), settings.get(j));
                    count(both, alone.get(i), alone.get(j));
                    check(example, base, settings.get(i), alone.get(i), settings.get(j), alone.get(j), both, faults);
                    check(example, base, settings.get(j), alone.get(j), settings.get(i), alone.get(i), both, faults);
                }
            }
        }
        assertThat(faults).as(example.name()).isEmpty();
    }

    private static void count(Outcome both, Outcome one, Outcome other) {
        pairs++;
        if (both.isRefused()) {
            if (one.isRefused() || other.isRefused()) {
                refusedAlone++;
            } else {
                refusedTogether++;
            }
        }
    }

    private static Outcome run(KeyWalk walk, List<String> faults, Setting... settings) {
        try {
            return walk.run(settings);
        } catch (RuntimeException e) {
            faults.add("%s: %s".formatted(List.of(settings), e));
            return new Outcome(0, "crashed", List.of());
        }
    }

    /// Whether a key acts beside another.
    private static void check(
            Example example,
            Outcome base,
            Setting key,
            Outcome alone,
            Setting other,
            Outcome without,
            Outcome both,
            List<String> faults) {
        if (both.isNoted(key) && !both.isRefused() && !without.isRefused() && !both.isSame(without)) {
            faults.add("%s has an effect beside %s, and is reported to have none".formatted(key, other));
        }
        if (both.isRefused() || !both.isSame(without) || alone.isSame(base) || both.isNoted(key)) {
            return;
        }
        for (Hidden row : HIDDEN) {
            if (row.covers(example, key, other)) {
                used.add(row);
                return;
            }
        }
        faults.add("%s changes nothing beside %s".formatted(key, other));
    }

    private static boolean isIdle(Example example, Setting setting) {
        for (Idle row : IDLE) {
            if (row.covers(example, setting)) {
                used.add(row);
                return true;
            }
        }
        return false;
    }

    /// All pairs; or a part of those of algorithm and memory, without environments that are nearly others, and some
    /// of the net's.
    private static boolean isWalked(Example example, Setting one, Setting other) {
        if (one.path().equals(other.path()) || !Algorithms.learns(example.algorithm())) {
            return false;
        }
        return ALL
                || (!Pattern.matches(ALIKE, example.name())
                        && isNear(example, one)
                        && isNear(example, other)
                        && isItsTurn(example, one, other));
    }

    /// An algorithm for both kinds of actions walks one half of its pairs with discrete ones, the other half with
    /// continuous ones.
    private static boolean isItsTurn(Example example, Setting one, Setting other) {
        boolean isEven = (one.path() + other.path()).hashCode() % 2 == 0;
        return Pattern.matches(ONE_KIND, example.algorithm()) || isEven != example.continuous();
    }

    private static boolean isNear(Example example, Setting setting) {
        boolean net = setting.path().startsWith("agent.net") && Pattern.matches(WITH_NET, example.name());
        return net
                || setting.path().startsWith("agent.algorithm")
                || setting.path().startsWith("agent.memory");
    }

    private static final String ALIKE =
            "(VanillaDQN|DoubleDQN|HydraDQN|DDPG|SIL) [a-z]*|.*(TorchArc|Conv|Cnn|Dueling|Hydra|optim).*";
    private static final String ONE_KIND = "SARSA|.*DQN|TD3|DDPG";
    private static final String WITH_NET = "DQN discrete|TD3 continuous";

    /// A row that nothing needs any more goes.
    @AfterAll
    static void everyRowIsNeeded() {
        assertThat(IDLE).allSatisfy(row -> assertThat(used).contains(row));
        if (ALL) {
            assertThat(HIDDEN).allSatisfy(row -> assertThat(used).contains(row));
            System.out.printf(
                    "%d environments, %d keys, %d pairs walked: %d with a key refused alone, %d refused together, the others"
                            + " run; %d rows of exceptions%n",
                    envs().size(),
                    KeyExamples.keys().size(),
                    pairs,
                    refusedAlone,
                    refusedTogether,
                    IDLE.size() + HIDDEN.size());
        }
    }
}

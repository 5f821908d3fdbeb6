package slmlab.judge.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is found in tables of forty rows that are written by hand: what came first, what contradicts it, and where
/// there is nothing to judge.
class RulesTest {
    private static final int ROWS = 40;

    /// A session that is written by hand.
    private static final class Session {
        private final Map<String, String> spec = new HashMap<>(Map.of("agent.algorithm.name", "PPO"));
        private final Map<String, double[]> columns = new HashMap<>();
        private double random = Double.NaN;
        private String failure = "";

        Session() {
            with("frame", i -> 1000.0 * (i + 1));
            with("loss", _ -> 1);
            with("mean_return", i -> 20 + i % 2);
        }

        Session with(String column, IntToDoubleFunction value) {
            columns.put(column, IntStream.range(0, ROWS).mapToDouble(value).toArray());
            return this;
        }

        Session key(String path, Object value) {
            spec.put(path, String.valueOf(value));
            return this;
        }

        Session random(double value) {
            random = value;
            return this;
        }

        Session failure(String text) {
            failure = text;
            return this;
        }

        Session fill(String column, double value) {
            Arrays.fill(Objects.requireNonNull(columns.get(column)), value);
            return this;
        }

        Evidence evidence() {
            return new Evidence(spec, name -> columns.getOrDefault(name, new double[0]), failure, random);
        }

        Diagnosis diagnosis() {
            return Diagnosis.of(List.of(evidence()));
        }

        List<String> labels() {
            return diagnosis().findings().stream().map(Finding::label).toList();
        }

        String advice() {
            return diagnosis().findings().getFirst().advice();
        }
    }

    /// The run of the issue: an explosion at frame 3,000, then saturation.
    @Test
    void anEarlyExplosionIsTheCauseOfWhatFollows() {
        Session run = new Session()
                .key("agent.net.optim_spec.lr", 0.1)
                .key("agent.net.clip_grad_val", 0.5)
                .key("agent.algorithm.training_epoch", 4)
                .with("param_change", i -> i == 2 ? 3.9 : 0.01)
                .with("opt_step", i -> 100.0 * i)
                .with("least_change", i -> i == 2 ? 2 : 0)
                .with("idle_units", i -> i > 2 ? 0.9 : 0)
                .with("approx_kl", i -> i == 2 ? 11.2 : 0)
                .with("clip_fraction", i -> i == 2 ? 0.94 : 0);
        assertThat(run.labels()).startsWith("learning rate too high").doesNotContain("frozen part");
        assertThat(run.diagnosis().findings().getFirst().evidence())
                .isEqualTo("at frame 3,000, in the first updates, the weights have moved by 3.9 times their own size"
                        + " (approx_kl 11, clip_fraction 0.94)");
        assertThat(run.advice())
                .isEqualTo("lower the learning rate by a factor of 10 (agent.net.optim_spec.lr is 0.1), or lower"
                        + " training_epoch"); // gradients are clipped already
        assertThat(run.key("agent.net.optim_spec.lr", 1e-6).labels()).doesNotContain("learning rate too high");
    }

    @Test
    void weightsThatMoveFarInManyStepsAreNoExplosion() {
        Session run = new Session().with("param_change", i -> i == 0 ? 2.5 : 0.1);
        assertThat(run.with("opt_step", i -> 200.0 * (i + 1)).labels())
                .containsExactly("learning rate too high"); // 0.0125 a step
        assertThat(run.with("opt_step", i -> 500.0 * (i + 1)).labels()).isEmpty(); // 0.005 a step
        run.with("param_change", i -> i == 3 ? 4.9 : 0.1).with("opt_step", i -> 100.0 * (i + 1));
        assertThat(run.labels()).isEmpty(); // not in the first three rows
    }

    @Test
    void aLayerThatMovedOnceIsNotFrozen() {
        Session run = new Session().with("param_change", _ -> 0.1).with("least_change", _ -> 0);
        assertThat(run.key("agent.net.critic_optim_spec.lr", 1e-30).labels()).containsExactly("frozen part");
        assertThat(run.advice()).isEqualTo("raise agent.net.critic_optim_spec.lr, which is 1.0E-30");
        assertThat(run.key("agent.net.critic_optim_spec.lr", 0.001).advice())
                .isEqualTo("check that the loss reaches every layer (slm-lab spec audit)");
        assertThat(run.with("least_change", i -> i == 0 ? 0.1 : 0).labels()).isEmpty();
    }

    @Test
    void aNetThatNeverMovesIsFrozenAndNotDead() {
        Session run = new Session()
                .with("param_change", _ -> 0)
                .with("least_change", _ -> 0)
                .with("idle_units", _ -> 1)
                .key("agent.net.optim_spec.lr", 1e-30);
        assertThat(run.labels()).containsExactly("frozen part");
    }

    @Test
    void aLayerOfRectifiedUnitsWithoutGradientIsDead() {
        Session run = new Session()
                .with("param_change", _ -> 0.1)
                .with("least_change", _ -> 0)
                .key("agent.net.hid_layers_activation", "relu")
                .key("agent.net.optim_spec.lr", 0.001);
        assertThat(run.labels()).startsWith("dead units");
        assertThat(run.key("agent.net.hid_layers_activation", "tanh").labels()).containsExactly("frozen part");
    }

    /// MountainCar before its first success: every return is -200, and a net that predicts one number needs few
    /// units.
    @Test
    void equalReturnsAreNoSignalToLearnFrom() {
        Session run = new Session().with("idle_units", _ -> 0.9).with("loss", i -> i % 4 == 0 ? 1 : 0.001);
        assertThat(run.labels()).containsExactly("dead units", "learning rate too high");
        assertThat(run.with("mean_return", _ -> -200).labels()).isEmpty();
    }

    /// From -500 to -100 is learning, and from -100 to -500 is not.
    @Test
    void negativeReturnsThatRiseAreLearning() {
        Session run = new Session().with("idle_units", _ -> 0.9).with("mean_return", i -> -500 + 10 * i);
        assertThat(run.evidence().hasLearned()).isTrue();
        assertThat(run.labels()).isEmpty();
        assertThat(run.with("mean_return", i -> -110 - 10 * i).evidence().hasLearned())
                .isFalse();
        assertThat(run.labels()).contains("dead units");
        // first rows -500 (median), last rows -400: 100 is a fifth of 500
        assertThat(run.with("mean_return", i -> i < 20 ? -500 : -400).evidence().hasLearned())
                .isFalse();
        assertThat(run.with("mean_return", i -> i < 20 ? -500 : -374).evidence().hasLearned())
                .isTrue(); // 126 of 500
    }

    @Test
    void aNegativeReturnBelowThatOfRandomActionsIsTheOpposite() {
        Session run = new Session()
                .random(-1200)
                .with("entropy", i -> 1.4 - 0.05 * i)
                .with("mean_return", i -> -1200 - 10 * i);
        assertThat(run.labels()).isEmpty(); // ends at about -1,550: less than 30 % below
        assertThat(run.with("mean_return", i -> -1200 - 20 * i).labels()).containsExactly("policy learns the opposite");
        assertThat(run.with("mean_return", i -> -2000 + 10 * i).labels()).isEmpty(); // it rises
        assertThat(run.with("mean_return", i -> -1200 - 20 * i)
                        .with("entropy", _ -> 1.4)
                        .labels())
                .isEmpty(); // it is not sure
    }

    @Test
    void qValuesOfTheOppositeSignAreTheOpposite() {
        Session run = new Session()
                .random(20)
                .with("mean_return", i -> i < 10 ? 20 - i : 9)
                .with("q_mean", _ -> -5)
                .with("td_error", _ -> 0.1)
                .key("agent.memory.max_size", 100000);
        assertThat(run.labels()).containsExactly("policy learns the opposite");
        assertThat(run.with("q_mean", _ -> 5).labels()).isEmpty();
        assertThat(run.with("q_mean", _ -> -5).with("td_error", _ -> 3).labels())
                .isEmpty(); // they do not fit yet
    }

    @Test
    void forgettingWithNegativeReturns() {
        Session run = new Session().with("mean_return", i -> i < 10 ? -500 : i < 20 ? -100 : -450);
        assertThat(run.labels()).contains("forgetting");
        // a gain of 200 is less than half of 500
        assertThat(run.with("mean_return", i -> i < 10 ? -500 : i < 20 ? -300 : -490)
                        .labels())
                .isEmpty();
        // it came back to more than half of the gain
        assertThat(run.with("mean_return", i -> i < 10 ? -500 : i < 20 ? -100 : i < 30 ? -450 : -290)
                        .labels())
                .isEmpty();
    }

    /// NaN rows are omitted: medians and trends are those of the others.
    @Test
    void rowsWithoutNumbersAreLeftOut() {
        Session run = new Session().with("idle_units", i -> i % 2 == 0 ? Double.NaN : 0.9);
        assertThat(run.labels()).containsExactly("dead units");
        run.with("mean_return", i -> i % 4 == 0 ? 20 + i % 8 : Double.NaN);
        assertThat(run.evidence().rows()).isEqualTo(10);
        assertThat(run.labels()).containsExactly("dead units");
        run.with("mean_return", i -> i % 4 == 0 && i > 0 ? 20 + i % 8 : Double.NaN); // nine rows
        assertThat(run.diagnosis().isPossible()).isFalse();
        assertThat(run.labels()).isEmpty();
        assertThat(run.with("mean_return", _ -> 20)
                        .fill("loss", Double.NaN)
                        .diagnosis()
                        .isPossible())
                .isFalse(); // no number of an update
    }

    @Test
    void aFailureNeedsNoRowsAndNoOtherRuleLooksAtFew() {
        Session run = new Session().with("idle_units", _ -> 0.9).fill("mean_return", Double.NaN);
        assertThat(run.failure("net.loss is not finite").labels()).containsExactly("numeric");
        assertThat(run.failure("no space left on device").diagnosis().isPossible())
                .isFalse();
    }

    @Test
    void exactlyHalfOfTheSessionsIsEnough() {
        Evidence dead = new Session().with("idle_units", _ -> 0.9).evidence();
        Evidence sound = new Session().with("idle_units", _ -> 0.1).evidence();
        Evidence empty = new Session().fill("mean_return", Double.NaN).evidence();
        Diagnosis half = Diagnosis.of(List.of(sound, dead, dead, sound));
        assertThat(half.findings()).extracting(Finding::label).containsExactly("dead units");
        assertThat(half.sessions()).containsExactly(Map.entry("dead units", 2));
        assertThat(half.of()).isEqualTo(4);
        assertThat(Diagnosis.of(List.of(sound, dead, sound)).findings()).isEmpty();
        Diagnosis judged = Diagnosis.of(List.of(empty, dead, sound, empty)); // half of those that can be judged
        assertThat(judged.findings()).hasSize(1);
        assertThat(judged.of()).isEqualTo(2);
    }

    @Test
    void anEntropyThatComesBackIsNoCollapse() {
        Session run = new Session().with("entropy", i -> i < 2 ? 0.7 : 0.005);
        assertThat(run.labels()).containsExactly("policy collapse");
        assertThat(run.with("entropy", i -> i < 2 ? 0.7 : i < 20 ? 0.005 : 0.5).labels())
                .isEmpty();
        assertThat(run.with("entropy", i -> i < 2 ? 1.4 : -3).labels()).containsExactly("policy collapse");
        assertThat(run.with("entropy", i -> i < 2 ? 1.4 : -2).labels()).isEmpty(); // a standard deviation of 0.03
        assertThat(run.with("entropy", i -> i < 2 ? 0.7 : 0.005)
                        .key("agent.algorithm.entropy_coef_spec.start_val", -1)
                        .advice())
                .isEqualTo("make entropy_coef_spec positive: -1.0 rewards a policy without entropy");
    }

    @Test
    void aTimeLimitThatIsReportedAsAnEnd() {
        Session run = new Session()
                .with("mean_length", i -> Math.min(100, 20 + 4 * i))
                .with("epi", i -> 50.0 * i)
                .with("truncated", _ -> 0);
        assertThat(run.labels()).containsExactly("termination mistake");
        assertThat(run.with("truncated", i -> i == 30 ? 0.01 : 0).labels()).isEmpty();
        run.with("truncated", _ -> 0);
        assertThat(run.with("epi", i -> Math.min(50.0 * i, 1000)).labels()).isEmpty(); // no new episode has ended
        run.with("epi", i -> 50.0 * i);
        assertThat(run.with("mean_length", i -> Math.max(60, 200 - 10 * i)).labels())
                .isEmpty(); // a goal is reached
    }

    @Test
    void aReplayThatHoldsTheWholeRunIsNotTooSmall() {
        Session run = new Session()
                .with("q_mean", _ -> 1)
                .with("mean_length", _ -> 20)
                .key("agent.memory.batch_size", 64)
                .key("agent.memory.max_size", 500);
        assertThat(run.labels()).containsExactly("buffer too small"); // 7.8 batches
        assertThat(run.key("env.max_frame", 500).labels()).isEmpty();
        assertThat(run.key("env.max_frame", 5000)
                        .key("agent.memory.max_size", 640)
                        .labels())
                .isEmpty(); // ten batches
    }

    /// The spec of a run has the keys of a replay whatever its memory is; without action values nothing is
    /// replayed.
    @Test
    void aRunWithoutActionValuesHasNoReplayThatCouldBeTooSmall() {
        Session run = new Session()
                .with("mean_length", _ -> 20)
                .key("agent.memory.batch_size", 64)
                .key("agent.memory.max_size", 500);
        assertThat(run.labels()).isEmpty();
        assertThat(run.with("q_mean", _ -> 1).labels()).containsExactly("buffer too small");
    }

    @Test
    void adviceDoesNotAskForWhatTheSpecHas() {
        Session run = new Session()
                .with("q_mean", _ -> 1e6)
                .with("mean_length", _ -> 20)
                .key("agent.memory.max_size", 100000)
                .key("agent.algorithm.gamma", 0.99);
        assertThat(run.key("agent.algorithm.name", "DoubleDQN").labels()).containsExactly("value divergence");
        assertThat(run.advice()).contains("double Q-learning too, unless DoubleDQN has them");
        Session scaled = new Session().with("value_loss", _ -> 1e7).with("policy_loss", _ -> 0.1);
        assertThat(scaled.labels()).containsExactly("reward scale");
        assertThat(scaled.key("env.reward_scale", 10000).advice()).contains("env.reward_scale, which is 10000");
        assertThat(scaled.key("env.normalize_reward", true).labels()).isEmpty();
        Session greedy = new Session().with("explore_var", _ -> 0.01);
        assertThat(greedy.labels()).containsExactly("no exploration");
        assertThat(greedy.key("agent.algorithm.explore_var_spec.start_val", 1).labels())
                .isEmpty();
    }

    @Test
    void aValueLossThatDoesNotOutweighThePolicyLossIsNoRewardScale() {
        Session run = new Session().with("value_loss", _ -> 1e7).with("policy_loss", _ -> -1e6);
        assertThat(run.labels()).isEmpty(); // ten to one
        assertThat(run.with("policy_loss", _ -> -1e4).labels()).containsExactly("reward scale"); // a thousand to one
    }

    @Test
    void limitsThatAreReachedExactly() {
        Session limit = new Session().with("mean_length", _ -> 50).with("truncated", _ -> 0);
        assertThat(limit.labels()).containsExactly("termination mistake");
        assertThat(limit.with("mean_length", _ -> 49).labels()).isEmpty();
        Session critic = new Session().with("explained_variance", i -> i < 35 ? Double.NaN : 0); // five rows
        assertThat(critic.labels()).containsExactly("useless critic");
        assertThat(critic.with("explained_variance", i -> i == 39 ? 0.1 : -1).labels())
                .isEmpty();
    }

    @Test
    void forgettingSaysForHowLong() {
        Session run = new Session().with("mean_return", i -> i < 10 ? 20 : i < 20 ? 100 : 30);
        assertThat(run.diagnosis().findings().getFirst().evidence())
                .isEqualTo(
                        "the best mean return was 100.0; it has stayed below half of that gain for the last 50 % of the"
                                + " run, and is 30.00 now");
    }
}

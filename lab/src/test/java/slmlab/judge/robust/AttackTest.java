package slmlab.judge.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.agent.Algorithm;
import slmlab.env.NumpyRandom;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.record.Evaluation;
import slmlab.judge.Probe;
import slmlab.judge.Trained;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// Attacks: by hand, in order of strength, and on trained agents.
@Tag("slow")
class AttackTest {
    private static final double FREE = Double.POSITIVE_INFINITY;
    private static final double[] ONES = {1, 1, 1};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Two logits: w·x with w = (1, −2, 0.5), and 0.
    private static boolean linear(Trace trace, int rows) {
        return linear(trace, rows, 1);
    }

    private static boolean linear(Trace trace, int rows, double times) {
        Tensor obs = trace.input("obs", rows, 3);
        Tensor w = Tensor.of(Array.of(Shape.of(3, 2), 1, 0, -2, 0, 0.5f, 0));
        Tensor logits = obs.matmul(w).mul(times);
        trace.output("logits", logits);
        trace.output("probabilities", logits.softmax(1));
        trace.output(
                "value",
                obs.matmul(Tensor.of(Array.of(Shape.of(3, 1), 1, -2, 0.5f))).reshape(rows));
        return true;
    }

    private static double logit(float[] obs) {
        return obs[0] - 2 * obs[1] + 0.5 * obs[2];
    }

    /// No δ with ‖δ‖∞ ≤ 0.1 moves w·x by more than 0.1·(1 + 2 + 0.5) = 0.35, and FGSM and PGD move it by as much.
    @ParameterizedTest
    @CsvSource({"FGSM, CHOICE", "PGD, CHOICE", "PGD, CRITIC", "PGD, MAD"})
    void aLinearLogitMovesByTheNormOfItsWeights(ObsAttack.Search search, TargetAgent.Loss loss) {
        try (TargetAgent victim = TargetAgent.of(AttackTest::linear, Shape.of(3), 1, true);
                ObsAttack attack = new ObsAttack(victim, search, loss, ONES, 0.1, -FREE, FREE, 1)) {
            float[] obs = {1.5f, -0.25f, 0.5f};
            assertThat(logit(obs)).isPositive(); // the first action, so its logit falls
            double change = logit(attack.perturb(obs)) - logit(obs);
            if (loss == TargetAgent.Loss.MAD) { // as far away as it can be, on either side
                assertThat(Math.abs(change)).isCloseTo(0.35, within(1e-6));
            } else {
                assertThat(change).isCloseTo(-0.35, within(1e-6));
            }
            if (loss == TargetAgent.Loss.CHOICE) {
                float[] other = {-1.5f, 0.25f, -0.5f};
                assertThat(logit(attack.perturb(other)) - logit(other)).isCloseTo(0.35, within(1e-6));
            }
        }
    }

    /// Action values w·x and 0, with no probabilities.
    private static boolean actionValues(Trace trace, int rows) {
        Tensor obs = trace.input("obs", rows, 3);
        trace.output("logits", obs.matmul(Tensor.of(Array.of(Shape.of(3, 2), 1, 0, -2, 0, 0.5f, 0))));
        return true;
    }

    /// The critic attack on action values makes the agent prefer what is worst at the true observation: where the
    /// first action is better it lowers its value, and where it is worse it raises it.
    @Test
    void theCriticAttackOnActionValuesMakesTheWorseActionLookBetter() {
        try (TargetAgent victim = TargetAgent.of(AttackTest::actionValues, Shape.of(3), 1, true);
                ObsAttack attack = new ObsAttack(
                        victim, ObsAttack.Search.PGD, TargetAgent.Loss.CRITIC, ONES, 0.1, -FREE, FREE, 1)) {
            float[] better = {1.5f, -0.25f, 0.5f}; // 2.25 against 0
            assertThat(logit(attack.perturb(better)) - logit(better)).isCloseTo(-0.35, within(1e-6));
            float[] worse = {-1.5f, 0.25f, -0.5f}; // −2.25 against 0
            assertThat(logit(attack.perturb(worse)) - logit(worse)).isCloseTo(0.35, within(1e-6));
        }
    }

    /// Continuous actions are moved against their own direction: by ε, not beyond the bounds, and 0 stays.
    @Test
    void continuousActionsAreMovedAgainstTheirDirection() {
        float[] actions = {0.5f, -0.5f, 0, 0.1f, -0.1f, 1};
        AttackSuite.oppose(actions, 0.3);
        assertThat(actions).containsExactly(new float[] {0.2f, -0.2f, 0, -0.2f, 0.2f, 0.7f}, within(1e-6f));
        AttackSuite.oppose(actions, 3);
        assertThat(actions).containsExactly(-1, 1, 0, 1, -1, -1);
    }

    /// With logits of 2000 and 0 the choice has a probability of 1 in floats, and −log π no gradient.
    @ParameterizedTest
    @EnumSource(names = {"FGSM", "PGD"})
    void aPolicyThatIsCertainIsAttackedAllTheSame(ObsAttack.Search search) {
        try (TargetAgent victim = TargetAgent.of((trace, rows) -> linear(trace, rows, 1000), Shape.of(3), 1, true);
                ObsAttack attack = new ObsAttack(victim, search, TargetAgent.Loss.CHOICE, ONES, 0.1, -FREE, FREE, 1)) {
            float[] obs = {1.5f, -0.25f, 0.5f};
            assertThat(logit(attack.perturb(obs)) - logit(obs)).isCloseTo(-0.35, within(1e-6));
        }
    }

    /// Logits x² and 0: the choice is least likely at x = 0, inside the ball around 0.3. PGD steps by 2.5 / 20 =
    /// 0.125 and ends on either side of 0, from random starts; the nearer side, at most 0.0625 away, is kept.
    @Test
    void pgdKeepsTheWorstObservationOnItsWay() {
        int rows = 32;
        Probe.Acting squared = (trace, many) -> {
            Tensor obs = trace.input("obs", many, 1);
            Tensor logits = obs.mul(obs).matmul(Tensor.of(Array.of(Shape.of(1, 2), 1, 0)));
            trace.output("logits", logits);
            trace.output("probabilities", logits.softmax(1));
            return true;
        };
        float[] obs = new float[rows];
        Arrays.fill(obs, 0.3f);
        try (TargetAgent victim = TargetAgent.of(squared, Shape.of(1), rows, true);
                ObsAttack attack = new ObsAttack(
                        victim, ObsAttack.Search.PGD, TargetAgent.Loss.CHOICE, new double[] {1}, 1, -FREE, FREE, 1)) {
            for (float bent : attack.perturb(obs)) {
                assertThat(Math.abs(bent)).isLessThanOrEqualTo(0.0625f + 1e-5f);
            }
        }
    }

    @Test
    void aRandomAttackStaysInTheBall() {
        try (TargetAgent victim = TargetAgent.of(AttackTest::linear, Shape.of(3), 1, true);
                ObsAttack attack = new ObsAttack(
                        victim,
                        ObsAttack.Search.RANDOM,
                        TargetAgent.Loss.CHOICE,
                        new double[] {1, 2, 0},
                        0.1,
                        -FREE,
                        FREE,
                        1)) {
            double most = 0;
            for (int i = 0; i < 100; i++) {
                float[] perturbed = attack.perturb(new float[] {1, 1, 1});
                assertThat(Math.abs(perturbed[0] - 1)).isLessThan(0.1f + 1e-6f);
                assertThat(Math.abs(perturbed[1] - 1)).isLessThan(0.2f + 1e-6f);
                assertThat(perturbed[2]).isEqualTo(1);
                most = Math.max(most, Math.abs(perturbed[1] - 1));
            }
            assertThat(most).isGreaterThan(0.15);
        }
    }

    /// Mean losses over 320 observations near those of training.
    @ParameterizedTest
    @CsvSource({
        "PPO, name: CartPole-v1, CHOICE", "PPO, name: CartPole-v1, MAD", "PPO, name: CartPole-v1, CRITIC",
        "PPO, name: Pendulum-v1, CHOICE", "DQN, name: CartPole-v1, CHOICE", "SAC, name: Pendulum-v1, CRITIC"
    })
    void pgdIsAtLeastAsStrongAsFgsmAndThatAsNoise(String algorithm, String env, TargetAgent.Loss loss) {
        String learns = algorithm.equals("PPO") ? Trained.PPO : algorithm.equals("DQN") ? Trained.DQN : Trained.SAC;
        boolean rollout = algorithm.equals("PPO");
        String net = rollout ? Trained.MLP : "{type: MLPNet, hid_layers: [32], %s}".formatted(Trained.TARGETS);
        String memory = rollout ? Trained.ROLLOUT : Trained.REPLAY;
        int rows = 16;
        try (TrainedAgent player = Trained.player(temp, learns, memory, net, env + ", num_envs: 4, max_frame: 2000");
                VecEnv vec = player.stack(rows).env();
                TargetAgent victim = TargetAgent.of(player.algorithm(), vec, rows);
                Probe measure = victim.probe(loss)) {
            double[] scale = new double[victim.size()];
            Arrays.fill(scale, 1);
            Map<ObsAttack.Search, Double> losses = new EnumMap<>(ObsAttack.Search.class);
            for (ObsAttack.Search search : ObsAttack.Search.values()) {
                NumpyRandom random = NumpyRandom.ofSeed(4);
                try (ObsAttack attack = new ObsAttack(victim, search, loss, scale, 0.1, -FREE, FREE, 2)) {
                    double sum = 0;
                    for (int batch = 0; batch < 20; batch++) {
                        float[] obs = new float[rows * victim.size()];
                        for (int i = 0; i < obs.length; i++) {
                            obs[i] = (float) (0.5 * random.normal());
                        }
                        sum += ObsAttack.loss(
                                victim, measure, obs, attack.perturb(obs).clone());
                    }
                    losses.put(search, sum / 20);
                }
            }
            double random = losses.getOrDefault(ObsAttack.Search.RANDOM, Double.NaN);
            double fgsm = losses.getOrDefault(ObsAttack.Search.FGSM, Double.NaN);
            double pgd = losses.getOrDefault(ObsAttack.Search.PGD, Double.NaN);
            assertThat(fgsm).as(losses.toString()).isGreaterThanOrEqualTo(random);
            assertThat(pgd).as(losses.toString()).isGreaterThanOrEqualTo(fgsm);
        }
    }

    @Test
    void aRecurrentAgentIsRefused() {
        String net =
                "{type: RecurrentNet, shared: true, rnn_hidden_size: 8, seq_len: 4, %s}".formatted(Trained.LEARNING);
        String env = "name: CartPole-v1, num_envs: 2, max_frame: 200";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, net, env)) {
            assertThatThrownBy(() -> AttackSuite.of(player, "run", 0, options(List.of(AttackKind.RANDOM), 0.1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the agent is recurrent");
        }
    }

    private static AttackSuite.Options options(List<AttackKind> kinds, double... eps) {
        return new AttackSuite.Options(kinds, eps, 16, 1_000_000, 20_000, false);
    }

    /// CartPole, on which noise hurts less than the same amount of malice.
    @Test
    @Tag("learning")
    void maliceHurtsMoreThanNoiseAndAnAdversaryLearnsIt() {
        String env = "name: CartPole-v1, num_envs: 8, max_frame: 40000";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, Trained.MLP, env)) {
            List<AttackKind> quick = List.of(
                    AttackKind.RANDOM,
                    AttackKind.FGSM,
                    AttackKind.PGD,
                    AttackKind.CRITIC,
                    AttackKind.MAD,
                    AttackKind.ACTION);
            AttackReport report = AttackSuite.of(player, "run", 0, options(quick, 0.6, 3));
            double nominal = report.nominal().mean();
            assertThat(nominal).isEqualTo(player.evaluate(16, false, 1_000_000).mean());
            assertThat(report.skipped()).isEmpty();
            assertThat(mean(report, AttackKind.RANDOM, 0)).isGreaterThan(0.9 * nominal);
            assertThat(mean(report, AttackKind.MAD, 0)).isLessThan(0.5 * nominal);
            double random = mean(report, AttackKind.RANDOM, 1);
            assertThat(mean(report, AttackKind.FGSM, 1)).isLessThan(0.5 * random);
            assertThat(mean(report, AttackKind.PGD, 1)).isLessThan(0.5 * random);
            assertThat(mean(report, AttackKind.CRITIC, 1)).isLessThan(0.5 * random);
            assertThat(mean(report, AttackKind.ACTION, 1)).isLessThan(12); // always the worst action
            assertThat(report.critical(AttackKind.MAD)).isLessThan(0.6);
            AttackReport learned = AttackSuite.of(player, "run", 0, options(List.of(AttackKind.LEARNED), 3));
            assertThat(mean(learned, AttackKind.LEARNED, 0)).isLessThan(0.5 * random);
        }
    }

    private static double mean(AttackReport report, AttackKind kind, int eps) {
        return Objects.requireNonNull(report.harms().get(kind)).get(eps).mean();
    }

    @Test
    void theAdversaryIsPaidWhatTheAgentLoses() {
        String env = "name: CartPole-v1, num_envs: 2, max_frame: 200";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, Trained.MLP, env)) {
            WrapperStack stack = player.stack(4);
            try (VecEnv vec = stack.env()) {
                double[] scale = {1, 1, 1, 1};
                Algorithm adversary = Adversary.train(vec, player.algorithm().policy(4, false), scale, 0.0, 600, 3);
                Evaluation.Result free = Evaluation.run(
                        stack,
                        Adversary.against(player.algorithm().policy(4, false), vec, adversary, scale, 0),
                        8,
                        5,
                        () -> {});
                assertThat(free.returns()) // without strength, nothing changes
                        .isEqualTo(player.play(player.stack(4), 8, false, 5, () -> {})
                                .returns());
            }
        }
    }

    /// The worst of a + 2b within ±20 % of a = 10, b = −5 is 8 + 2·(−6) = −4.
    @Test
    void theDynamicsSearchFindsACorner() {
        Dynamics.Found found = Dynamics.search(
                new TreeMap<>(Map.of("a", 10.0, "b", -5.0)),
                all -> all.getOrDefault("a", 0.0) + 2 * all.getOrDefault("b", 0.0),
                1);
        assertThat(found.mean()).isCloseTo(-4, within(0.2));
        assertThat(found.tried()).isEqualTo(80);
        assertThat(found.refused()).isZero();
    }

    @Test
    void sharesQuantilesAndCriticalStrengthsByHand() {
        assertThat(Harm.kept(250, 500)).isEqualTo(0.5);
        assertThat(Harm.kept(-300, -150)).isEqualTo(0.5);
        assertThat(Harm.kept(-3, 500)).isZero();
        assertThat(Harm.kept(600, 500)).isEqualTo(1);
        double[] returns = new double[21]; // 0 to 20: the 5 % quantile is exactly the second
        for (int i = 0; i < returns.length; i++) {
            returns[i] = 20 - i;
        }
        Harm harm = Harm.of(new Evaluation.Result(returns, new int[21]), 20);
        assertThat(harm).isEqualTo(new Harm(10, 1, 0, 0.5));
        AttackReport report = new AttackReport(
                "run",
                "env",
                0,
                "units",
                ONES,
                options(List.of(), 0.1, 0.2, 0.4),
                new Harm(100, 100, 100, 1),
                Map.of(
                        AttackKind.PGD,
                        List.of(new Harm(90, 0, 0, 0.9), new Harm(60, 0, 0, 0.6), new Harm(20, 0, 0, 0.2)),
                        AttackKind.RANDOM,
                        List.of(new Harm(100, 0, 0, 1), new Harm(99, 0, 0, 0.99), new Harm(70, 0, 0, 0.7))),
                null,
                Map.of());
        assertThat(report.critical(AttackKind.PGD)).isCloseTo(0.25, within(1e-12)); // a quarter of the way to 0.4
        assertThat(report.critical(AttackKind.RANDOM)).isNaN();
        assertThat(report.strongest(2)).isEqualTo(AttackKind.PGD);
    }
}

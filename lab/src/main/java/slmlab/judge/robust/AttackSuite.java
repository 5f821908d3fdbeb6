package slmlab.judge.robust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.env.Envs;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.record.Evaluation;
import slmlab.judge.EpisodeMoments;
import slmlab.judge.Perturbed;
import slmlab.judge.Spread;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// Attacks a trained agent in many ways and with growing strength.
public final class AttackSuite {
    private static final int MOST_ENVS = 16;
    private static final long ATTACK_SEED = 17;

    private final TrainedAgent player;
    private final Options options;
    private final int envs;
    private double[] scale = {};
    private double nominal;

    /// @param eps strengths, in standard deviations of each component of an observation
    /// @param frames that a learned adversary is trained for, at each strength
    /// @param stochastic whether the agent acts with draws from its policy, rather than with its mode
    public record Options(
            List<AttackKind> kinds, double[] eps, int episodes, long seed, long frames, boolean stochastic) {}

    private AttackSuite(TrainedAgent player, Options options) {
        this.player = player;
        this.options = options;
        this.envs = Math.min(options.episodes, MOST_ENVS);
    }

    /// Play all attacks.
    ///
    /// @throws IllegalArgumentException if the agent is recurrent, or an attack needs what it does not have
    public static AttackReport of(TrainedAgent player, String run, int session, Options options) {
        return new AttackSuite(player, options).report(run, session);
    }

    private AttackReport report(String run, int session) {
        WrapperStack first = player.stack(envs);
        try (VecEnv env = first.env();
                TargetAgent victim = TargetAgent.of(player.algorithm(), env, envs)) {
            Spread spread = new Spread(env.obsSpace().row().volume());
            Evaluation.Result clean = played(first, new Perturbed(policy(), env, spread));
            nominal = clean.mean();
            boolean pixels = env.obsSpace().rowType() == DType.UINT8;
            boolean normalized = player.plan().env().normalizeObs();
            scale = normalized ? ones(spread.size()) : pixels ? scaled(spread.size()) : spread.deviations();
            Map<AttackKind, List<Harm>> harms = new EnumMap<>(AttackKind.class);
            Map<AttackKind, String> skipped = new TreeMap<>();
            Dynamics.@Nullable Found found = null;
            for (AttackKind kind : options.kinds) {
                @Nullable String reason = reason(kind, victim, env);
                if (reason != null) {
                    skipped.put(kind, reason);
                } else if (kind == AttackKind.DYNAMICS) {
                    found = Dynamics.search(arguments(), this::mean, ATTACK_SEED);
                } else {
                    harms.put(kind, harms(kind, victim, env));
                }
            }
            return new AttackReport(
                    run,
                    player.plan().env().name(),
                    session,
                    normalized ? "normalize_obs" : pixels ? "255, the range of a pixel" : "the agent's own episodes",
                    scale,
                    options,
                    Harm.of(clean, nominal),
                    harms,
                    found,
                    skipped);
        }
    }

    private static double[] ones(int size) {
        double[] ones = new double[size];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static double[] scaled(int size) {
        double[] range = new double[size];
        Arrays.fill(range, 255);
        return range;
    }

    /// Return why an attack cannot be played on this agent; null where it can.
    private @Nullable String reason(AttackKind kind, TargetAgent victim, VecEnv env) {
        return switch (kind) {
            case CRITIC -> victim.isValued() ? null : "the agent learns no value";
            case LEARNED ->
                env.obsSpace().rowType() == DType.UINT8 ? "an adversary of pixels would have too many actions" : null;
            case DYNAMICS ->
                arguments().isEmpty()
                        ? "%s tells no arguments that are numbers other than 0"
                                .formatted(player.plan().env().name())
                        : null;
            case RANDOM, FGSM, PGD, MAD, ACTION -> null;
        };
    }

    private Map<String, Double> arguments() {
        return Envs.numbers(player.plan().env().name(), player.plan().env().args());
    }

    private List<Harm> harms(AttackKind kind, TargetAgent victim, VecEnv like) {
        return each(eps -> switch (kind) {
            case RANDOM -> observed(victim, like, ObsAttack.Search.RANDOM, TargetAgent.Loss.CHOICE, eps);
            case FGSM -> observed(victim, like, ObsAttack.Search.FGSM, TargetAgent.Loss.CHOICE, eps);
            case PGD -> observed(victim, like, ObsAttack.Search.PGD, TargetAgent.Loss.CHOICE, eps);
            case CRITIC -> observed(victim, like, ObsAttack.Search.PGD, TargetAgent.Loss.CRITIC, eps);
            case MAD -> observed(victim, like, ObsAttack.Search.PGD, TargetAgent.Loss.MAD, eps);
            case ACTION -> acted(victim, eps);
            case LEARNED -> learned(eps);
            case DYNAMICS -> throw new IllegalStateException("a search of its own");
        });
    }

    private List<Harm> each(DoubleFunction<Evaluation.Result> play) {
        List<Harm> harms = new ArrayList<>();
        for (double eps : options.eps) {
            harms.add(Harm.of(play.apply(eps), nominal));
        }
        return harms;
    }

    private Policy policy() {
        return player.algorithm().policy(envs, options.stochastic);
    }

    private Evaluation.Result played(WrapperStack stack, Policy policy) {
        return Evaluation.run(stack, policy, options.episodes, options.seed, () -> {});
    }

    private Evaluation.Result observed(
            TargetAgent victim, VecEnv like, ObsAttack.Search search, TargetAgent.Loss loss, double eps) {
        boolean pixels = like.obsSpace().rowType() == DType.UINT8;
        double low = pixels ? 0 : Double.NEGATIVE_INFINITY;
        double high = pixels ? 255 : Double.POSITIVE_INFINITY;
        WrapperStack stack = player.stack(envs);
        try (VecEnv env = stack.env();
                ObsAttack attack = new ObsAttack(victim, search, loss, scale, eps, low, high, ATTACK_SEED)) {
            return played(stack, new Perturbed(policy(), env, (obs, _) -> attack.perturb(obs)));
        }
    }

    /// With probability ε the action that the agent likes least (Tessler et al. 2019, arXiv:1901.09184), or all
    /// actions moved by ε against their own direction.
    private Evaluation.Result acted(TargetAgent victim, double eps) {
        WrapperStack stack = player.stack(envs);
        try (VecEnv env = stack.env()) {
            Policy own = policy();
            NumpyRandom random = NumpyRandom.ofSeed(ATTACK_SEED);
            return played(stack, step -> {
                Array action = own.act(step);
                if (env.actionSpace() instanceof Space.Discrete(int n, int start)) {
                    victim.see(EpisodeMoments.numbers(step.obs()));
                    for (int row = 0; row < envs; row++) {
                        if (random.random() < eps) {
                            action.ints()[row] = start + worst(victim.choices(), row, n, step);
                        }
                    }
                } else {
                    oppose(action.floats(), eps);
                }
                return action;
            });
        }
    }

    /// Move continuous actions by ε against their own direction, within [-1, 1].
    static void oppose(float[] actions, double eps) {
        for (int i = 0; i < actions.length; i++) {
            actions[i] = (float) Math.clamp(actions[i] - eps * Math.signum(actions[i]), -1, 1);
        }
    }

    private static int worst(float[] choices, int row, int n, Step step) {
        int worst = -1;
        for (int i = 0; i < n; i++) {
            if (step.allows(row, i) && (worst < 0 || choices[row * n + i] < choices[row * n + worst])) {
                worst = i;
            }
        }
        return worst;
    }

    private Evaluation.Result learned(double eps) {
        Algorithm adversary;
        try (VecEnv env = player.stack(envs).env()) {
            adversary = Adversary.train(env, policy(), scale, eps, options.frames, ATTACK_SEED);
        }
        WrapperStack stack = player.stack(envs);
        try (VecEnv env = stack.env()) {
            return played(stack, Adversary.against(policy(), env, adversary, scale, eps));
        }
    }

    /// Return the mean return with other arguments of the env; infinite where it refuses them.
    private double mean(Map<String, Double> arguments) {
        WrapperStack stack;
        try {
            stack = player.stack(envs, arguments);
        } catch (IllegalArgumentException _) { // an argument has bounds of its own, within the ±20 %
            return Double.POSITIVE_INFINITY;
        }
        try (VecEnv _ = stack.env()) {
            return Evaluation.run(stack, policy(), envs, options.seed, () -> {}).mean();
        }
    }
}

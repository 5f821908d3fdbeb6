package slmlab.agent.part;

import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Clock;
import slmlab.env.Space;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;
import slmlab.tensor.DType;
import slmlab.tensor.Gradients;
import slmlab.tensor.Tensor;

/// Training against adversarial observations: a penalty on how much the agent changes its mind within a ball around
/// each observation.
///
/// Zhang et al. 2020, "Robust deep reinforcement learning against adversarial perturbations on state observations",
/// arXiv:2003.08938.
@Doc("penalty on changing one's mind when an observation is perturbed a little (SA-PPO, SA-DQN)")
public record SaRegularizer(
        @Doc(value = "factor of the penalty; typically 0.01 to 1", example = "0.1") @Required("0.1")
        double kappa,

        @Doc(
                value =
                        "how far each component of an observation is perturbed, in the units that the net reads; reached after "
                                + "the first half of training",
                example = "0.1")
        @Required("0.1")
        double epsilon,

        @Doc(value = "gradient steps that look for the worst observation", example = "5") @Default("10")
        int steps,

        @Doc(value = "what is penalized; null for kl in PPO and hinge in DQN, which has no other", example = "hinge")
        @Nullable
        Loss loss) {
    private static final double STRIDE = 2.5; // over all steps, in ε
    private static final double MARGIN = 1; // of the best action; the hinge asks for no more

    /// What is penalized at the worst observation.
    public enum Loss {
        @Doc("how far the policy moves: KL(π(s)‖π(s′))")
        KL,
        @Doc("how close another action comes to the best one, as a logit or an action value, if that is closer than 1")
        HINGE
    }

    public SaRegularizer {
        that("kappa", kappa > 0, "is %s; needs to lie above 0; null for the whole key trains without", kappa);
        that("epsilon", epsilon > 0, "is %s; needs to lie above 0", epsilon);
        that("steps", steps > 0, "is %d; needs at least 1", steps);
    }

    /// Refuse observations that cannot be perturbed.
    public void check(AgentContext parts, boolean recurrent) {
        that(
                "sa_regularizer",
                parts.obs().rowType() == DType.FLOAT32,
                "needs observations of floats to perturb; the env's are %s",
                parts.obs());
        that("sa_regularizer", !recurrent, "perturbs one observation at a time; needs a net that is not recurrent");
        that(
                "sa_regularizer.loss",
                loss != Loss.HINGE || parts.action() instanceof Space.Discrete,
                "is hinge, which compares the actions of one choice; the env's are %s; use kl",
                parts.action());
    }

    /// How far to perturb now: from 0 to ε over the first half of training.
    public double at(Clock clock) {
        return epsilon * Math.min(1, 2.0 * clock.frame() / clock.maxFrame());
    }

    /// κ·gap(s′) of each row, at the s′ in the ball where the gap is largest. Traced.
    ///
    /// @param eps a scalar
    /// @param gap from adversarial observations to a number for each row
    public Tensor penalty(Tensor obs, Tensor eps, UnaryOperator<Tensor> gap) {
        return gap.apply(worst(obs, eps, gap)).mul(kappa);
    }

    /// κ·max(max_{a≠a*} z(s′, a) − z(s′, a*), −1) of each row, at the s′ in the ball where it is largest. Traced.
    ///
    /// @param best a* in s, as 0 and 1, [rows, actions]
    /// @param scores from adversarial observations to z: logits or action values, [rows, actions]
    public Tensor hinge(Tensor obs, Tensor eps, Tensor best, UnaryOperator<Tensor> scores) {
        UnaryOperator<Tensor> lead = perturbed -> {
            Tensor seen = scores.apply(perturbed);
            Tensor others = best.select(Tensor.of(-1e9), seen).maxOver(1);
            return others.sub(seen.mul(best).sum(1));
        };
        // the search goes by the lead itself: a hinge is flat where it asks for no more
        return lead.apply(worst(obs, eps, lead)).max(-MARGIN).mul(kappa);
    }

    /// Projected gradient ascent from a random start: at the true observation a divergence has no gradient.
    private Tensor worst(Tensor obs, Tensor eps, UnaryOperator<Tensor> gap) {
        Tensor low = obs.sub(eps);
        Tensor high = obs.add(eps);
        Tensor x = obs.add(Tensor.uniform(obs.shape()).mul(2).sub(1).mul(eps));
        for (int step = 0; step < steps; step++) {
            Tensor gradient = Gradients.of(gap.apply(x).sum(), List.of(x)).getFirst();
            Tensor moved = x.add(gradient.sign().mul(eps).mul(STRIDE / steps));
            x = moved.max(low).min(high).stopGradient();
        }
        return x.stopGradient();
    }
}

package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.Schedule;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.distribution.Categorical;

/// How actions are chosen from action values.
///
/// @param greedyPdtype whether `action_pdtype` is Argmax: then `boltzmann` takes the best, as in SLM-Lab
public record QPolicy(Acting.ActionPolicy kind, boolean greedyPdtype, Schedule exploreVar) {
    private static final double IMPOSSIBLE = -Float.MAX_VALUE;

    public static QPolicy of(Acting acting) {
        Acting.ActionPolicy kind = acting.actionPolicy() == Acting.ActionPolicy.DEFAULT
                ? Acting.ActionPolicy.EPSILON_GREEDY
                : acting.actionPolicy();
        Schedule schedule = acting.exploreVarSpec();
        boolean argmax = acting.actionPdtype().equalsIgnoreCase("Argmax");
        return new QPolicy(kind, argmax, schedule == null ? Schedule.constant(0) : schedule);
    }

    /// The number of discrete actions; other actions are refused.
    public static int actions(Space action, String algorithm) {
        if (action instanceof Space.Discrete(int n, int _)) {
            return n;
        }
        throw new ConfigException("algorithm %s needs discrete actions; the env's are %s".formatted(algorithm, action));
    }

    /// Draw an action for each row.
    ///
    /// @param q [rows, actions]
    /// @param exploreVar ε or τ, a scalar
    Tensor explore(Tensor q, @Nullable Tensor mask, Tensor exploreVar) {
        return switch (kind) {
            case DEFAULT, EPSILON_GREEDY -> {
                Tensor random = Tensor.uniform(Shape.of(q.shape().dim(0), 1)).lt(exploreVar); // one draw for each env
                yield best(random.select(Tensor.gumbel(q.shape()), q), mask);
            }
            case BOLTZMANN -> {
                Tensor logits = q.div(exploreVar.max(1e-6));
                Categorical policy = mask == null ? Categorical.of(logits) : Categorical.of(logits, mask);
                yield greedyPdtype ? policy.mode() : policy.sample();
            }
            case RANDOM -> best(Tensor.gumbel(q.shape()), mask);
        };
    }

    /// The action of the highest score in each row, of those that can be taken.
    public static Tensor best(Tensor scores, @Nullable Tensor mask) {
        Tensor possible = mask == null ? scores : mask.toFloat().select(scores, Tensor.of(IMPOSSIBLE));
        return possible.argmax(-1);
    }

    /// Q(s, a) of the actions taken, `[rows]`.
    public static Tensor of(Tensor q, Tensor action) {
        return q.gather(-1, action.insertAxis(-1)).reshape(action.shape());
    }
}

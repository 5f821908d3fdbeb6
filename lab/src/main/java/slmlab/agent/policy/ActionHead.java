package slmlab.agent.policy;

import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Tail;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.Distribution;

/// What a policy of one action space needs of a net, and the distribution it makes of that.
///
/// Inside programs and memories a choice counts from 0. A space that starts elsewhere is met in one place,
/// where an action leaves for the env: [#toEnv].
public sealed interface ActionHead permits DiscreteHead, MultiDiscreteHead, MultiBinaryHead, BoxHead, BetaHead {

    /// @param pdtype the spec's `action_pdtype`: a name of SLM-Lab's, or `default`
    static ActionHead of(Space action, String pdtype, TrainingSettings learning) {
        boolean continuous = action instanceof Space.Box;
        that(
                "log_std_init",
                continuous || learning.logStdInit() == null,
                "is %s; the actions are %s, which have no standard deviation, remove it",
                learning.logStdInit(),
                action);
        that(
                "log_std_bound",
                continuous
                        || learning.logStdBound() == TrainingSettings.defaults().logStdBound(),
                "is %s; the actions are %s, which have no standard deviation, remove it",
                learning.logStdBound().name().toLowerCase(Locale.ROOT),
                action);
        return switch (action) {
            case Space.Discrete(int n, int start) ->
                new DiscreteHead(
                        n, start, Pdtypes.of(DiscreteHead.Kind.class, pdtype, action), learning.actorInitStd());
            case Space.MultiDiscrete(var sizes) -> {
                Pdtypes.of(MultiDiscreteHead.Kind.class, pdtype, action);
                yield new MultiDiscreteHead(sizes, learning.actorInitStd());
            }
            case Space.MultiBinary(int n) -> {
                Pdtypes.of(MultiBinaryHead.Kind.class, pdtype, action);
                yield new MultiBinaryHead(n, learning.actorInitStd());
            }
            case Space.Box box -> {
                BoxHead.Kind kind = Pdtypes.of(BoxHead.Kind.class, pdtype, action);
                yield kind == BoxHead.Kind.BETA
                        ? BetaHead.of(box, learning)
                        : new BoxHead(
                                box.shape(),
                                kind,
                                learning.actorInitStd(),
                                learning.logStdInit(),
                                learning.logStdBound());
            }
            case Space.Dict _, Space.Tuple _ ->
                throw new ConfigException(
                        "a policy of the action space %s: needs one space, not several".formatted(action));
        };
    }

    /// The tails that a net needs, in order.
    List<Tail> tails();

    /// The policy that the tails give.
    ///
    /// @param tails one tensor [rows, n] for each of [#tails]
    /// @param mask  [rows, actions], 0 where an action cannot be taken; null where all can
    Distribution distribution(List<Tensor> tails, @Nullable Tensor mask);

    default Distribution distribution(List<Tensor> tails) {
        return distribution(tails, null);
    }

    /// Name as outputs of a trace what acting computes: `mode` and `sample`, and what they come from. Return the
    /// mode.
    ///
    /// @param policy what [#distribution] made of the tails
    default Tensor traceActing(Trace trace, List<Tensor> tails, Distribution policy) {
        Tensor mode = policy.mode();
        trace.output("mode", mode);
        trace.output("sample", policy.sample());
        traceParameters(trace, tails, policy);
        return mode;
    }

    /// Name what the distribution is made of: `logits` as the net gives them, without the mask, and
    /// `probabilities`; or `mean` and `std`.
    void traceParameters(Trace trace, List<Tensor> tails, Distribution policy);

    /// Fill `action`, as the env wants it, from what a distribution gave. Equal arrays are the same thing
    /// twice, unless the space starts elsewhere than at 0.
    ///
    /// @param chosen [envs, …] as the program gave it; not changed
    default void toEnv(Array chosen, Array action) {
        action.copyFrom(chosen);
    }

    /// The way back: fills `chosen` from an action as the env has it.
    default void fromEnv(Array action, Array chosen) {
        chosen.copyFrom(action);
    }
}

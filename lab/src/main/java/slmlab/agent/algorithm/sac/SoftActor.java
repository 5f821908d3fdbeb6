package slmlab.agent.algorithm.sac;

import static slmlab.spec.key.Check.that;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Net;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Inputs;
import slmlab.agent.part.PolicyProgram;
import slmlab.agent.policy.ActionHead;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution;
import slmlab.tensor.distribution.SquashedGaussian;

/// The policy of SAC and CrossQ: squashed Gaussian for continuous actions, categorical for discrete ones.
/// Its first actions are uniformly random.
final class SoftActor {
    private final AgentContext parts;
    private final Net net;
    private final ActionHead head;
    private final int startStep;
    private final RandomStream draws;
    private final RandomStream firstDraws;
    private final RandomActions first;
    private final Program act;
    private final Array action; // as the envs want it
    private final Array chosen; // as the memory wants it

    SoftActor(AgentContext parts, Variables variables, int startStep) {
        TrainingSettings learning = parts.net().learning();
        this.parts = parts;
        this.startStep = startStep;
        String pdtype = parts.acting().actionPdtype();
        that(
                parts.isDiscrete() || parts.action() instanceof Space.Box,
                "algorithm needs discrete or continuous actions; the env's are %s",
                parts.action());
        that(
                "action_pdtype",
                !pdtype.equalsIgnoreCase("Argmax"),
                "is Argmax; a soft policy is sampled, needs default or Categorical");
        that(
                "action_pdtype",
                !pdtype.equalsIgnoreCase("Beta"),
                "is Beta, through whose samples no gradient passes; a soft policy needs default or NormalTanh");
        ActionHead given = ActionHead.of(parts.action(), pdtype, learning); // refuses an unknown name
        this.head = parts.isDiscrete() ? given : ActionHead.of(parts.action(), "NormalTanh", learning);
        this.net = Net.of(
                parts.net().actor(),
                "net",
                parts.obs(),
                head.tails(),
                variables,
                parts.random().split("init.net"));
        this.draws = parts.random().split("act");
        this.firstDraws = parts.random().split("first");
        this.first = new RandomActions(parts.action(), parts.envs(), firstDraws);
        this.action = parts.emptyAction(parts.envs());
        this.act = parts.program(
                draws, trace -> trace.output("action", choice(parts.rows(trace, "", parts.envs()), true)));
        this.chosen = act.output("action");
    }

    private Tensor choice(Inputs now, boolean stochastic) {
        Distribution policy = policy(now.obs(), now.mask(), ForwardPass.acting(now.trace()));
        return stochastic ? policy.sample() : policy.mode();
    }

    Net net() {
        return net;
    }

    Distribution policy(Tensor obs, @Nullable Tensor mask, ForwardPass pass) {
        return head.distribution(net.forward(obs, pass), mask);
    }

    SquashedGaussian gaussian(Tensor obs, ForwardPass pass) {
        return (SquashedGaussian) policy(obs, null, pass);
    }

    Categorical categorical(Tensor obs, @Nullable Tensor mask, ForwardPass pass) {
        return (Categorical) policy(obs, mask, pass);
    }

    /// Choose actions.
    Array act(Step step) {
        if (parts.clock().frame() < startStep) {
            Array random = first.next(step.actionMask());
            head.fromEnv(random, chosen);
            return random;
        }
        parts.show(act, step.obs(), step.actionMask());
        act.run();
        head.toEnv(chosen, action);
        return action;
    }

    /// The actions chosen last, as the memory wants them.
    Array chosen() {
        return chosen;
    }

    Policy policy(int size, boolean stochastic) {
        return new PolicyProgram(parts, size, now -> choice(now, stochastic), head::toEnv);
    }

    /// Name as outputs what acting computes; return the action without exploration.
    Tensor traceActing(Trace trace, Tensor obs, @Nullable Tensor mask, ForwardPass pass) {
        List<Tensor> tails = net.forward(obs, pass);
        return head.traceActing(trace, tails, head.distribution(tails, mask));
    }

    /// What a resume needs: its random streams.
    Saved saved() {
        return new Saved().add("draws", draws).add("first_draws", firstDraws);
    }
}

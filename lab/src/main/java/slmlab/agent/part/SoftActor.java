package slmlab.agent.part;

import static slmlab.spec.Check.that;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Policy;
import slmlab.agent.Saved;
import slmlab.agent.net.Learning;
import slmlab.agent.net.Net;
import slmlab.agent.net.Pass;
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
public final class SoftActor {
    private final Parts parts;
    private final Net net;
    private final ActionHead head;
    private final int startStep;
    private final RandomStream draws;
    private final RandomStream firstDraws;
    private final RandomActions first;
    private final Program act;
    private final Array action; // as the envs want it
    private final Array chosen; // as the memory wants it

    public SoftActor(Parts parts, Variables variables, int startStep) {
        Learning learning = parts.net().learning();
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
        this.action = Array.zeros(parts.action().rowType(), parts.action().row().insert(0, parts.envs()));
        this.act = program(draws, parts.envs(), true);
        this.chosen = act.output("action");
    }

    private Program program(RandomStream stream, int size, boolean stochastic) {
        return parts.program(stream, trace -> {
            Inputs now = parts.rows(trace, "", size);
            Distribution policy = policy(now.obs(), now.mask(), Pass.acting(trace));
            trace.output("action", stochastic ? policy.sample() : policy.mode());
        });
    }

    public Net net() {
        return net;
    }

    public Distribution policy(Tensor obs, @Nullable Tensor mask, Pass pass) {
        return head.distribution(net.forward(obs, pass), mask);
    }

    public SquashedGaussian gaussian(Tensor obs, Pass pass) {
        return (SquashedGaussian) policy(obs, null, pass);
    }

    public Categorical categorical(Tensor obs, @Nullable Tensor mask, Pass pass) {
        return (Categorical) policy(obs, mask, pass);
    }

    /// Choose actions.
    public Array act(Step step) {
        if (parts.clock().frame() < startStep) {
            Array random = first.next(step.actionMask());
            head.fromEnv(random, chosen);
            return random;
        }
        act.input("obs").copyFrom(step.obs());
        if (parts.masked()) {
            act.input("mask").copyFrom(Objects.requireNonNull(step.actionMask()));
        }
        act.run();
        head.toEnv(chosen, action);
        return action;
    }

    /// The actions chosen last, as the memory wants them.
    public Array chosen() {
        return chosen;
    }

    public Policy policy(int size, boolean stochastic) {
        Program program = program(parts.random().split("policy"), size, stochastic);
        Array own = Array.zeros(parts.action().rowType(), parts.action().row().insert(0, size));
        return step -> {
            program.input("obs").copyFrom(step.obs());
            if (parts.masked()) {
                program.input("mask").copyFrom(Objects.requireNonNull(step.actionMask()));
            }
            program.run();
            head.toEnv(program.output("action"), own);
            return own;
        };
    }

    /// Name as outputs what acting computes; return the action without exploration.
    Tensor traceActing(Trace trace, Tensor obs, @Nullable Tensor mask, Pass pass) {
        List<Tensor> tails = net.forward(obs, pass);
        return head.traceActing(trace, tails, head.distribution(tails, mask));
    }

    /// What a resume needs: its random streams.
    public Saved saved() {
        return new Saved().add("draws", draws).add("first_draws", firstDraws);
    }
}

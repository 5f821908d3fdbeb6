package slmlab.agent.algorithm.sac;

import static slmlab.agent.facts.Condition.CONTINUOUS;
import static slmlab.agent.facts.Condition.SIMULATOR;
import static slmlab.agent.facts.Condition.SINGLE_AGENT;
import static slmlab.agent.facts.Trait.CRITIC;
import static slmlab.agent.facts.Trait.CRITIC_NET;
import static slmlab.agent.facts.Trait.POLICY;
import static slmlab.agent.facts.Trait.REPLAY;

import java.util.List;
import slmlab.agent.Algorithm;
import slmlab.agent.algorithm.sac.SoftActorCritic.Estimate;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.Recommendation;
import slmlab.agent.facts.UsualSettings;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.NetConfig;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.Critics;
import slmlab.agent.part.Inputs;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.Distribution.Draw;

/// Soft actor-critic without target networks: this and the next observation pass through batch-normalized critics
/// together.
///
/// Bhatt et al. 2024, arXiv:1902.05605. All else is [SoftActorCritic], whose policy sees the critics with their running
/// statistics.
public final class CrossQ {
    public static final AlgorithmFacts<SacConfig> FACTS = AlgorithmFacts.of(
                    "CrossQ",
                    "SAC with batch renormalization in place of target networks",
                    SacConfig.class,
                    CrossQ::of,
                    _ -> AlgorithmShape.replay(1).withCritics(2))
            .paper("arXiv:1902.05605")
            .traits(REPLAY, POLICY, CRITIC, CRITIC_NET)
            .usual(UsualSettings.replay(1, UsualSettings.UPDATE_EACH_STEP + "policy_delay: 3\n", UsualSettings.ADAM)
                    .withCriticNet("""
                            type: TorchArcNet
                            arc:
                              modules:
                                body:
                                  Sequential:
                                    - {LazyLinear: {out_features: 256}}
                                    - {LazyBatchRenorm1d: {momentum: 0.01, eps: 0.001, warmup_steps: 5000}}
                                    - {ReLU: null}
                                    - {LazyLinear: {out_features: 256}}
                                    - {LazyBatchRenorm1d: {momentum: 0.01, eps: 0.001, warmup_steps: 5000}}
                                    - {ReLU: null}
                              graph: {input: x, modules: {body: [x]}, output: body}
                            optim_spec: {name: Adam, lr: 0.0003}
                            """))
            .firstSpec("spec/crossq/pendulum.yaml crossq_pendulum_fast")
            .recommend(Recommendation.of("CrossQ", CONTINUOUS, SINGLE_AGENT, SIMULATOR)
                    .becauseOfReplay()
                    .start("spec/crossq/pendulum.yaml crossq_pendulum_fast")
                    .settings("batch renormalization in the critics, no target networks")
                    .fallback("SAC, whose targets are slower and safer"))
            .build();

    private CrossQ() {}

    /// Make the algorithm.
    public static Algorithm of(SacConfig config, AgentContext parts) {
        NetConfig own = parts.criticNet();
        return new SoftActorCritic(config, parts, own == null ? parts.net() : own, false);
    }

    /// Both halves of the batch take one pass, so that they are normalized alike; the second half gives V(s′).
    /// Traced.
    static Estimate estimate(Trace trace, AgentContext parts, SoftActor actor, Critics critics) {
        int rows = parts.memory().batchSize();
        Inputs now = parts.rows(trace, "", rows);
        Inputs next = parts.rows(trace, "next_", rows);
        Tensor all = Tensor.concat(0, List.of(now.obs().toFloat(), next.obs().toFloat())); // pixels are bytes
        if (parts.isDiscrete()) {
            Categorical policy = actor.categorical(next.obs(), next.mask(), ForwardPass.next(trace));
            List<Tensor> q = critics.values(all, null, ForwardPass.learning(trace));
            return new Estimate(slice(q, 0, rows), SoftActorCritic.value(trace, policy, slice(q, rows, 2 * rows)));
        }
        Draw draw = actor.gaussian(next.obs(), ForwardPass.next(trace)).draw();
        Tensor actions = Tensor.concat(0, List.of(now.action(), draw.action()));
        List<Tensor> q = critics.values(all, actions, ForwardPass.learning(trace));
        return new Estimate(slice(q, 0, rows), SoftActorCritic.value(trace, draw, slice(q, rows, 2 * rows)));
    }

    private static List<Tensor> slice(List<Tensor> q, int from, int to) {
        return q.stream().map(each -> each.slice(0, from, to)).toList();
    }
}

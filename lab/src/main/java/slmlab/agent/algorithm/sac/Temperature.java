package slmlab.agent.algorithm.sac;

import static slmlab.spec.key.Check.that;

import java.util.List;
import slmlab.agent.net.setting.OptimSpec;
import slmlab.agent.part.AgentContext;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.optim.Clip;
import slmlab.tensor.optim.LrSchedule;
import slmlab.tensor.optim.Optimizer;

/// α: the weight of entropy against reward, learned so that the policy keeps a target entropy.
///
/// Haarnoja et al. 2018, arXiv:1812.05905, eq. 18.
final class Temperature {
    private static final String NAME = "log_alpha";

    private final SacConfig config;
    private final AgentContext parts;
    private final Variable logAlpha;
    private final Optimizer optimizer;
    private final LrSchedule schedule;

    /// @param framesPerUpdate frames between two updates, by which the learning rate's schedule counts
    Temperature(SacConfig config, AgentContext parts, Variables variables, double framesPerUpdate) {
        that(
                "entropy_anneal",
                config.entropyAnneal() == null || parts.isDiscrete(),
                "is given; it anneals a share of ln|A|, but the actions are %s",
                parts.action());
        this.config = config;
        this.parts = parts;
        this.logAlpha = variables.add(NAME, Array.of(Shape.of(1), 0)); // α = 1
        OptimSpec spec = parts.net().learning().actorOptim();
        this.optimizer = config.alphaLr() == null
                ? spec.make()
                : spec.lr(config.alphaLr()).make();
        this.schedule = parts.net().learning().lrSchedule(framesPerUpdate);
    }

    /// α now: learned, or fixed and perhaps annealed to 0.
    double alpha() {
        Double fixed = config.fixedAlpha();
        double value = fixed == null ? StrictMath.exp(logAlpha.array().floats()[0]) : fixed;
        int frames = config.alphaAnnealFrames();
        return frames == 0
                ? value
                : value * Math.max(0, 1 - (double) parts.clock().frame() / frames);
    }

    boolean isLearned() {
        return config.fixedAlpha() == null;
    }

    /// The target entropy: −dim(A) for continuous actions, a share of ln|A| for discrete ones.
    double targetEntropy() {
        return config.targetEntropy(parts.action(), parts.clock().frame());
    }

    /// Set what a program reads after so many updates.
    void prepare(Program program, long updates) {
        program.set("alpha", alpha());
        if (isLearned() && program.inputs().containsKey("target_entropy")) {
            program.set("target_entropy", targetEntropy());
            program.set("alpha.lr", schedule.at(updates, optimizer.lr()));
        }
    }

    /// Make each run of the program take a step towards the target entropy.
    ///
    /// @param entropy of the policy, a scalar
    void step(Trace trace, Variables state, Tensor entropy) {
        if (isLearned()) {
            Tensor gap = trace.scalar("target_entropy").sub(entropy).stopGradient();
            Tensor loss = logAlpha.value().exp().mul(gap).neg().sum(); // −α·(H̄ − H)
            optimizer.step(trace, state, NAME, loss, List.of(logAlpha), Clip.none(), trace.scalar("alpha.lr"));
        }
    }

    /// Make each run of the program clamp log α to its bounds.
    void clamp(Trace trace) {
        if (isLearned()) {
            trace.assign(logAlpha, logAlpha.value().clamp(config.logAlphaMin(), config.logAlphaMax()));
        }
        trace.output("alpha", logAlpha.value().exp());
    }
}

package slmlab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.memory.Replay;
import slmlab.agent.part.AgentContext;
import slmlab.agent.part.EnvSpaces;
import slmlab.agent.part.Sharing;
import slmlab.env.Step;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;

/// Cost of sampling and gathering from a [FullReplay], relative to the update of 2×256 SAC that it is for.
final class GatherShare {
    static final String NAME = "SAC gather beside its update";

    /// At most 5 % of an update.
    private static final double TARGET = 20;

    private GatherShare() {}

    static Row measure(Path home, int rounds) throws IOException {
        Replay replay = FullReplay.of(MemoryConfig.Kind.REPLAY, 1);
        try (Program inputs = FullReplay.inputs()) {
            Algorithm agent = agent(home);
            double[] seconds = new Duel(rounds, 5)
                    .seconds(
                            Duel.timed(() -> {
                                replay.sample(FullReplay.BATCH);
                                replay.gather(inputs);
                            }),
                            Duel.timed(agent::update));
            return Row.of(NAME, "µs", false, seconds[0] * 1e6, seconds[1] * 1e6, TARGET);
        }
    }

    /// Return an agent that has just filled its memory, so that an update is due.
    private static Algorithm agent(Path home) throws IOException {
        Plan plan = Plan.read(SpecFile.read(home.resolve("spec/sac/pendulum.yaml"), Map.of()), "sac_pendulum_zoo");
        Algorithm agent = plan.algorithm()
                .make(new AgentContext(
                        new EnvSpaces(FullReplay.OBS, FullReplay.ACTION, 1, false),
                        plan.sections(),
                        new Clock(1, FullReplay.SIZE),
                        RandomStream.ofSeed(1),
                        Sharing.none()));
        Step step = FullReplay.step();
        for (int t = 1; t <= FullReplay.SIZE; t++) {
            agent.act(step);
            FullReplay.move(step, t);
            agent.observe(step);
        }
        return agent;
    }
}

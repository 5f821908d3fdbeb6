package slmlab.experiment.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Stacks are sorted into the phases of a frame.
class FramePhaseTest {

    @ParameterizedTest
    @CsvSource({
        "ENV,     env.classic.CartPole.step env.EnvVector.step experiment.Session.loop experiment.Session.run",
        "ACT,     tensor.Program.run agent.part.Collector.act agent.algorithm.Ppo.act experiment.Session.loop",
        "OBSERVE, agent.memory.Rollout.observe agent.algorithm.Ppo.observe experiment.Session.loop",
        "GATHER,  agent.memory.Minibatches.gather agent.algorithm.Ppo.update experiment.Session.loop",
        "UPDATE,  tensor.Program.run agent.part.Parts.learn agent.algorithm.Ppo.update experiment.Session.loop",
        "ROWS,    experiment.SessionLog.append experiment.Session.logRow experiment.Session.loop",
        "SETUP,   agent.net.Net.of agent.algorithm.Ppo.<init> experiment.Session.<init>",
        "SETUP,   spec.SpecFile.read cli.RunCommand.run",
        "FILES,   report.Curves.session experiment.state.Background.work",
        "OTHER,   util.Timer.run",
    })
    void aStackHasAPhase(FramePhase phase, String stack) {
        List<FramePhase.Call> calls = Arrays.stream(stack.split(" "))
                .map(call -> new FramePhase.Call(
                        "slmlab." + call.substring(0, call.lastIndexOf('.')),
                        call.substring(call.lastIndexOf('.') + 1)))
                .toList();
        assertThat(FramePhase.of(calls)).isEqualTo(phase);
    }

    @Test
    void sharesAndTimesPerFrame() {
        TimeTable table = new TimeTable(Map.of(FramePhase.ENV, 30, FramePhase.UPDATE, 90), 1.5, 1000);
        assertThat(table.lines())
                .containsExactly(
                        "profile: 1,000 frames in 1.5 s, 120 samples of 10 ms",
                        "  env       25.0 %      0.30 s     300.000 µs/frame",
                        "  update    75.0 %      0.90 s     900.000 µs/frame");
    }
}

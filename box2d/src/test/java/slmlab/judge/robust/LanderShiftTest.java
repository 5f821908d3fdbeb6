package slmlab.judge.robust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.TrainedAgent;
import slmlab.judge.Trained;

/// Agents of LunarLander under arguments that it was not trained with.
class LanderShiftTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// An argument that changes nothing says nothing about the agent, and one out of bounds is refused by the env.
    @Test
    void idleAndRefusedArgumentsAreTold() {
        String env = "name: LunarLander-v3, num_envs: 2, max_frame: 200";
        try (TrainedAgent player = Trained.player(temp, Trained.PPO, Trained.ROLLOUT, Trained.MLP, env)) {
            ShiftReport report = ShiftSuite.of(
                    player,
                    "run",
                    0,
                    new ShiftSuite.Options(
                            List.of(Shift.ARGUMENTS),
                            Map.of("wind_power", List.of(5.0, 15.0), "gravity", List.of(-5.0, -20.0)),
                            2,
                            1));
            assertThat(report.idle()).containsExactly("wind_power");
            assertThat(report.curves()).hasSize(1);
            assertThat(report.remarks()).anyMatch(line -> line.startsWith("refused: LunarLander-v3: gravity is -20.0"));
        }
    }
}

package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RaceTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void bothSidesAreDrawn() throws IOException {
        Race race = new Race();
        race.add("PPO CartPole", "ours", Race.Curve.read("500.0 0.1 20.5;1000.0 0.2 300"));
        race.add("PPO CartPole", "Stable-Baselines3", Race.Curve.read("512 1.5 21.0;1024 3.0 35.25"));
        List<Row> rows = List.of(
                Row.of("PPO CartPole", "fps", true, 30_000, 3_400.0, 20),
                Row.of("SLM-Lab's ppo_cartpole", "fps", true, 59_680, 1_942.0, 35)
                        .asRecorded(),
                Row.of("RLtools' SAC, whole command", "s", false, 6.1, 2.4, 1),
                Row.of("PPO Pong", "fps", true, 700, null, 1));
        List<Path> files = race.write(temp, rows);
        assertThat(files)
                .containsExactly(temp.resolve("race_fps.svg"), temp.resolve("race_ppo_cartpole.png"))
                .allSatisfy(file -> assertThat(Files.size(file)).isBetween(2_000L, 200_000L));
        String svg = Files.readString(files.getFirst());
        assertThat(svg.split("fill=\"#0072b2\"", -1))
                .as("a bar of ours for each row in fps with a peer")
                .hasSize(1 + 2);
    }

    @Test
    void withoutAPeerThereIsNothingToDraw() {
        assertThat(new Race().write(temp, List.of(Row.of("PPO Pong", "fps", true, 700, null, 1))))
                .isEmpty();
    }

    @Test
    void anEmptyCurveHasNoPoint() {
        assertThat(Race.Curve.read("").points()).isEmpty();
    }
}

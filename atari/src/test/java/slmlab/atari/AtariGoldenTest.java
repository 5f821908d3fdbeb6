package slmlab.atari;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.Args;
import slmlab.env.EnvVector;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// Against games of ale-py 0.12.1, whose emulator is newer than ours; scripts/golden/envs_atari.py recorded them.
/// Observations are compared by their CRC-32, all of them.
@Tag("python")
final class AtariGoldenTest {
    private static final Map<String, Array> GOLDEN = SafeTensors.read(
                    Path.of("src/test/resources/golden/envs_atari.safetensors"))
            .tensors();

    /// A recording: `vector/pong/0`, `vector/pong/3/lives`, `wrapped/pong`, `raw/pong/rgb`.
    record Game(String name) {
        Array part(String part) {
            return Objects.requireNonNull(GOLDEN.get(name + "/" + part), name);
        }

        String kind() {
            return name.split("/", -1)[0];
        }

        String file() {
            return name.split("/", -1)[1];
        }

        long seed() {
            return kind().equals("vector") ? Long.parseLong(name.split("/", -1)[2]) : 0;
        }

        Map<String, Object> arguments() {
            Map<String, Object> arguments = new HashMap<>(Map.of("repeat_action_probability", 0));
            switch (kind()) {
                case "vector" -> arguments.put("life_loss_info", name.endsWith("/lives"));
                case "wrapped" -> arguments.putAll(Map.of("noop_max", 0, "use_fire_reset", false, "stack_num", 1));
                default -> arguments.put("obs_type", name.split("/", -1)[2]);
            }
            return arguments;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void needsGames() {
        Installed.games();
    }

    static Stream<Game> games() {
        return GOLDEN.keySet().stream()
                .filter(key -> key.endsWith("/crc"))
                .map(key -> new Game(key.substring(0, key.lastIndexOf('/'))));
    }

    @ParameterizedTest
    @MethodSource("games")
    void playsTheSameGame(Game game) {
        Games.Id id = new Games.Id(game.file(), game.file(), false);
        AtariConfig config = AtariConfig.read(id, new Args(game.name(), game.arguments()));
        AtariGame atari = new AtariGame(Roms.find(game.file(), ""), config);
        try (EnvVector env = new EnvVector(game.name(), () -> atari, 1, 0)) {
            Step step = env.reset(game.seed());
            assertThat(crc(step.obs()))
                    .as("first observation")
                    .isEqualTo(game.part("crc").ints()[0]);
            Array action = Array.ofInts(Shape.of(1), new int[1]);
            int ends = 0;
            for (int t = 0; t < game.part("action").shape().volume(); t++) {
                action.ints()[0] = game.part("action").ints()[t];
                env.step(action);
                assertThat(step.reward().floats()[0])
                        .as("reward of step %s", t)
                        .isEqualTo(game.part("reward").floats()[t]);
                assertThat(step.terminated().bytes())
                        .as("end of step %s", t)
                        .containsExactly(game.part("terminated").bytes()[t]);
                assertThat(step.truncated().bytes())
                        .containsExactly(game.part("truncated").bytes()[t]);
                if (step.terminated().bytes()[0] == 0) { // otherwise the next game's are told
                    assertThat(atari.lives())
                            .as("lives of step %s", t)
                            .isEqualTo(game.part("lives").ints()[t]);
                } else {
                    assertThat(crc(step.finalObs()))
                            .as("last of step %s", t)
                            .isEqualTo(game.part("final").ints()[ends++]);
                }
                assertThat(crc(step.obs()))
                        .as("observation of step %s", t)
                        .isEqualTo(game.part("crc").ints()[t + 1]);
            }
            assertThat(ends).isEqualTo(game.part("final").shape().volume());
        }
    }

    private static int crc(Array obs) {
        CRC32 crc = new CRC32();
        crc.update(obs.bytes());
        return (int) crc.getValue();
    }
}

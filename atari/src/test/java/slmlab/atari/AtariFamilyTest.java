package slmlab.atari;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.env.Envs;
import slmlab.env.NotInstalledException;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.VecEnv;

final class AtariFamilyTest {
    @TempDir
    private Path temp;

    @Test
    void registersItself() {
        assertThat(Envs.families()).anyMatch(AtariFamily.class::isInstance);
    }

    @Test
    void knowsEveryGameById() {
        AtariFamily family = new AtariFamily();
        assertThat(family.ids())
                .hasSize(104)
                .contains("ALE/Pong-v5", "ALE/MsPacman-v5", "ALE/TicTacToe3D-v5", "ALE/UpNDown-v5", "ALE/Pitfall2-v5");
        assertThat(family.ids()).allMatch(family::has);
        assertThat(family.has("PongNoFrameskip-v4")).isTrue();
        assertThat(family.has("Pong-v4")).as("skips a random number of frames").isFalse();
        assertThat(family.has("CartPole-v1")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ALE/Pongg-v5,ALE/Pong-v5",
        "ALE/SpaceInvader-v5,ALE/SpaceInvaders-v5",
        "ALE/pong-v5,ALE/Pong-v5",
        "ALE/ms_pacman-v5,ALE/MsPacman-v5",
        "BreakOutNoFrameskip-v4,ALE/Breakout-v5"
    })
    void suggestsTheGameThatWasMeant(String id, String meant) {
        assertThatThrownBy(() -> Envs.make(id, 1, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no env %s; did you mean %s?".formatted(id, meant));
    }

    @Test
    void everyArgumentIsChecked() {
        assertThatThrownBy(() -> Envs.make(
                        "ALE/Pong-v5",
                        1,
                        Map.of(
                                "frameskip",
                                0,
                                "repeat_action_probability",
                                1.5,
                                "stack_num",
                                0,
                                "noop_max",
                                -1,
                                "obs_type",
                                "rbg",
                                "continuous",
                                true)))
                .hasMessageStartingWith("ALE/Pong-v5: ")
                .hasMessageContaining("obs_type is rbg; needs rgb, grayscale or ram")
                .hasMessageContaining("frameskip is 0; needs at least 1")
                .hasMessageContaining("repeat_action_probability is 1.5; needs at least 0 and less than 1")
                .hasMessageContaining("stack_num is 0; needs at least 1")
                .hasMessageContaining("noop_max is -1; needs at least 0")
                .hasMessageContaining("continuous is unknown; ALE/Pong-v5 knows: difficulty, ");
        assertThatThrownBy(() -> Envs.make("ALE/Pong-v5", 1, Map.of("obs_type", "ram", "life_loss_info", true)))
                .hasMessageContaining("life_loss_info is unknown");
        assertThatThrownBy(() -> Envs.make("ALE/Pong-v5", 1, Map.of("episodic_life", true, "life_loss_info", true)))
                .hasMessageContaining("episodic_life and life_loss_info are both true");
    }

    @Test
    void aMissingGameSaysWhatToType() {
        assertThatThrownBy(() -> Envs.make("ALE/Pong-v5", 1, Map.of("rom_dir", temp.toString())))
                .isInstanceOf(NotInstalledException.class)
                .hasMessage("Atari: there is no pong.bin in %s; type: slm-lab setup atari".formatted(temp));
    }

    @Test
    void aFileThatIsNoGameEndsNoProcess() throws IOException {
        Files.write(temp.resolve("pong.bin"), new byte[2048]);
        assertThatThrownBy(() -> Envs.make("ALE/Pong-v5", 1, Map.of("rom_dir", temp.toString())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pong.bin is no game that ALE 0.7.3 knows");
    }

    @Test
    @Tag("python")
    void modesAndDifficultiesAreTheGamesOwn() {
        Installed.games();
        assertThatThrownBy(() -> Envs.make("ALE/Breakout-v5", 1, Map.of("mode", 3)))
                .hasMessage("ALE/Breakout-v5: mode is 3; the game has [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]");
        assertThatThrownBy(() -> Envs.make("ALE/Pong-v5", 1, Map.of("difficulty", 9)))
                .hasMessageContaining("difficulty is 9; the game has [0, 1, 2, 3]");
        Envs.make("ALE/Breakout-v5", 1, Map.of("mode", 4, "difficulty", 1)).close();
    }

    @Test
    @Tag("python")
    void showsWhatIsAskedFor() {
        Installed.games();
        try (VecEnv env = Envs.make("ALE/Pong-v5", 2, Map.of())) {
            assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(4, 84, 84));
            assertThat(env.actionSpace()).isEqualTo(new Space.Discrete(6));
            assertThat(env.traits()).isEqualTo(new Traits(4, 1));
        }
        try (VecEnv env = Envs.make("ALE/Pong-v5", 1, Map.of("full_action_space", true, "reward_clipping", false))) {
            assertThat(env.actionSpace()).isEqualTo(new Space.Discrete(18));
            assertThat(env.traits().rewardBound()).isInfinite();
        }
        try (VecEnv env = Envs.make("PongNoFrameskip-v4", 1, Map.of("obs_type", "rgb"))) {
            assertThat(env.obsSpace()).isEqualTo(Space.Box.pixels(210, 160, 3));
        }
    }
}

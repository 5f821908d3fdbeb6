package slmlab.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.tensor.RandomStream;

/// What a program knows of a policy before it acts, and episodes that move between rows.
class PolicyFormTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // name sets it
    private Path file;

    @BeforeEach
    void name() {
        file = temp.resolve("policy.safetensors");
    }

    @Test
    void aFormSaysWhatGoesInAndOut() {
        PolicyForm masked = Player.load(Policies.discrete(file, true)).form();
        assertThat(masked.obsShape()).containsExactly(4);
        assertThat(masked.maskSize()).isEqualTo(3);
        assertThat(masked.isSingleChoice()).isTrue();
        assertThat(masked.isContinuous()).isFalse();
        assertThat(masked.hasPast()).isFalse();
        assertThat(masked.hasValue()).isTrue();
        assertThat(masked.parts()).isEmpty();
        PolicyForm continuous = Player.load(Policies.continuous(file)).form();
        assertThat(continuous.actionSize()).isEqualTo(3);
        assertThat(continuous.isContinuous()).isTrue();
        assertThat(continuous.hasPast()).isTrue(); // two observations are stacked
        assertThat(continuous.hasValue()).isFalse();
        assertThat(Player.load(Policies.recurrent(file)).form().hasPast()).isTrue();
    }

    @Test
    void checksRefuseWhatActRefuses() {
        PolicyForm form = Player.load(Policies.discrete(file, true)).form();
        assertThat(form.check(new float[8])).isEqualTo(2);
        assertThat(form.checkMask(true, false, false)).isEqualTo(1);
        assertThatThrownBy(() -> form.check(new float[3])).hasMessageContaining("observations of 3 numbers; one has 4");
        assertThatThrownBy(() -> form.check(0, 0, Float.NaN, 0))
                .hasMessageContaining("number 2 of observation 0 is NaN");
        assertThatThrownBy(() -> form.check(new byte[4])).hasMessageContaining("observations of bytes");
        assertThatThrownBy(() -> form.checkMask(true, false, false, false, false, false))
                .hasMessageContaining("allows nothing from entry 3 to 5");
    }

    /// Three episodes act in changing company, in rows that change, and as if each had its own player.
    @Test
    void episodesContinueInAnyRow() {
        for (Path policy :
                List.of(Policies.recurrent(temp.resolve("recurrent")), Policies.continuous(temp.resolve("stacked")))) {
            Player shared = Player.load(policy);
            PolicyForm form = shared.form();
            RandomStream random = RandomStream.ofSeed(4);
            List<Player> alone = List.of(shared.copy(), shared.copy(), shared.copy());
            @Nullable Past[] pasts = new @Nullable Past[3];
            int[][] company = {{0, 1, 2}, {2, 0}, {1}, {1, 2, 0}, {0}, {2, 1}};
            for (int[] rows : company) {
                float[] obs = new float[rows.length * form.obsSize()];
                for (int i = 0; i < obs.length; i++) {
                    obs[i] = (float) random.nextNormal();
                }
                List<@Nullable Past> now = new ArrayList<>();
                for (int episode : rows) {
                    now.add(pasts[episode]);
                }
                shared.resume(now);
                float[] together = act(shared, obs, rows.length);
                int width = together.length / rows.length;
                for (int row = 0; row < rows.length; row++) {
                    pasts[rows[row]] = shared.past(row);
                    float[] own = Arrays.copyOfRange(obs, row * form.obsSize(), (row + 1) * form.obsSize());
                    float[] wanted = act(alone.get(rows[row]), own, 1);
                    float[] got = Arrays.copyOfRange(together, row * width, (row + 1) * width);
                    assertThat(got).containsExactly(wanted, within(1e-5f));
                }
            }
            assertThatThrownBy(() -> shared.past(2)).hasMessageContaining("the last act had 2 rows");
        }
    }

    /// Return what the net computes: logits, or means.
    private static float[] act(Player player, float[] obs, int rows) {
        if (player.form().isContinuous()) {
            player.act(obs, new float[rows * player.form().actionSize()]);
            return player.mean().clone();
        }
        player.act(obs, new int[rows * player.form().actionSize()]);
        return player.logits().clone();
    }
}

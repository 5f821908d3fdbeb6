package slmlab.env.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.event.KeyEvent;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import slmlab.env.Space;

class KeyActionsTest {

    private static int choice(KeyActions keys, int key) {
        return Objects.requireNonNull(keys.action(key)).ints()[0];
    }

    @Test
    void digitsAndArrowsStandForDiscreteActions() {
        KeyActions two = new KeyActions("Two", new Space.Discrete(2, 1));
        assertThat(choice(two, KeyEvent.VK_LEFT)).isEqualTo(1);
        assertThat(choice(two, KeyEvent.VK_RIGHT)).isEqualTo(2);
        assertThat(choice(two, KeyEvent.VK_1)).isEqualTo(2);
        assertThat(two.action(KeyEvent.VK_2)).isNull();
        assertThat(two.action(KeyEvent.VK_DOWN)).isNull();
        KeyActions three = new KeyActions("Three", new Space.Discrete(3));
        assertThat(choice(three, KeyEvent.VK_DOWN)).isEqualTo(1);
        assertThat(choice(three, KeyEvent.VK_RIGHT)).isEqualTo(2);
        KeyActions six = new KeyActions("Six", new Space.Discrete(6));
        assertThat(choice(six, KeyEvent.VK_NUMPAD5)).isEqualTo(5);
        assertThat(six.action(KeyEvent.VK_LEFT)).isNull();
        assertThat(six.help()).startsWith("keys: digits 0 to 5");
    }

    @Test
    void arrowsStandForTheBoundsOfABox() {
        KeyActions torque = new KeyActions("Torque", Space.Box.of(-2, 2, 1));
        assertThat(Objects.requireNonNull(torque.action(KeyEvent.VK_LEFT)).floats())
                .containsExactly(-2);
        assertThat(Objects.requireNonNull(torque.action(KeyEvent.VK_DOWN)).floats())
                .containsExactly(0);
        assertThat(torque.action(-1)).isNull();
        double infinity = Double.POSITIVE_INFINITY;
        KeyActions any = new KeyActions("Any", Space.Box.of(-infinity, infinity, 1));
        assertThat(Objects.requireNonNull(any.action(KeyEvent.VK_RIGHT)).floats())
                .containsExactly(1);
    }

    @Test
    void refusesActionsThatKeysCannotGive() {
        assertThatThrownBy(() -> new KeyActions("Walker", Space.Box.of(-1, 1, 4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Walker takes actions of Box", "env rollout Walker --render");
        assertThatThrownBy(() -> new KeyActions("Many", new Space.MultiDiscrete(List.of(2, 2))))
                .hasMessageContaining("keys can give one discrete action or one continuous value");
    }
}

package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slmlab.run.RunFolder;

class CalledTest {

    @Test
    void commandsCanBePasted() {
        RunFolder run = new RunFolder(Path.of("my data/ppo_1"), "ppo");
        assertThat(Called.toResume(run))
                .isEqualTo("slm-lab run 'my data/ppo_1/ppo_spec.json' ppo 'train@my data/ppo_1'");
        assertThat(Called.with("it's")).isEqualTo("slm-lab 'it'\\''s'");
    }

    @Test
    void aWindowNeedsADisplay() {
        assertThat(Called.hasDisplay("Linux", Map.of())).isFalse();
        assertThat(Called.hasDisplay("Linux", Map.of("DISPLAY", ""))).isFalse();
        assertThat(Called.hasDisplay("Linux", Map.of("DISPLAY", ":0"))).isTrue();
        assertThat(Called.hasDisplay("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")))
                .isTrue();
        assertThat(Called.hasDisplay("Mac OS X", Map.of())).isTrue();
        assertThat(Called.hasDisplay("Windows 11", Map.of())).isTrue();
    }
}

package slmlab.env.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.env.Box2dIds;
import slmlab.env.Envs;
import slmlab.env.VecEnv;

/// What Box2D environments draw.
class Box2dDrawingTest extends DrawingTest {
    static Stream<String> ids() { // in the place of the parent's
        return Box2dIds.all().stream();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LunarLander-v3", "BipedalWalker-v3"})
    void framesAreAsLargeAsGymnasiums(String id) {
        try (VecEnv env = Envs.make(id, 1, Map.of())) {
            env.reset(1);
            BufferedImage frame = env.render(0);
            assertThat(frame.getWidth()).isEqualTo(600);
            assertThat(frame.getHeight()).isEqualTo(400);
        }
    }
}

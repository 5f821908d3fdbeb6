package slmlab.env.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// Against OpenCV's `INTER_AREA`; scripts/golden/envs_atari.py recorded it.
final class AreaResizeTest {
    private static final Map<String, Array> GOLDEN = SafeTensors.read(
                    Path.of("src/test/resources/golden/area_resize.safetensors"))
            .tensors();

    static Stream<String> cases() {
        return GOLDEN.keySet().stream().filter(name -> name.contains("/"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void scalesAsOpenCv(String name) {
        Array image = Objects.requireNonNull(GOLDEN.get(name.substring(0, name.indexOf('/'))));
        Array scaled = Objects.requireNonNull(GOLDEN.get(name));
        Shape from = image.shape();
        int channels = from.rank() == 3 ? from.dim(2) : 1;
        AreaResize resize = new AreaResize(
                from.dim(0),
                from.dim(1),
                channels,
                scaled.shape().dim(0),
                scaled.shape().dim(1));
        byte[] source = new byte[image.bytes().length + 5]; // neither begins at 0
        System.arraycopy(image.bytes(), 0, source, 5, image.bytes().length);
        byte[] to = new byte[scaled.bytes().length + 3];
        resize.scale(source, 5, to, 3);
        assertThat(java.util.Arrays.copyOfRange(to, 3, to.length)).isEqualTo(scaled.bytes());
    }

    @Test
    void refusesLargerSizes() {
        assertThatThrownBy(() -> new AreaResize(10, 10, 1, 5, 11))
                .hasMessage("an image of 10 × 10 (height × width) cannot be scaled down to 5 × 11");
    }
}

package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What explanations ask of a trace: feature maps, and pixels that have a gradient.
class FeatureMapsTest {

    /// One pixel of 3, filters 2 and −1 with bias 1: relu(7, −2) = (7, 0), which the last maps are.
    @Test
    void theLastMapsComeAfterTheActivation() {
        Program program = Program.trace(trace -> {
            Tensor image = trace.input("image", 1, 1, 1, 1);
            Tensor filters = Tensor.of(Array.of(Shape.of(1, 1, 1, 2), 2, -1));
            Tensor maps = image.conv2d(filters, 1, 1).add(1).relu();
            Tensor target = maps.transpose(0, 3, 1, 2).reshape(1, 2).sum().tanh();
            trace.output("maps", FeatureMaps.last(target).orElseThrow());
            assertThat(FeatureMaps.last(image.square())).isEmpty();
        });
        program.input("image").floats()[0] = 3;
        program.run();
        assertThat(program.output("maps").shape()).isEqualTo(Shape.of(1, 1, 1, 2));
        assertThat(program.output("maps").floats()).containsExactly(7, 0);
    }

    @Test
    void floatsStandInForPixelsAndHaveAGradient() {
        Program program = Program.trace(trace -> {
            Tensor floats = trace.floats("obs", Shape.of(2));
            Tensor pixels = trace.input("obs", DType.UINT8, Shape.of(2)); // as a net asks for them
            assertThat(pixels).isSameAs(floats);
            assertThatThrownBy(() -> trace.input("obs", DType.UINT8, Shape.of(3)))
                    .isInstanceOf(ShapeException.class);
            Tensor loss = pixels.toFloat().square().sum();
            trace.output("gradient", Gradients.of(loss, List.of(floats)).getFirst());
            assertThat(trace.inputs()).containsOnlyKeys("obs");
            assertThat(trace.outputs()).containsOnlyKeys("gradient");
        });
        System.arraycopy(new float[] {0.5f, 3}, 0, program.input("obs").floats(), 0, 2);
        program.run();
        assertThat(program.output("gradient").floats()).containsExactly(1, 6);
    }
}

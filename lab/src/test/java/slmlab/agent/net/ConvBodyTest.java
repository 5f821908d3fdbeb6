package slmlab.agent.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.agent.net.setting.Activation;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Defaults;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;

class ConvBodyTest {

    private static ConvBody.Config filters(List<List<Object>> layers) {
        return new ConvBody.Config(layers, List.of(), Activation.IDENTITY, false);
    }

    /// A single filter of ones over the whole image: the sum of its numbers.
    private static float sum(Space obs, boolean normalize, Array image) {
        List<Object> whole = List.of(1, List.of(2, 3), 1, 0, 1);
        var config = new NetConfig("ConvNet", TestNets.learning("ones_", normalize, null), filters(List.of(whole)));
        Program program = TestNets.program(TestNets.net(config, obs, 1), obs, 1, false, 1);
        program.input("obs").copyFrom(image);
        program.run();
        return program.output("y0").item();
    }

    @Test
    void onlyBytesAreDividedBy255() {
        Array bytes = Array.ofBytes(Shape.of(1, 2, 3), (byte) 255, (byte) 255, (byte) 51, (byte) 0, (byte) 0, (byte) 0);
        assertThat(sum(Space.Box.pixels(2, 3), true, bytes)).isEqualTo(2.2f);
        assertThat(sum(Space.Box.pixels(2, 3), false, bytes)).isEqualTo(561);
        Array floats = Array.of(Shape.of(1, 2, 3), 1, 2, 3, 4, 5, 6);
        assertThat(sum(Space.Box.of(0, 9, 2, 3), true, floats)).isEqualTo(21);
    }

    @Test
    void channelsAreTheShorterOfFirstAndLastAxis() {
        assertThat(FirstLayerInput.imageShape(Space.Box.pixels(4, 84, 80)).dims())
                .containsExactly(84, 80, 4);
        assertThat(FirstLayerInput.imageShape(Space.Box.pixels(84, 80, 3)).dims())
                .containsExactly(84, 80, 3);
        assertThat(FirstLayerInput.imageShape(Space.Box.pixels(3, 8, 3)).dims()).containsExactly(8, 3, 3);
        assertThat(FirstLayerInput.imageShape(Space.Box.pixels(84, 80)).dims()).containsExactly(84, 80, 1);
    }

    @Test
    void aFilterLargerThanItsImageIsNamed() {
        var config = TestNets.config("ConvNet", Defaults.of(ConvBody.Config.class));
        assertThatThrownBy(() -> TestNets.net(config, Space.Box.pixels(20, 20, 3), 2))
                .isInstanceOf(ConfigException.class)
                .hasMessage("net.conv_model.5: a filter of [3, 3] is larger than its image of [1, 1] with padding"
                        + " [0, 0]; needs a smaller filter, less stride before it, or larger images");
    }

    @Test
    void onlyImagesAreFiltered() {
        var config = TestNets.config("ConvNet", Defaults.of(ConvBody.Config.class));
        assertThatThrownBy(() -> TestNets.net(config, TestNets.VECTOR, 2))
                .isInstanceOf(ConfigException.class)
                .hasMessage("a convolution of Box(-1.0, 1.0, [5], FLOAT32): needs a box of two or three axes");
    }

    @Test
    void filtersAreChecked() {
        assertThatThrownBy(() -> filters(List.of())).hasMessage("conv_hid_layers is []; needs at least one layer");
        assertThatThrownBy(() -> filters(List.of(List.of(4))))
                .hasMessage("conv_hid_layers has [4]; needs [out, kernel, stride, padding, dilation]");
        assertThatThrownBy(() -> filters(List.of(List.of(4, 3, 1, 0, 2))))
                .hasMessage("conv_hid_layers [4, 3, 1, 0, 2]: dilation is 2; filters with gaps are not there, needs 1");
        assertThatThrownBy(() -> filters(List.of(List.of(4, 3, 0))))
                .hasMessage("conv_hid_layers [4, 3, 0]: kernel [3, 3] with stride [0, 0]: each needs at least 1");
        assertThatThrownBy(() -> filters(List.of(List.of(0, 3))))
                .hasMessage("conv_hid_layers [0, 3]: out is 0; needs at least 1");
        assertThatThrownBy(() -> filters(List.of(List.of(4, "three"))))
                .hasMessage("conv_hid_layers [4, three]: kernel is three; needs a number");
        assertThatThrownBy(() -> filters(List.of(List.of(4, 2.5))))
                .hasMessage("conv_hid_layers [4, 2.5]: kernel is 2.5; needs a whole number");
        assertThatThrownBy(() -> filters(List.of(List.of(4, List.of(1, 2, 3)))))
                .hasMessage("conv_hid_layers [4, [1, 2, 3]]: kernel is [1, 2, 3]; needs a number, or two");
    }
}

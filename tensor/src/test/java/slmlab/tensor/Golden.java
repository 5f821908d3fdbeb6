package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slmlab.tensor.safetensors.SafeTensors;

/// Numbers that `scripts/golden/*.py` recorded from PyTorch: arrays of cases, named `case/in0`, `case/y`,
/// `case/g0`.
public final class Golden {
    /// How far we may be off: relative to numbers above 1, absolute below.
    private static final double TOLERANCE = 1e-5;

    private final Map<String, Array> arrays;

    private Golden(Map<String, Array> arrays) {
        this.arrays = arrays;
    }

    public static Golden read(String file) {
        URL resource = Objects.requireNonNull(Golden.class.getResource("/golden/" + file), file);
        try {
            return new Golden(SafeTensors.read(Path.of(resource.toURI())).tensors());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public Map<String, Array> arrays() {
        return arrays;
    }

    public boolean has(String name) {
        return arrays.containsKey(name);
    }

    public Array get(String name) {
        return Objects.requireNonNull(arrays.get(name), name);
    }

    /// Return the names before the first slash.
    public Set<String> cases() {
        return arrays.keySet().stream()
                .filter(name -> name.contains("/"))
                .map(name -> name.substring(0, name.indexOf('/')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Return the inputs of a case.
    public List<Array> inputs(String name) {
        List<Array> inputs = new ArrayList<>();
        while (has(name + "/in" + inputs.size())) {
            inputs.add(get(name + "/in" + inputs.size()));
        }
        return inputs;
    }

    /// Return the loss whose gradients were recorded: Σ w·y, with weights from the beginning of the array `w`.
    public Tensor weighted(Tensor y) {
        float[] weights = Arrays.copyOf(get("w").floats(), y.shape().volume());
        return y.mul(Tensor.of(Array.of(y.shape(), weights))).sum();
    }

    /// Fail unless all numbers of a recorded array are met.
    public void assertClose(String name, Array actual) {
        Array expected = get(name);
        assertThat(actual.shape()).as(name).isEqualTo(expected.shape());
        if (actual.dtype() == DType.INT32) {
            assertThat(actual.ints()).as(name).isEqualTo(expected.ints());
            return;
        }
        float[] numbers = actual.floats();
        for (int i = 0; i < numbers.length; i++) {
            double wanted = expected.dtype() == DType.INT32 ? expected.ints()[i] : expected.floats()[i];
            double off = Math.abs(numbers[i] - wanted);
            assertThat(off <= TOLERANCE * Math.max(1, Math.abs(wanted)) || numbers[i] == wanted)
                    .as("%s[%d] is %s, PyTorch has %s", name, i, numbers[i], wanted)
                    .isTrue();
        }
    }
}

package slmlab.agent.net.arc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Net;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.TestNets;
import slmlab.env.Space;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Gradients;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.safetensors.SafeTensors;

/// Outputs and gradients of arcs against TorchArc's, with weights loaded by the names it saves them under.
/// `scripts/golden/arcs.py` recorded the numbers of the arcs in `arcs.yaml`.
public class ArcGoldenTest {
    private static final SpecFile ARCS = SpecFile.read(file("arcs.yaml"), Map.of());
    private static final Map<String, Array> GOLDEN =
            SafeTensors.read(file("arcs.safetensors")).tensors();

    private static Path file(String name) {
        try {
            return Path.of(Objects.requireNonNull(ArcGoldenTest.class.getResource("/golden/" + name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> arcs() {
        return ARCS.names();
    }

    public static NetConfig config(String arc) {
        @SuppressWarnings("NullAway") // no arc of the file has a key without a value
        Map<String, Object> content = ARCS.raw(arc);
        return TestNets.with(TestNets.arcNet(content), TestNets.normalize());
    }

    public static Space obs(String arc) {
        return arc.startsWith("image") ? TestNets.PIXELS : Space.Box.of(-1, 1, 8);
    }

    @ParameterizedTest
    @MethodSource("arcs")
    void givesWhatTorchArcGives(String arc) {
        Variables variables = new Variables();
        Net net = Net.of(config(arc), "net", obs(arc), TestNets.tails(3), variables, TestNets.random());
        variables.load(named(arc + "/p.")); // also fails where a name or a shape differs
        assertThat(net.parameters())
                .extracting(Variable::name)
                .containsExactlyInAnyOrderElementsOf(named(arc + "/g.").keySet());
        Variables gradients = new Variables();
        Array rows = golden(arc + "/obs");
        boolean training = arc.endsWith("training");
        try (Program program = Program.trace(trace -> {
            Tensor x = trace.input("obs", obs(arc).rowType(), rows.shape());
            Tensor y = net.forward(x, (training ? ForwardPass.learning(trace, 1) : ForwardPass.frozen(trace, 1)))
                    .getFirst();
            trace.output("y0", y);
            List<Tensor> by = net.parameters().stream().map(Variable::value).toList();
            List<Tensor> found = Gradients.of(weighted(y), by);
            for (int i = 0; i < found.size(); i++) {
                trace.assign(like(net.parameters().get(i), gradients), found.get(i));
            }
        })) {
            program.input("obs").copyFrom(rows);
            program.run();
            assertClose(arc + "/y0", program.output("y0"));
        }
        gradients.export().forEach((name, array) -> assertClose(arc + "/g." + name.substring("net.".length()), array));
        Set<String> after = GOLDEN.keySet().stream()
                .filter(name -> name.startsWith(arc + "/after."))
                .collect(Collectors.toSet());
        assertThat(after.isEmpty()).isEqualTo(!training);
        Map<String, Array> saved = variables.export();
        after.forEach(name -> assertClose(
                name, Objects.requireNonNull(saved.get("net." + name.substring((arc + "/after.").length())))));
    }

    /// Where a parameter's gradient is kept, saved as the parameter is.
    private static Variable like(Variable parameter, Variables gradients) {
        int[] order =
                parameter.savedOrder().stream().mapToInt(Integer::intValue).toArray();
        return gradients.add(parameter.name(), Array.zeros(DType.FLOAT32, parameter.shape()), order);
    }

    private static Tensor weighted(Tensor y) {
        float[] w = golden("w").floats();
        float[] weights = new float[y.shape().volume()];
        System.arraycopy(w, 0, weights, 0, weights.length);
        return y.mul(Tensor.of(Array.of(y.shape(), weights))).sum();
    }

    private static Map<String, Array> named(String prefix) {
        Map<String, Array> named = new LinkedHashMap<>();
        GOLDEN.forEach((name, array) -> {
            if (name.startsWith(prefix)) {
                named.put("net." + name.substring(prefix.length()), array);
            }
        });
        return named;
    }

    private static Array golden(String name) {
        return Objects.requireNonNull(GOLDEN.get(name), name);
    }

    private static void assertClose(String name, Array actual) {
        Array expected = golden(name);
        assertThat(actual.shape()).as(name).isEqualTo(expected.shape());
        double worst = IntStream.range(0, expected.floats().length)
                .mapToDouble(i -> Math.abs(actual.floats()[i] - expected.floats()[i])
                        / Math.max(1, Math.abs(expected.floats()[i])))
                .max()
                .orElseThrow();
        assertThat(worst).as(name).isLessThan(1e-5);
    }
}

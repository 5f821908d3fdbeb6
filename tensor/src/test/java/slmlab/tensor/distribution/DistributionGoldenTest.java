package slmlab.tensor.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.Golden;
import slmlab.tensor.GradientCheck;
import slmlab.tensor.Gradients;
import slmlab.tensor.Program;
import slmlab.tensor.Tensor;

/// Values and gradients against torch.distributions (`scripts/golden/distributions.py`), and gradients
/// against central differences.
class DistributionGoldenTest {
    private static final Golden GOLDEN = Golden.read("distributions.safetensors");
    private static final float CLOSE = 1e-5f;
    private static final double GRADIENT = 1e-6;
    private static final List<Integer> SIZES = List.of(3, 2, 4);

    /// One function of one kind of distribution.
    ///
    /// @param parameters what is differentiated by
    record Row(String kind, String function, List<String> parameters, Function<Parts, Tensor> value) {
        @Override
        public String toString() {
            return kind + " " + function;
        }
    }

    /// Parameters by name as tensors, and everything else of the recording as constants.
    record Parts(String kind, List<String> names, List<Tensor> tensors) {
        Tensor get(String name) {
            int at = names.indexOf(name);
            return at < 0 ? Tensor.of(array(name)) : tensors.get(at);
        }

        Array array(String name) {
            return GOLDEN.get(kind + "." + name);
        }
    }

    static Stream<Row> rows() {
        List<Row> rows = new ArrayList<>();
        add(
                rows,
                "categorical",
                List.of("logits"),
                List.of("other"),
                (parts, names) -> Categorical.of(parts.get(names.getFirst())));
        add(
                rows,
                "masked",
                List.of("logits"),
                List.of("other"),
                (parts, names) -> Categorical.of(parts.get(names.getFirst()), parts.get("mask")));
        add(
                rows,
                "multi",
                List.of("logits"),
                List.of("other"),
                (parts, names) -> MultiCategorical.of(parts.get(names.getFirst()), SIZES));
        add(
                rows,
                "bernoulli",
                List.of("logits"),
                List.of("other"),
                (parts, names) -> Bernoulli.of(parts.get(names.getFirst())));
        for (String kind : List.of("gaussian", "gaussian_row")) {
            add(
                    rows,
                    kind,
                    List.of("mean", "log_std"),
                    List.of("other_mean", "other_log_std"),
                    (parts, names) -> DiagonalGaussian.of(parts.get(names.get(0)), parts.get(names.get(1))));
        }
        add(
                rows,
                "beta",
                List.of("alpha", "beta"),
                List.of("other_alpha", "other_beta"),
                (parts, names) -> Beta.of(parts.get(names.get(0)), parts.get(names.get(1))));
        rows.add(new Row(
                "squashed",
                "log_prob",
                List.of("mean", "log_std"),
                parts -> SquashedGaussian.of(parts.get("mean"), parts.get("log_std"))
                        .logProb(parts.get("action"))));
        rows.add(new Row(
                "bounded",
                "log_prob",
                List.of("mean", "log_std"),
                parts -> SquashedGaussian.of(
                                parts.get("mean"), parts.get("log_std"), parts.array("low"), parts.array("high"))
                        .logProb(parts.get("action"))));
        rows.add(new Row(
                "relaxed",
                "log_prob",
                List.of("logits", "temperature"),
                parts -> GumbelSoftmax.of(parts.get("logits"), parts.get("temperature"))
                        .relaxedLogProb(parts.get("soft"))));
        return rows.stream();
    }

    private static void add(List<Row> rows, String kind, List<String> own, List<String> others, Make make) {
        rows.add(new Row(kind, "log_prob", own, parts -> make.of(parts, own).logProb(parts.get("action"))));
        rows.add(new Row(kind, "entropy", own, parts -> make.of(parts, own).entropy()));
        List<String> all = Stream.concat(own.stream(), others.stream()).toList();
        rows.add(new Row(kind, "kl", all, parts -> make.of(parts, own).kl(make.of(parts, others))));
    }

    interface Make {
        Distribution of(Parts parts, List<String> names);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void equalsTorch(Row row) {
        compare(row, Backend.jvm());
        compare(row, Backend.reference());
    }

    private static void compare(Row row, Backend backend) {
        Program program = Program.trace(Program.Options.DEFAULT.backend(backend), trace -> {
            List<Tensor> inputs = row.parameters.stream()
                    .map(name -> trace.input(
                            name,
                            GOLDEN.get(row.kind + "." + name).dtype(),
                            GOLDEN.get(row.kind + "." + name).shape()))
                    .toList();
            Tensor value = row.value.apply(new Parts(row.kind, row.parameters, inputs));
            trace.output("value", value);
            Tensor weighted = value.mul(Tensor.of(GOLDEN.get("weight"))).sum();
            List<Tensor> gradients = Gradients.of(weighted, inputs);
            for (int i = 0; i < inputs.size(); i++) {
                trace.output("by " + row.parameters.get(i), gradients.get(i));
            }
        });
        row.parameters.forEach(name -> program.input(name).copyFrom(GOLDEN.get(row.kind + "." + name)));
        program.run();
        String of = row.kind + "." + row.function;
        assertThat(program.output("value").shape()).isEqualTo(GOLDEN.get(of).shape());
        assertThat(program.output("value").floats())
                .containsExactly(GOLDEN.get(of).floats(), within(CLOSE));
        for (String name : row.parameters) {
            float[] gradient = program.output("by " + name).floats();
            String by = of + "." + name;
            float[] expected = GOLDEN.has(by) ? GOLDEN.get(by).floats() : new float[gradient.length];
            assertThat(gradient).as(by).containsExactly(expected, within(CLOSE));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void gradientsAreCentralDifferences(Row row) {
        Array[] at = row.parameters.stream()
                .map(name -> GOLDEN.get(row.kind + "." + name))
                .toArray(Array[]::new);
        assertThat(GradientCheck.worstError(inputs -> row.value.apply(new Parts(row.kind, row.parameters, inputs)), at))
                .isLessThan(GRADIENT);
    }

    @Test
    void gradientsPassThroughDrawsOfGaussians() {
        Array mean = GOLDEN.get("squashed.mean");
        Array logStd = GOLDEN.get("squashed.log_std");
        assertThat(GradientCheck.worstError(
                        in -> DiagonalGaussian.of(in.get(0), in.get(1)).rsample(), mean, logStd))
                .isLessThan(GRADIENT);
        assertThat(GradientCheck.worstError(
                        in -> SquashedGaussian.of(in.get(0), in.get(1))
                                .rsample()
                                .action(),
                        mean,
                        logStd))
                .isLessThan(GRADIENT);
        assertThat(GradientCheck.worstError(
                        in -> SquashedGaussian.of(in.get(0), in.get(1))
                                .rsample()
                                .logProb(),
                        mean,
                        logStd))
                .isLessThan(GRADIENT);
        assertThat(GradientCheck.worstError(
                        in -> SquashedGaussian.of(in.get(0), in.get(1)).entropy(), mean, logStd))
                .isLessThan(GRADIENT);
        assertThat(GradientCheck.worstError(
                        in -> GumbelSoftmax.of(in.get(0), in.get(1)).rsample(),
                        GOLDEN.get("relaxed.logits"),
                        GOLDEN.get("relaxed.temperature")))
                .isLessThan(GRADIENT);
    }
}

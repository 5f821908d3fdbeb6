package slmlab.tensor.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.DType;
import slmlab.tensor.Golden;
import slmlab.tensor.Graph;
import slmlab.tensor.NotFiniteException;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

class OptimizerTest {
    private static final Golden GOLDEN = Golden.read("optim.safetensors");
    private static final double CLOSE = 1e-5;
    private static final List<Double> BETAS = List.of(0.9, 0.999);

    record Case(String name, Optimizer optimizer, Clip clip) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// The cases of `scripts/golden/optim.py`.
    static final List<Case> CASES = List.of(
            new Case("sgd", new Sgd(0.1, 0, 0, 0, false), Clip.none()),
            new Case("sgd_decay", new Sgd(0.1, 0, 0, 0.05, false), Clip.none()),
            new Case("sgd_momentum", new Sgd(0.05, 0.9, 0, 0, false), Clip.none()),
            new Case("sgd_dampening", new Sgd(0.05, 0.8, 0.3, 0.01, false), Clip.none()),
            new Case("sgd_nesterov", new Sgd(0.05, 0.9, 0, 0.01, true), Clip.none()),
            new Case("sgd_norm", new Sgd(0.3, 0, 0, 0, false), Clip.norm(0.5)),
            new Case("sgd_value", new Sgd(0.3, 0, 0, 0, false), Clip.value(0.05)),
            new Case("adam", new Adam(0.01, BETAS, 1e-8, 0), Clip.none()),
            new Case("adam_options", new Adam(0.02, List.of(0.5, 0.99), 1e-5, 0.1), Clip.none()),
            new Case("adam_norm", new Adam(0.01, BETAS, 1e-8, 0), Clip.norm(0.3)),
            new Case("adam_value", new Adam(0.01, BETAS, 1e-8, 0), Clip.value(0.02)),
            new Case("adamw", new AdamW(0.01, BETAS, 1e-8, 0.01), Clip.none()),
            new Case("adamw_options", new AdamW(0.02, List.of(0.8, 0.98), 1e-8, 0.3), Clip.norm(0.5)),
            new Case("rmsprop", new RmsProp(0.01, 0.99, 1e-8, 0, 0, false), Clip.none()),
            new Case("rmsprop_decay", new RmsProp(0.01, 0.9, 1e-5, 0.1, 0, false), Clip.norm(0.5)),
            new Case("rmsprop_momentum", new RmsProp(0.005, 0.99, 1e-8, 0, 0.8, false), Clip.none()),
            new Case("rmsprop_centered", new RmsProp(0.005, 0.99, 1e-8, 0, 0, true), Clip.none()),
            new Case("rmsprop_all", new RmsProp(0.002, 0.95, 1e-8, 0.05, 0.7, true), Clip.value(0.1)),
            new Case("radam", new RAdam(0.02, BETAS, 1e-8, 0), Clip.none()),
            new Case("radam_options", new RAdam(0.02, List.of(0.8, 0.95), 1e-8, 0.1), Clip.norm(0.5)),
            new Case("lookahead_radam", Lookahead.around(new RAdam(0.02, BETAS, 1e-8, 0)), Clip.none()),
            new Case("lookahead_adam", new Lookahead(new Adam(0.02, BETAS, 1e-8, 0), 3, 0.8), Clip.norm(0.5)),
            new Case("lookahead_sgd", new Lookahead(new Sgd(0.05, 0.9, 0, 0, false), 4, 0.3), Clip.none()));

    static Stream<Arguments> casesOnBackends() {
        return CASES.stream()
                .flatMap(c -> Stream.of(
                        Arguments.of(c, "jvm", Backend.jvm()),
                        Arguments.of(c, "scalar", Backend.scalar()),
                        Arguments.of(c, "reference", Backend.reference())));
    }

    static Stream<Case> cases() {
        return CASES.stream();
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("casesOnBackends")
    void stepsArePyTorchs(Case c, String name, Backend backend) {
        Net net = new Net();
        Program program = net.learn(c.optimizer, c.clip, backend);
        float[] norms = GOLDEN.get(c.name + ".norms").floats();
        for (int step = 1; step <= norms.length; step++) {
            program.run();
            assertThat(program.output("grad_norm").item())
                    .as("gradient norm of step %d", step)
                    .isCloseTo(norms[step - 1], within(CLOSE * Math.max(1, norms[step - 1])));
            if (GOLDEN.has("%s.%d.0.weight".formatted(c.name, step))) {
                for (Map.Entry<String, Array> entry : net.weights.export().entrySet()) {
                    String of = "%s.%d.%s".formatted(c.name, step, entry.getKey());
                    assertThat(entry.getValue().floats())
                            .as(of)
                            .containsExactly(GOLDEN.get(of).floats(), within(CLOSE));
                }
            }
        }
    }

    @Test
    void everyRecordedCaseIsCompared() {
        assertThat(CASES.stream().map(c -> c.name + ".norms"))
                .containsExactlyInAnyOrderElementsOf(GOLDEN.arrays().keySet().stream()
                        .filter(name -> name.endsWith(".norms"))
                        .toList());
    }

    @Test
    void defaultsArePyTorchs() {
        assertThat(Sgd.defaults()).isEqualTo(new Sgd(1e-3, 0, 0, 0, false));
        assertThat(Adam.defaults()).isEqualTo(new Adam(1e-3, BETAS, 1e-8, 0));
        assertThat(AdamW.defaults()).isEqualTo(new AdamW(1e-3, BETAS, 1e-8, 0.01));
        assertThat(RmsProp.defaults()).isEqualTo(new RmsProp(1e-2, 0.99, 1e-8, 0, 0, false));
        assertThat(RAdam.defaults()).isEqualTo(new RAdam(1e-3, BETAS, 1e-8, 0));
        assertThat(Lookahead.around(Adam.defaults())).isEqualTo(new Lookahead(Adam.defaults(), 5, 0.5));
        assertThat(Lookahead.around(RmsProp.defaults()).lr()).isEqualTo(1e-2);
    }

    @Test
    void stateIsNamedAfterPyTorch() {
        assertThat(stateOf(Sgd.defaults())).containsExactly("o.step");
        assertThat(stateOf(new Sgd(1e-3, 0.9, 0, 0, false))).containsExactly("o.w.momentum_buffer", "o.step");
        assertThat(stateOf(AdamW.defaults())).containsExactly("o.w.exp_avg", "o.w.exp_avg_sq", "o.step");
        assertThat(stateOf(new RmsProp(1e-2, 0.99, 1e-8, 0, 0.5, true)))
                .containsExactly("o.w.square_avg", "o.w.momentum_buffer", "o.w.grad_avg", "o.step");
        assertThat(stateOf(Lookahead.around(Sgd.defaults())))
                .containsExactly("o.w.slow_param", "o.step", "o.lookahead_step");
    }

    @Test
    void stateIsSavedAsItsParameterIs() {
        Net net = new Net();
        net.learn(Adam.defaults(), Clip.none(), Backend.jvm());
        Array moment = net.state.export().get("optim.0.weight.exp_avg");
        assertThat(Objects.requireNonNull(moment).shape()).isEqualTo(Shape.of(8, 5));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aRunWithANanChangesNothing(Case c) {
        Net net = new Net();
        Program program = net.learn(c.optimizer, c.clip, Backend.jvm());
        program.run();
        program.run();
        Map<String, float[]> before = net.numbers();
        program.set("poison", -1); // its root is a NaN
        assertThatThrownBy(program::run)
                .isInstanceOf(NotFiniteException.class)
                .hasMessageContaining("optim.loss is not finite")
                .hasMessageMatching("(?s).*sqrt at OptimizerTest.java:\\d+ returned 1 NaN.*");
        assertThat(net.numbers()).usingRecursiveComparison().isEqualTo(before);
        program.set("poison", 0).run();
        assertThat(net.numbers().get("optim.step")).containsExactly(3f);
    }

    @Test
    void anInfiniteGradientChangesNothing() {
        Variables weights = new Variables();
        Variable w = weights.add("w", Array.of(Shape.of(2), 1f, 0f));
        Variables state = new Variables();
        Program program = Program.trace(trace -> {
            Tensor loss = w.value().sqrt().sum(); // finite; its slope at 0 is not
            Adam.defaults().step(trace, state, "optim", loss, List.of(w), Clip.norm(1), trace.scalar("lr"));
        });
        program.set("lr", 0.1);
        assertThatThrownBy(program::run)
                .isInstanceOf(NotFiniteException.class)
                .hasMessageContaining("optim.grad_norm is not finite")
                .hasMessageContaining("OptimizerTest.java");
        assertThat(w.array().floats()).containsExactly(1f, 0f);
        assertThat(state.get("optim.step").array().item()).isZero();
        assertThat(state.get("optim.w.exp_avg").array().floats()).containsOnly(0f);
    }

    @Test
    void aNanLearningRateChangesNothing() {
        Net net = new Net();
        Program program = net.learn(Adam.defaults(), Clip.none(), Backend.jvm());
        Map<String, float[]> before = net.numbers();
        program.set("lr", Double.NaN);
        assertThatThrownBy(program::run)
                .hasMessageContaining("optim.lr is not finite")
                .hasMessageContaining("lr");
        assertThat(net.numbers()).usingRecursiveComparison().isEqualTo(before);
    }

    @Test
    void theLearningRateIsAnInput() {
        // w = 1, loss = 3w: one step of SGD takes 3·lr
        Variable w = new Variables().add("w", Array.of(Shape.of(1), 1f));
        Program program = Program.trace(
                trace -> step(trace, Sgd.defaults(), w, w.value().sum().mul(3)));
        program.set("lr", 0.5).run();
        assertThat(w.array().floats()).containsExactly(-0.5f);
        program.set("lr", 0).run();
        assertThat(w.array().floats()).containsExactly(-0.5f);
        program.set("lr", 2).run();
        assertThat(w.array().floats()).containsExactly(-6.5f);
    }

    @Test
    void programsOfSeveralBatchSizesShareTheirState() {
        Net one = new Net();
        Program alone = one.learn(Adam.defaults(), Clip.none(), Backend.jvm());
        Net two = new Net();
        Program first = two.learn(Adam.defaults(), Clip.none(), Backend.jvm());
        Program second = two.learn(Adam.defaults(), Clip.none(), Backend.jvm());
        for (int i = 0; i < 4; i++) {
            alone.run();
            (i % 2 == 0 ? first : second).run();
        }
        assertThat(two.numbers()).usingRecursiveComparison().isEqualTo(one.numbers());
        assertThat(two.state.get("optim.step").array().item()).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resumesAfterSavingAsIfItHadNotStopped(Case c) {
        Net whole = new Net();
        Program uninterrupted = whole.learn(c.optimizer, c.clip, Backend.jvm());
        for (int i = 0; i < 9; i++) {
            uninterrupted.run();
        }
        Net first = new Net();
        Program before = first.learn(c.optimizer, c.clip, Backend.jvm());
        for (int i = 0; i < 4; i++) {
            before.run();
        }
        Net second = new Net();
        Program after = second.learn(c.optimizer, c.clip, Backend.jvm());
        second.weights.load(first.weights.export());
        second.state.load(first.state.export());
        for (int i = 0; i < 5; i++) {
            after.run();
        }
        assertThat(second.numbers()).usingRecursiveComparison().isEqualTo(whole.numbers());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allThreadCountsGiveTheSameBits(Case c) {
        Net one = new Net();
        Net two = new Net();
        Program alone = one.learn(c.optimizer, c.clip, Program.Options.DEFAULT);
        try (Program shared = two.learn(c.optimizer, c.clip, Program.Options.DEFAULT.threads(2))) {
            for (int i = 0; i < 6; i++) {
                alone.run();
                shared.run();
            }
        }
        assertThat(two.numbers()).usingRecursiveComparison().isEqualTo(one.numbers());
    }

    @Test
    void lookaheadKeepsSynchronizingWhereTheStepCountEnds() {
        Variable w = new Variables().add("w", Array.of(Shape.of(1), 1f));
        Variables state = new Variables();
        Lookahead lookahead = new Lookahead(new Sgd(1, 0, 0, 0, false), 3, 0.5);
        Program program = Program.trace(trace ->
                lookahead.step(trace, state, "o", w.value().sum(), List.of(w), Clip.none(), trace.scalar("lr")));
        program.set("lr", 1).run(); // slow 1, fast 0
        state.get("o.step").array().floats()[0] = 1 << 24; // a float counts no further
        program.run(); // fast −1
        assertThat(w.array().floats()).containsExactly(-1f);
        program.run(); // fast −2, slow 1 + ½(−2 − 1) = −½
        assertThat(w.array().floats()).containsExactly(-0.5f);
        program.run();
        program.run();
        assertThat(w.array().floats()).containsExactly(-2.5f);
        program.run(); // fast −3.5, slow −½ + ½(−3.5 + ½) = −2
        assertThat(w.array().floats()).containsExactly(-2f);
    }

    @Test
    void lookaheadStartsFromTheWeightsOfTheFirstStep() {
        Variable w = new Variables().add("w", Array.of(Shape.of(1), 100f));
        Lookahead lookahead = new Lookahead(new Sgd(1, 0, 0, 0, false), 1, 0.5);
        Program program =
                Program.trace(trace -> step(trace, lookahead, w, w.value().sum()));
        w.array().floats()[0] = 7; // loaded after tracing
        program.set("lr", 1).run();
        assertThat(w.array().floats()).containsExactly(6.5f);
    }

    @Test
    void readsOneStoreAndStepsAnother() {
        Variables local = new Variables();
        Variable w = local.add("w", Array.of(Shape.of(1), 1f));
        Variables global = local.copy();
        global.get("w").array().floats()[0] = 10;
        Graph graph = Graph.trace(
                trace -> step(trace, Sgd.defaults(), w, w.value().square().sum()));
        graph.program(Program.Options.DEFAULT.assignTo(global)).set("lr", 0.5).run();
        assertThat(w.array().floats()).containsExactly(1f);
        assertThat(global.get("w").array().floats()).containsExactly(9f); // by the gradient at 1
    }

    @Test
    void twoOptimizersWorkInOneProgram() {
        Variables weights = new Variables();
        Variable actor = weights.add("actor", Array.of(Shape.of(2), 1f, 2f));
        Variable critic = weights.add("critic", Array.of(Shape.of(2), 3f, 4f));
        Variables state = new Variables();
        Program program = Program.trace(trace -> {
            Tensor lr = trace.scalar("lr");
            Tensor policy = actor.value().mul(critic.value().stopGradient()).sum(); // its gradient is the critic itself
            Tensor value = critic.value().square().sum();
            new Sgd(1, 0, 0, 0, false).step(trace, state, "critic_optim", value, List.of(critic), Clip.none(), lr);
            new Sgd(1, 0, 0, 0, false).step(trace, state, "actor_optim", policy, List.of(actor), Clip.none(), lr);
        });
        program.set("lr", 0.5).run();
        assertThat(critic.array().floats()).containsExactly(0f, 0f);
        assertThat(actor.array().floats()).containsExactly(-0.5f, 0f); // from the critic before its step
    }

    @Test
    void aParameterThatTheLossDoesNotUseStays() {
        Variables weights = new Variables();
        Variable used = weights.add("used", Array.of(Shape.of(2), 1f, 2f));
        Variable unused = weights.add("unused", Array.of(Shape.of(2), 3f, 4f));
        Program program = Program.trace(trace -> {
            Tensor norm = Adam.defaults()
                    .step(
                            trace,
                            new Variables(),
                            "o",
                            used.value().sum(),
                            List.of(used, unused),
                            Clip.norm(1),
                            trace.scalar("lr"));
            trace.output("norm", norm);
        });
        program.set("lr", 0.1).run();
        assertThat(unused.array().floats()).containsExactly(3f, 4f);
        assertThat(program.output("norm").item()).isCloseTo((float) Math.sqrt(2), within(1e-6));
    }

    @Test
    void aConstantGradientKeepsCenteredRmsPropFinite() {
        Variable w = new Variables().add("w", Array.of(Shape.of(3), 1f, 1f, 1f));
        RmsProp centered = new RmsProp(1e-2, 0.5, 1e-8, 0, 0, true);
        Program program =
                Program.trace(trace -> step(trace, centered, w, w.value().sum().mul(0.1)));
        program.set("lr", 1e-9);
        for (int i = 0; i < 200; i++) {
            program.run();
        }
        for (float weight : w.array().floats()) {
            assertThat(weight).isFinite();
        }
    }

    @Test
    void clippingByNormGivesThatNormAndKeepsTheDirection() {
        // gradient (3, 4) has norm 5; clipped at 1 it is (0.6, 0.8)
        Variable w = new Variables().add("w", Array.of(Shape.of(2), 0f, 0f));
        Tensor slope = Tensor.of(Array.of(Shape.of(2), 3f, 4f));
        Variables state = new Variables();
        Program program = Program.trace(trace -> trace.output(
                "norm",
                Sgd.defaults()
                        .step(
                                trace,
                                state,
                                "o",
                                w.value().mul(slope).sum(),
                                List.of(w),
                                Clip.norm(1),
                                trace.scalar("lr"))));
        program.set("lr", 1).run();
        assertThat(program.output("norm").item()).isEqualTo(5f);
        assertThat(w.array().floats()).containsExactly(new float[] {-0.6f, -0.8f}, within(1e-6));
    }

    @Test
    void anAdamProgramAllocatesNothing() {
        Net net = new Net();
        Program program = net.learn(Adam.defaults(), Clip.norm(0.5), Backend.jvm());
        assertThat(bytesWhenWarm(program)).isZero();
    }

    @Test
    void lookaheadAllocatesNothing() {
        Net net = new Net();
        Program program = net.learn(Lookahead.around(RAdam.defaults()), Clip.value(0.5), Backend.jvm());
        assertThat(bytesWhenWarm(program)).isZero();
    }

    @Test
    void wrongHyperparametersAreNamed() {
        assertThatThrownBy(() -> new Adam(-1, BETAS, 1e-8, 0)).hasMessageContaining("lr is -1.0");
        assertThatThrownBy(() -> new Adam(Double.NaN, BETAS, 1e-8, 0)).hasMessageContaining("lr is NaN");
        assertThatThrownBy(() -> new AdamW(1, List.of(0.9), 1e-8, 0)).hasMessageContaining("betas is [0.9]");
        assertThatThrownBy(() -> new RAdam(1, List.of(0.9, 1.0), 1e-8, 0)).hasMessageContaining("betas is 1.0");
        assertThatThrownBy(() -> new Adam(1, BETAS, -1e-8, 0)).hasMessageContaining("eps is -1.0E-8");
        assertThatThrownBy(() -> new RmsProp(1, 1, 1e-8, 0, 0, false)).hasMessageContaining("alpha is 1.0");
        assertThatThrownBy(() -> new Sgd(1, 0, 0, 0, true)).hasMessageContaining("nesterov with momentum 0.0");
        assertThatThrownBy(() -> new Sgd(1, 0.9, 0.1, 0, true)).hasMessageContaining("dampening 0.1");
        assertThatThrownBy(() -> new Lookahead(Adam.defaults(), 0, 0.5)).hasMessageContaining("k is 0");
        assertThatThrownBy(() -> new Lookahead(Adam.defaults(), 5, 0)).hasMessageContaining("alpha is 0.0");
        assertThatThrownBy(() -> Lookahead.around(Lookahead.around(Adam.defaults())))
                .hasMessageContaining("Lookahead around Lookahead");
        assertThatThrownBy(() -> Clip.norm(0)).hasMessageContaining("clipping by norm at 0.0");
        assertThatThrownBy(() -> Clip.value(Double.NaN)).hasMessageContaining("clipping by value at NaN");
    }

    @Test
    void wrongCallsAreNamed() {
        Variable w = new Variables().add("w", Array.of(Shape.of(2), 1f, 2f));
        Variables state = new Variables();
        state.add("taken.step", Array.of(Shape.of(3), 0f, 0f, 0f));
        Program.trace(trace -> {
            Tensor loss = w.value().sum();
            Tensor lr = trace.scalar("lr");
            Adam adam = Adam.defaults();
            assertThatThrownBy(() -> adam.step(trace, state, "o", loss, List.of(), Clip.none(), lr))
                    .hasMessageContaining("no parameters");
            assertThatThrownBy(() -> adam.step(trace, state, "o", loss, List.of(w, w), Clip.none(), lr))
                    .hasMessageContaining("a parameter is listed twice");
            assertThatThrownBy(() -> adam.step(trace, state, "o", loss, List.of(w), Clip.none(), w.value()))
                    .hasMessageContaining("the learning rate has shape [2]");
            assertThatThrownBy(() -> adam.step(trace, state, "o", w.value(), List.of(w), Clip.none(), lr))
                    .hasMessageContaining("a loss needs to be a scalar");
            assertThatThrownBy(() -> adam.step(trace, state, "taken", loss, List.of(w), Clip.none(), lr))
                    .hasMessageContaining("variable taken.step [3] already exists; needs shape []");
        });
    }

    /// Return the bytes of 5,000 runs once the compiler has come to rest: the first such round without any, or
    /// the last of many. What a run allocates every time shows in each round.
    private static long bytesWhenWarm(Program program) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = Long.MAX_VALUE;
        for (int round = 0; round < 60 && bytes != 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 5_000; i++) {
                program.run();
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        return bytes;
    }

    private static List<String> stateOf(Optimizer optimizer) {
        Variable w = new Variables().add("w", Array.of(Shape.of(1), 1f));
        Variables state = new Variables();
        Program.trace(trace ->
                optimizer.step(trace, state, "o", w.value().sum(), List.of(w), Clip.none(), trace.scalar("lr")));
        return state.all().stream().map(Variable::name).toList();
    }

    private static void step(Trace trace, Optimizer optimizer, Variable w, Tensor loss) {
        optimizer.step(trace, new Variables(), "o", loss, List.of(w), Clip.none(), trace.scalar("lr"));
    }

    private static org.assertj.core.data.Offset<Float> within(double offset) {
        return org.assertj.core.api.Assertions.within((float) offset);
    }

    /// 5 → 8 → 3 with tanh, as it starts in the recording; weights lie as [in, out].
    private static final class Net {
        final Variables weights = new Variables();
        final Variables state = new Variables();

        Net() {
            for (String layer : List.of("0", "2")) {
                Shape saved = GOLDEN.get("start." + layer + ".weight").shape();
                Array weight = Array.zeros(DType.FLOAT32, Shape.of(saved.dim(1), saved.dim(0)));
                weights.add(layer + ".weight", weight, 1, 0);
                weights.add(layer + ".bias", Array.zeros(DType.FLOAT32, Shape.of(saved.dim(0))));
            }
            Map<String, Array> start = new HashMap<>();
            weights.all().forEach(variable -> start.put(variable.name(), GOLDEN.get("start." + variable.name())));
            weights.load(start);
        }

        Program learn(Optimizer optimizer, Clip clip, Backend backend) {
            return learn(optimizer, clip, Program.Options.DEFAULT.backend(backend));
        }

        Program learn(Optimizer optimizer, Clip clip, Program.Options options) {
            Program program = Program.trace(options, trace -> {
                Tensor hidden = layer("0", trace.input("x", 16, 5)).tanh();
                Tensor loss =
                        layer("2", hidden).sub(trace.input("y", 16, 3)).square().mean();
                loss = loss.add(trace.scalar("poison").sqrt());
                List<Variable> all = List.copyOf(weights.all());
                trace.output("grad_norm", optimizer.step(trace, state, "optim", loss, all, clip, trace.scalar("lr")));
            });
            program.input("x").copyFrom(GOLDEN.get("x"));
            program.input("y").copyFrom(GOLDEN.get("y"));
            return program.set("lr", optimizer.lr());
        }

        private Tensor layer(String name, Tensor x) {
            return x.matmul(weights.get(name + ".weight").value())
                    .add(weights.get(name + ".bias").value());
        }

        /// Return copies of all weights and all state.
        Map<String, float[]> numbers() {
            Map<String, float[]> numbers = new LinkedHashMap<>();
            for (Variables store : List.of(weights, state)) {
                store.all()
                        .forEach(variable -> numbers.put(
                                variable.name(), variable.array().floats().clone()));
            }
            return numbers;
        }
    }
}

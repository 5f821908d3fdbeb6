package slmlab.tensor.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Array;
import slmlab.tensor.Numbers;
import slmlab.tensor.Pool;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Linear;
import slmlab.tensor.optim.Adam;
import slmlab.tensor.optim.AdamW;
import slmlab.tensor.optim.Clip;
import slmlab.tensor.optim.Lookahead;
import slmlab.tensor.optim.Optimizer;
import slmlab.tensor.optim.RAdam;
import slmlab.tensor.optim.RmsProp;
import slmlab.tensor.optim.Sgd;

/// Large enough calls are split over threads, and no bit changes.
class ThreadsTest {

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void anyNumberOfThreadsGivesTheSameBits(int threads) {
        assertSame(learn(Program.Options.DEFAULT), learn(Program.Options.DEFAULT.threads(threads)));
    }

    @ParameterizedTest
    @MethodSource
    void everyOptimizerIsSplit(Optimizer optimizer) {
        assertSame(learn(Program.Options.DEFAULT, optimizer), learn(Program.Options.DEFAULT.threads(3), optimizer));
    }

    static Stream<Optimizer> everyOptimizerIsSplit() {
        return Stream.of(
                Sgd.defaults(),
                AdamW.defaults(),
                RAdam.defaults(),
                RmsProp.defaults(),
                Lookahead.around(Adam.defaults()));
    }

    private static void assertSame(List<Map<String, Array>> one, List<Map<String, Array>> many) {
        for (int update = 0; update < one.size(); update++) {
            Map<String, Array> expected = one.get(update);
            many.get(update)
                    .forEach((name, array) -> assertThat(array.floats())
                            .as(name)
                            .isEqualTo(
                                    Objects.requireNonNull(expected.get(name)).floats()));
        }
    }

    @Test
    void programsShareAPool() {
        try (Pool pool = new Pool(2)) {
            assertSame(learn(Program.Options.DEFAULT), learn(Program.Options.DEFAULT.pool(pool)));
            assertSame(learn(Program.Options.DEFAULT), learn(Program.Options.DEFAULT.pool(pool)));
        }
        assertThatThrownBy(() -> new Pool(1)).hasMessage("a pool of 1 threads; needs at least 2");
    }

    @Test
    void anErrorOnAnotherThreadReachesTheCaller() {
        try (var workers = new slmlab.tensor.internal.Workers(3)) {
            assertThatThrownBy(() -> workers.run(thread -> {
                        if (thread == 2) {
                            throw new IllegalStateException("thread 2");
                        }
                    }))
                    .hasMessage("thread 2");
            int[] ran = new int[3];
            workers.run(thread -> ran[thread] = thread + 1);
            assertThat(ran).containsExactly(1, 2, 3);
        }
    }

    /// Return the variables after each of six updates of a net with convolutions, wide products and element-wise
    /// chains.
    private static List<Map<String, Array>> learn(Program.Options options) {
        return learn(options, Adam.defaults());
    }

    private static List<Map<String, Array>> learn(Program.Options options, Optimizer optimizer) {
        Variables variables = new Variables();
        RandomStream random = RandomStream.ofSeed(1);
        Conv conv = Conv.of(variables, "conv", 3, 20, Conv.Window.square(5, 2, 0), Init.DEFAULT, random);
        Linear wide = Linear.of(variables, "wide", 20 * 14 * 14, 300, Init.DEFAULT, random);
        Linear head = Linear.of(variables, "head", 300, 5, Init.DEFAULT, random);
        List<Variable> parameters = List.copyOf(variables.all());
        List<Map<String, Array>> states = new ArrayList<>();
        try (Program program = Program.trace(options, trace -> {
            Tensor x = trace.input("x", 37, 31, 31, 3);
            Tensor seen = conv.apply(x).tanh().reshape(37, 20 * 14 * 14);
            Tensor y = head.apply(wide.apply(seen).gelu());
            Tensor loss = y.logSoftmax(1).square().mean();
            optimizer.step(trace, variables, "optim", loss, parameters, Clip.norm(1), trace.scalar("lr"));
        })) {
            program.input("x").copyFrom(new Numbers(2).normal(37, 31, 31, 3));
            for (int update = 0; update < 6; update++) {
                program.set("lr", 1e-2).run();
                states.add(variables.export());
            }
        }
        return states;
    }
}

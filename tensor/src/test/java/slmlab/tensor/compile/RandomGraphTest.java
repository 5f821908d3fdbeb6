package slmlab.tensor.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.Array;
import slmlab.tensor.Backend;
import slmlab.tensor.Gradients;
import slmlab.tensor.Numbers;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.op.OpsTest;

/// Random graphs through all passes (simplify, fold, cluster, plan) against the reference, which has none of
/// them.
class RandomGraphTest {
    private static final int NODES = 40;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void optimizedEqualsReference(long seed) {
        assertOptimizedEqualsReference(seed, RandomGraphTest::build);
    }

    /// Chains that wait for each other's sums, in random order: groups of operations could close a cycle in
    /// many ways.
    @ParameterizedTest
    @MethodSource("seeds")
    void crossNormalizedChainsEqualReference(long seed) {
        assertOptimizedEqualsReference(seed, RandomGraphTest::chains);
    }

    private static void assertOptimizedEqualsReference(long seed, BiConsumer<Trace, Numbers> body) {
        Map<String, Array> expected = run(seed, body, Program.Options.DEFAULT.backend(Backend.reference()));
        Map<String, Array> fused = run(seed, body, Program.Options.DEFAULT);
        fused.forEach((name, array) -> OpsTest.assertClose(name, array, expected));
    }

    private static Map<String, Array> run(long seed, BiConsumer<Trace, Numbers> body, Program.Options options) {
        try (Program program = Program.trace(options, trace -> body.accept(trace, new Numbers(seed)))) {
            Numbers numbers = new Numbers(seed + 1000);
            for (Array input : program.inputs().values()) {
                input.copyFrom(numbers.uniform(-1, 1, input.shape().dims()));
            }
            program.run();
            program.run(); // stale workspace must not matter
            return program.outputs();
        }
    }

    private static void build(Trace trace, Numbers numbers) {
        RandomStream random = numbers.random();
        List<Tensor> pool = new ArrayList<>();
        pool.add(trace.input("matrix", 6, 20));
        pool.add(trace.input("other", 6, 20));
        pool.add(trace.input("row", 20));
        pool.add(trace.input("column", 6, 1));
        pool.add(trace.input("scalar"));
        pool.add(Tensor.of(0.5));
        for (int i = 0; i < NODES; i++) {
            Tensor a = pool.get(random.nextInt(pool.size()));
            Tensor b = pool.get(random.nextInt(pool.size()));
            pool.add(next(random, a, b));
        }
        outputs(trace, pool, 4);
    }

    private static void chains(Trace trace, Numbers numbers) {
        RandomStream random = numbers.random();
        int chains = 2 + random.nextInt(4);
        List<Tensor> heads = new ArrayList<>();
        for (int i = 0; i < chains; i++) {
            heads.add(trace.input("x" + i, 6, 20).exp());
        }
        for (int i = 0; i < NODES; i++) {
            int chain = random.nextInt(chains);
            Tensor head = heads.get(chain);
            Tensor other = heads.get(random.nextInt(chains));
            heads.set(
                    chain,
                    switch (random.nextInt(6)) {
                        case 0 -> head.tanh();
                        case 1 -> head.add(other).mul(0.5);
                        case 2 -> head.mul(other.mean(0));
                        default -> head.div(other.square().mean(1).add(1).reshape(6, 1));
                    });
            if (random.nextInt(4) == 0) { // an early result that only the end reads
                heads.add(head.sin());
            }
        }
        outputs(trace, heads, heads.size());
    }

    /// The last tensors and the gradient of a loss on them.
    private static void outputs(Trace trace, List<Tensor> pool, int count) {
        List<Tensor> inputs = new ArrayList<>(trace.inputs().values());
        Tensor loss = Tensor.of(0);
        for (int i = pool.size() - count; i < pool.size(); i++) {
            trace.output("y" + i, pool.get(i));
            loss = loss.add(pool.get(i).square().mean());
        }
        List<Tensor> gradients = Gradients.of(loss, inputs);
        for (int i = 0; i < gradients.size(); i++) {
            trace.output("gradient" + i, gradients.get(i));
        }
    }

    /// Values stay in [−1, 1] or so, so that 1e-5 means something everywhere.
    private static Tensor next(RandomStream random, Tensor a, Tensor b) {
        Shape both = Shape.broadcast(a.shape(), b.shape());
        boolean fits = both != null && a.shape().rank() <= 2 && b.shape().rank() <= 2;
        Tensor grown = both == null ? a : a.broadcast(both); // both may grow
        return switch (random.nextInt(fits ? 14 : 8)) {
            case 0 -> a.tanh();
            case 1 -> a.shape().rank() == 2 ? a.transpose() : a.sin();
            case 2 -> a.shape().rank() > 0 ? a.mean(0) : a.cos();
            case 3 ->
                a.shape().rank() > 0
                        ? a.reshape(-1).slice(0, 0, Math.max(1, a.shape().volume() / 2))
                        : a.neg();
            case 4 -> a.shape().rank() == 2 ? a.transpose().matmul(a).div(20).tanh() : a.square();
            case 5 ->
                a.shape().rank() == 2
                        ? a.matmul(
                                        b.shape().rank() == 2
                                                        && b.shape().dim(0)
                                                                == a.shape().dim(1)
                                                ? b
                                                : a.transpose())
                                .div(20)
                        : a.abs();
            case 6 -> a.shape().rank() > 0 ? Tensor.concat(0, List.of(a, a.neg())) : a.mul(0.25);
            case 7 -> a.shape().rank() > 0 ? a.pad(0, 1, 0) : a.sigmoid();
            case 8 -> grown.add(b).mul(0.5);
            case 9 -> grown.sub(b).mul(0.5);
            case 10 -> grown.mul(b);
            case 11 -> grown.gt(b).select(grown, b.mul(0.5));
            case 12 -> grown.add(b).tanh();
            default -> grown.mul(b).add(grown).mul(0.5);
        };
    }
}

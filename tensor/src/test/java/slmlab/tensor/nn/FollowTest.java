package slmlab.tensor.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Running statistics that follow batches, some of whose rows may not count, while the layer's function stays.
class FollowTest {
    private static final int FEATURES = 3;

    private final Variables variables = new Variables();
    private final RandomStream random = RandomStream.ofSeed(5);

    private BatchStatistics layer(String name, int features) {
        return name.equals("norm")
                ? BatchNorm.of(variables, name, features, 0.5, 1e-5)
                : BatchRenorm.of(variables, name, features, new BatchRenorm.Settings(0.5, 1e-5, 3, 5, 10));
    }

    private static Program follow(BatchStatistics layer, boolean weighted, int... dims) {
        return Program.trace(trace -> {
            var x = trace.input("x", dims);
            var training = layer.follow(x, weighted ? trace.input("weight", dims[0]) : null);
            training.assign(trace);
            trace.output("y", training.y());
        });
    }

    private void draw(Array array, double mean, double scale) {
        for (int i = 0; i < array.floats().length; i++) {
            array.floats()[i] = (float) (mean + scale * random.nextNormal());
        }
    }

    private BatchStatistics moved(String name, int features) {
        BatchStatistics layer = layer(name, features);
        Arrays.fill(variables.get(name + ".running_mean").array().floats(), 0.5f);
        return layer;
    }

    private List<float[]> statistics(String name) {
        return List.of(
                variables.get(name + ".running_mean").array().floats().clone(),
                variables.get(name + ".running_var").array().floats().clone());
    }

    private static void run(Program program, float... x) {
        System.arraycopy(x, 0, program.input("x").floats(), 0, x.length);
        program.run();
    }

    @Test
    void rowsWithoutWeightDoNotCount() {
        BatchNorm norm = BatchNorm.of(variables, "norm", 1, 0.25, 0);
        Program program = follow(norm, true, 3, 1);
        System.arraycopy(new float[] {0.5f, 0.5f, 0}, 0, program.input("weight").floats(), 0, 3);
        // 1 and 3 count: mean 2, unbiased variance 2; the first time by ¾: mean 1.5, variance ¼ + ¾·2
        run(program, 1, 3, 100);
        assertThat(norm.runningMean().array().item()).isEqualTo(1.5f);
        assertThat(norm.runningVar().array().item()).isEqualTo(1.75f);
        assertThat(norm.weight().array().item()).isEqualTo(1);
        assertThat(norm.bias().array().item()).isEqualTo(0);
        float[] expected = {-0.5f, 1.5f, 98.5f};
        for (int i = 0; i < 3; i++) {
            assertThat(program.output("y").floats()[i])
                    .isCloseTo((float) (expected[i] / Math.sqrt(1.75)), within(1e-5f));
        }
        // 5 and 7 count: mean 6, variance 2; then by ¼: mean 1.5 + 4.5/4, variance 1.75 + ¼·¼
        run(program, 5, 7, -100);
        assertThat(norm.runningMean().array().item()).isEqualTo(2.625f);
        assertThat(norm.runningVar().array().item()).isEqualTo(1.8125f);
        // (x − 2.625)/√1.8125·γ + β is (x − 1.5)/√1.75 again
        assertThat(norm.weight().array().item()).isCloseTo((float) Math.sqrt(1.8125 / 1.75), within(1e-6f));
        assertThat(norm.bias().array().item()).isCloseTo((float) (1.125 / Math.sqrt(1.75)), within(1e-6f));
        assertThat(program.output("y").floats()[0]).isCloseTo((float) (3.5 / Math.sqrt(1.75)), within(1e-5f));
    }

    @Test
    void aFeatureThatNeverVariedDoesNotExplode() {
        BatchNorm norm = BatchNorm.of(variables, "norm", 1, 0.1, 1e-5);
        Program program = follow(norm, false, 2, 1);
        run(program, 0, 0);
        Program evaluate = Program.trace(trace -> trace.output("y", norm.evaluate(trace.input("x", 1, 1))));
        run(evaluate, 1);
        assertThat(evaluate.output("y").item()).isBetween(1f, 3.2f); // 1/√0.1
    }

    /// Whatever fills up, statistics move as [BatchStatistics#train] moves those of a batch without it.
    @ParameterizedTest
    @ValueSource(strings = {"norm", "renorm"})
    void statisticsMoveAsInTraining(String name) {
        for (int[] image : new int[][] {{}, {2, 3}}) {
            int[] counted = dims(4, image);
            int[] filled = dims(7, image);
            Array rows = Array.zeros(DType.FLOAT32, Shape.of(counted));
            draw(rows, 3, 2);
            FollowTest trained = new FollowTest(); // a store of its own
            BatchStatistics layer = trained.moved(name, FEATURES);
            Program train = Program.trace(
                    trace -> layer.train(trace.input("x", counted)).assign(trace));
            train.input("x").copyFrom(rows);
            train.run();
            FollowTest followed = new FollowTest();
            Program program = follow(followed.moved(name, FEATURES), true, filled);
            Arrays.fill(program.input("x").floats(), 1e6f);
            System.arraycopy(rows.floats(), 0, program.input("x").floats(), 0, rows.floats().length);
            Arrays.fill(program.input("weight").floats(), 0, 4, 0.25f);
            program.run();
            FollowTest plain = new FollowTest();
            Program unweighted = follow(plain.moved(name, FEATURES), false, counted);
            unweighted.input("x").copyFrom(rows);
            unweighted.run();
            for (int i = 0; i < 2; i++) {
                float[] expected = trained.statistics(name).get(i);
                assertThat(followed.statistics(name).get(i)).containsExactly(expected, within(1e-5f));
                assertThat(plain.statistics(name).get(i)).containsExactly(expected, within(1e-5f));
            }
        }
    }

    private static int[] dims(int rows, int... image) {
        int[] dims = new int[image.length + 2];
        dims[0] = rows;
        System.arraycopy(image, 0, dims, 1, image.length);
        dims[dims.length - 1] = FEATURES;
        return dims;
    }

    @ParameterizedTest
    @ValueSource(strings = {"norm", "renorm"})
    void theFunctionStaysAsItIs(String name) {
        BatchStatistics layer = moved(name, FEATURES);
        for (Variable parameter : layer.parameters()) {
            draw(parameter.array(), 1, 0.5);
        }
        Program evaluate = Program.trace(trace -> trace.output("y", layer.evaluate(trace.input("x", 9, FEATURES))));
        draw(evaluate.input("x"), -1, 3);
        evaluate.run();
        float[] before = evaluate.output("y").floats().clone();
        Program program = follow(layer, false, 5, FEATURES);
        for (int move = 0; move < 20; move++) {
            draw(program.input("x"), move, 0.2 + move);
            program.run();
        }
        assertThat(variables.get(name + ".running_mean").array().floats()[0]).isGreaterThan(5);
        evaluate.run();
        assertThat(evaluate.output("y").floats()).containsExactly(before, within(1e-4f));
    }
}

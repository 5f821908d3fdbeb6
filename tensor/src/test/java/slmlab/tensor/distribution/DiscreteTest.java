package slmlab.tensor.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static slmlab.tensor.distribution.Sampled.row;
import static slmlab.tensor.distribution.Sampled.rows;
import static slmlab.tensor.distribution.Sampled.run;
import static slmlab.tensor.distribution.Sampled.shares;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.GradientCheck;
import slmlab.tensor.Gradients;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Discrete distributions: categorical, multi-categorical, Bernoulli, and Gumbel-softmax.
class DiscreteTest {
    private static final int DRAWS = 100_000;
    private static final double ROOM = 5 * Math.sqrt(0.25 / DRAWS); // five standard deviations of a share

    @Test
    void categoricalDrawsAsOftenAsItSays() {
        double[] probabilities = {0.1, 0.2, 0.3, 0.4};
        float[] logits = logs(probabilities, 3); // a constant on all logits has no effect
        int[] drawn = run(() -> Categorical.of(rows(DRAWS, logits)).sample()).ints();
        assertThat(shares(drawn, 4)).containsExactly(probabilities, within(ROOM));
    }

    @Test
    void rareActionsAreDrawnAsOftenAsTheyShould() {
        double[] probabilities = {0.001, 0.009, 0.99};
        int[] drawn = run(
                        2,
                        () -> Categorical.of(rows(DRAWS, logs(probabilities, 0)))
                                .sample())
                .ints();
        double[] shares = shares(drawn, 3);
        assertThat(shares[0]).isCloseTo(0.001, within(5 * Math.sqrt(0.001 / DRAWS)));
        assertThat(shares[1]).isCloseTo(0.009, within(5 * Math.sqrt(0.009 / DRAWS)));
    }

    @Test
    void largeLogitsDoNotSwampTheNoise() {
        int[] drawn = run(() ->
                        Categorical.of(rows(DRAWS, 10_000f, 10_000f, -10_000f)).sample())
                .ints();
        assertThat(shares(drawn, 3)).containsExactly(new double[] {0.5, 0.5, 0}, within(ROOM));
    }

    @Test
    void drawsChangeFromRunToRunAndFollowTheSeed() {
        Program program = Program.trace(
                Program.Options.DEFAULT.random(RandomStream.ofSeed(9)),
                trace -> trace.output(
                        "action", Categorical.of(rows(100, 0, 0, 0)).sample()));
        program.run();
        int[] first = program.output("action").ints().clone();
        program.run();
        assertThat(program.output("action").ints()).isNotEqualTo(first);
        assertThat(run(9, () -> Categorical.of(rows(100, 0, 0, 0)).sample()).ints())
                .isEqualTo(first);
    }

    @Test
    void theModeIsTheLargest() {
        assertThat(run(() -> Categorical.of(row(1, 3, 2)).mode()).ints()).containsExactly(1);
        assertThat(run(() ->
                        MultiCategorical.of(row(1, 3, 2, 9, 8), List.of(3, 2)).mode()))
                .satisfies(mode -> assertThat(mode.shape()).isEqualTo(Shape.of(1, 2)))
                .satisfies(mode -> assertThat(mode.ints()).containsExactly(1, 0));
        assertThat(run(() -> Bernoulli.of(row(-1, 0.5f, 2)).mode()).ints()).containsExactly(0, 1, 1);
        assertThat(run(() -> GumbelSoftmax.of(row(1, 3, 2), Tensor.of(1)).mode())
                        .ints())
                .containsExactly(1);
    }

    @Test
    void aDrawComesWithItsLogProbability() {
        Program program = Program.trace(Program.Options.DEFAULT.random(RandomStream.ofSeed(4)), trace -> {
            Categorical categorical = Categorical.of(rows(50, 1, 2, 0.5f));
            Distribution.Draw draw = categorical.draw();
            trace.output("action", draw.action());
            trace.output("draw", draw.logProb());
            trace.output("all", categorical.logProbs());
        });
        program.run();
        for (int i = 0; i < 50; i++) {
            int action = program.output("action").ints()[i];
            assertThat(program.output("draw").floats()[i])
                    .isEqualTo(program.output("all").floats()[3 * i + action]);
        }
    }

    @Test
    void divergenceIsThatOfTheGibbsExample() {
        // π_ref = .4 .3 .2 .1 and π* ∝ π_ref·e^r, r = 0 1 2 3: KL(π*‖π_ref) = .535642903
        float[] reference = logs(new double[] {0.4, 0.3, 0.2, 0.1}, 0);
        float[] tilted = {reference[0], reference[1] + 1, reference[2] + 2, reference[3] + 3};
        Array kl = run(() -> Categorical.of(row(tilted)).kl(Categorical.of(row(reference))));
        assertThat(kl.shape()).isEqualTo(Shape.of(1));
        assertThat(kl.item()).isCloseTo(0.535642903f, within(1e-6f));
        assertThat(run(() -> Categorical.of(row(tilted)).probs()).floats())
                .containsExactly(new float[] {0.085072907f, 0.173439102f, 0.314304240f, 0.427183752f}, within(1e-6f));
    }

    @Test
    void anyNumberOfAxesMayStandInFront() {
        Tensor logits = Tensor.constant(Shape.of(2, 3, 4), 0);
        Array entropy = run(() -> Categorical.of(logits).entropy());
        assertThat(entropy.shape()).isEqualTo(Shape.of(2, 3));
        assertThat(entropy.floats()).containsOnly(new float[] {(float) Math.log(4)}, within(1e-6f));
        assertThat(run(() -> Categorical.of(logits).draw().logProb()).shape()).isEqualTo(Shape.of(2, 3));
        assertThat(run(() -> MultiCategorical.of(logits, List.of(3, 1)).draw().logProb())
                        .shape())
                .isEqualTo(Shape.of(2, 3));
        assertThat(run(() -> Bernoulli.of(logits).sample()).shape()).isEqualTo(Shape.of(2, 3, 4));
        assertThat(run(() -> Categorical.of(Tensor.constant(Shape.of(4), 0)).entropy())
                        .shape())
                .isEqualTo(Shape.SCALAR);
    }

    // ---- masks

    @Test
    void maskedActionsAreNeverDrawn() {
        int[] drawn = run(() -> Categorical.of(rows(DRAWS, 5, 0, 9, 0), rows(DRAWS, 0, 1, 0, 1))
                        .sample())
                .ints();
        assertThat(shares(drawn, 4)).containsExactly(new double[] {0, 0.5, 0, 0.5}, within(ROOM));
        assertThat(shares(drawn, 4)[0] + shares(drawn, 4)[2]).isZero();
        Array several =
                run(() -> MultiCategorical.of(rows(1000, 3, 0, 9, 0, 0), List.of(2, 3), rows(1000, 0, 1, 0, 1, 1))
                        .sample());
        assertThat(Sampled.intColumn(several, 0)).containsOnly(1);
        assertThat(Sampled.intColumn(several, 1)).doesNotContain(0).contains(1, 2);
    }

    @Test
    void allowedActionsAreAsIfTheOthersWereNotThere() {
        Array masked = run(
                () -> Categorical.of(row(5, 1, -9, 2, 7e3f), row(0, 1, 1, 1, 0)).logProbs());
        Array alone = run(() -> Categorical.of(row(1, -9, 2)).logProbs());
        float[] allowed = {masked.floats()[1], masked.floats()[2], masked.floats()[3]};
        assertThat(allowed).containsExactly(alone.floats(), within(1e-6f));
        assertThat(run(() -> Categorical.of(row(5, 1, -9, 2, 7e3f), row(0, 1, 1, 1, 0))
                                .entropy())
                        .item())
                .isCloseTo(run(() -> Categorical.of(row(1, -9, 2)).entropy()).item(), within(1e-6f));
        Sampled.assertFinite(masked.floats());
    }

    @Test
    void masksMayBeBytes() {
        Tensor mask = Tensor.of(Array.ofBytes(Shape.of(1, 3), new byte[] {1, 0, 1}));
        assertThat(run(() -> Categorical.of(row(0, 50, 0), mask).probs()).floats())
                .containsExactly(new float[] {0.5f, 0, 0.5f}, within(1e-6f));
    }

    @Test
    void theOnlyActionIsCertain() {
        Function<Tensor, Categorical> one = logits -> Categorical.of(logits, row(0, 0, 1));
        assertThat(run(() -> one.apply(row(3, 2, -8)).entropy()).item()).isZero();
        assertThat(run(() -> one.apply(row(3, 2, -8)).probs()).floats()).containsExactly(0, 0, 1);
        assertThat(gradient(logits -> one.apply(logits).entropy(), 3, 2, -8)).containsOnly(0);
    }

    @Test
    void aRowThatAllowsNothingIsUniform() {
        assertThat(run(() -> Categorical.of(row(3, 2), row(0, 0)).probs()).floats())
                .containsExactly(0.5f, 0.5f);
        assertThat(gradient(logits -> Categorical.of(logits, row(0, 0)).entropy(), 3, 2))
                .containsOnly(0);
    }

    @Test
    void maskedActionsHaveProbability0() {
        float[] probs =
                run(() -> Categorical.of(row(1, 1e4f, 2), row(1, 0, 1)).probs()).floats();
        assertThat(probs[1]).isZero();
        assertThat(probs[0] + probs[2]).isCloseTo(1, within(1e-6f));
    }

    @Test
    void maskedLogitsHaveNoGradient() {
        Tensor first = Tensor.of(Array.ofInts(Shape.of(1), 0));
        for (Function<Tensor, Tensor> f : List.<Function<Tensor, Tensor>>of(
                logits -> Categorical.of(logits, row(1, 0, 1)).logProb(first),
                logits -> Categorical.of(logits, row(1, 0, 1)).entropy(),
                logits -> Categorical.of(logits, row(1, 0, 1)).kl(Categorical.of(row(1, 2, 3), row(1, 0, 1))))) {
            float[] gradient = gradient(f, 1, 1e4f, 2);
            Sampled.assertFinite(gradient);
            assertThat(gradient[1]).isZero();
            assertThat(gradient[0]).isNotZero();
        }
    }

    // ---- extremes

    @Test
    void extremeLogitsStayFinite() {
        float[] logits = {1e4f, -1e4f, 0, 9999};
        Tensor other = row(-1e4f, 1e4f, 0, 1);
        Tensor unlikely = Tensor.of(Array.ofInts(Shape.of(1), 1));
        Tensor switches = Tensor.of(Array.ofInts(Shape.of(1, 4), 0, 1, 1, 0));
        Tensor choices = Tensor.of(Array.ofInts(Shape.of(1, 2), 1, 0));
        List<Function<Tensor, Tensor>> functions = List.of(
                x -> Categorical.of(x).logProb(unlikely),
                x -> Categorical.of(x).entropy(),
                x -> Categorical.of(x).kl(Categorical.of(other)),
                x -> Categorical.of(other).kl(Categorical.of(x)),
                x -> MultiCategorical.of(x, List.of(2, 2)).logProb(choices),
                x -> MultiCategorical.of(x, List.of(2, 2)).entropy(),
                x -> Bernoulli.of(x).logProb(switches),
                x -> Bernoulli.of(x).entropy(),
                x -> Bernoulli.of(x).kl(Bernoulli.of(other)),
                x -> GumbelSoftmax.of(x, Tensor.of(0.1)).rsample(),
                x -> GumbelSoftmax.of(x, Tensor.of(0.1)).rsampleHard());
        for (Function<Tensor, Tensor> function : functions) {
            Sampled.assertFinite(run(() -> function.apply(row(logits))).floats());
            Sampled.assertFinite(gradient(function, logits));
        }
        assertThat(run(() -> Categorical.of(row(logits)).logProb(unlikely)).item())
                .isCloseTo(-20000.313f, within(0.002f));
        assertThat(run(() -> Bernoulli.of(row(logits)).logProb(switches)).item())
                .isCloseTo(-1e4f - 1e4f - 0.6931f - 9999, within(0.01f));
        assertThat(run(() -> Bernoulli.of(row(1e4f, -1e4f)).entropy()).item()).isZero();
    }

    // ---- several choices and switches

    @Test
    void severalActionsAreDrawnIndependently() {
        double[] first = {0.2, 0.8};
        double[] second = {0.5, 0.1, 0.4};
        float[] logits = new float[5];
        System.arraycopy(logs(first, 1), 0, logits, 0, 2);
        System.arraycopy(logs(second, -4), 0, logits, 2, 3);
        Array drawn = run(
                () -> MultiCategorical.of(rows(DRAWS, logits), List.of(2, 3)).sample());
        assertThat(drawn.dtype()).isEqualTo(DType.INT32);
        assertThat(drawn.shape()).isEqualTo(Shape.of(DRAWS, 2));
        assertThat(shares(Sampled.intColumn(drawn, 0), 2)).containsExactly(first, within(ROOM));
        assertThat(shares(Sampled.intColumn(drawn, 1), 3)).containsExactly(second, within(ROOM));
        int[] pairs = new int[DRAWS];
        Arrays.setAll(pairs, i -> drawn.ints()[2 * i] * 3 + drawn.ints()[2 * i + 1]);
        assertThat(shares(pairs, 6)).containsExactly(new double[] {0.1, 0.02, 0.08, 0.4, 0.08, 0.32}, within(ROOM));
    }

    @Test
    void bernoulliActionsAreDrawnIndependently() {
        float[] logits = {(float) Math.log(0.3 / 0.7), 2, -20};
        Array drawn = run(() -> Bernoulli.of(rows(DRAWS, logits)).sample());
        assertThat(drawn.dtype()).isEqualTo(DType.INT32);
        assertThat(shares(Sampled.intColumn(drawn, 0), 2)[1]).isCloseTo(0.3, within(ROOM));
        assertThat(shares(Sampled.intColumn(drawn, 1), 2)[1]).isCloseTo(0.880797, within(ROOM));
        assertThat(shares(Sampled.intColumn(drawn, 2), 2)[1]).isCloseTo(0, within(1e-4));
        int both = 0;
        for (int i = 0; i < DRAWS; i++) {
            both += drawn.ints()[3 * i] * drawn.ints()[3 * i + 1];
        }
        assertThat((double) both / DRAWS).isCloseTo(0.3 * 0.880797, within(ROOM));
    }

    // ---- relaxed

    @Test
    void softRowsAreDistributionsWhoseLargestIsADraw() {
        double[] probabilities = {0.1, 0.6, 0.3};
        Tensor logits = rows(DRAWS, logs(probabilities, 0));
        Array soft = run(() -> GumbelSoftmax.of(logits, Tensor.of(0.5)).rsample());
        int[] largest = new int[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            float[] row = Arrays.copyOfRange(soft.floats(), 3 * i, 3 * i + 3);
            assertThat(row[0] + row[1] + row[2]).isCloseTo(1, within(1e-5f));
            largest[i] = row[0] > row[1] && row[0] > row[2] ? 0 : row[1] > row[2] ? 1 : 2;
        }
        assertThat(shares(largest, 3)).containsExactly(probabilities, within(ROOM));
        int[] drawn =
                run(() -> GumbelSoftmax.of(logits, Tensor.of(0.5)).sample()).ints();
        assertThat(shares(drawn, 3)).containsExactly(probabilities, within(ROOM));
    }

    @Test
    void hardRowsAreOneHotWithTheSoftRowsGradient() {
        Array hard = run(
                7, () -> GumbelSoftmax.of(rows(1000, 1, 2, 0), Tensor.of(0.7)).rsampleHard());
        assertThat(hard.floats()).containsOnly(0, 1);
        for (int i = 0; i < 1000; i++) {
            assertThat(hard.floats()[3 * i] + hard.floats()[3 * i + 1] + hard.floats()[3 * i + 2])
                    .isEqualTo(1);
        }
        Tensor weight = row(1, -2, 5); // the same seed draws the same noise
        float[] ofSoft =
                gradient(x -> GumbelSoftmax.of(x, Tensor.of(0.7)).rsample().mul(weight), 1, 2, 0);
        float[] ofHard =
                gradient(x -> GumbelSoftmax.of(x, Tensor.of(0.7)).rsampleHard().mul(weight), 1, 2, 0);
        assertThat(ofHard).isEqualTo(ofSoft);
        assertThat(ofSoft).doesNotContain(0);
    }

    @Test
    void gumbelSoftmaxIsTheCategoricalItRelaxes() {
        Tensor choice = Tensor.of(Array.ofInts(Shape.of(1), 2));
        Tensor logits = row(1, 2, 0.5f);
        float expected = run(() -> Categorical.of(logits).logProb(choice)).item();
        GumbelSoftmax relaxed = GumbelSoftmax.of(logits, Tensor.of(1));
        assertThat(run(() -> relaxed.logProb(choice)).item()).isEqualTo(expected);
        assertThat(run(() -> relaxed.logProb(row(0, 0, 1))).item()).isEqualTo(expected);
        assertThat(run(relaxed::entropy).item())
                .isEqualTo(run(() -> Categorical.of(logits).entropy()).item());
        assertThat(run(() -> relaxed.kl(GumbelSoftmax.of(row(0, 0, 0), Tensor.of(1))))
                        .item())
                .isEqualTo(run(() -> Categorical.of(logits).kl(Categorical.of(row(0, 0, 0))))
                        .item());
        assertThat(GradientCheck.worstError(
                        in -> GumbelSoftmax.of(in.get(0), Tensor.of(1)).logProb(in.get(1)),
                        Array.of(Shape.of(1, 3), 1f, 2f, 0.5f),
                        Array.of(Shape.of(1, 3), 0f, 0f, 1f)))
                .isLessThan(1e-6);
    }

    // ---- errors

    @Test
    void wrongCallsAreNamed() {
        Categorical categorical = Categorical.of(row(1, 2));
        assertThatThrownBy(() -> categorical.kl(Bernoulli.of(row(1, 2))))
                .hasMessage("divergence of Bernoulli from Categorical: needs two of the same kind");
        assertThatThrownBy(() -> categorical.logProb(row(1, 2)))
                .hasMessageContaining("action of Categorical is FLOAT32 [1, 2]; needs INT32 [1]");
        assertThatThrownBy(() -> MultiCategorical.of(row(1, 2, 3), List.of(2, 2)))
                .hasMessageContaining("actions of sizes [2, 2] from a row of [1, 3]: needs a last axis of 4");
        assertThatThrownBy(() -> MultiCategorical.of(row(1, 2, 3), List.of(1, 2))
                        .kl(MultiCategorical.of(row(1, 2, 3), List.of(3))))
                .hasMessageContaining("divergence of 1 distributions from 2");
        assertThatThrownBy(() -> GumbelSoftmax.of(row(1, 2), row(1, 2))).hasMessageContaining("temperature of shape");
    }

    /// Return the gradient of the sum of `f`'s values by its only row.
    private static float[] gradient(Function<Tensor, Tensor> f, float... row) {
        Program program = Program.trace(Program.Options.DEFAULT.random(RandomStream.ofSeed(5)), trace -> {
            Tensor x = trace.input("x", 1, row.length);
            trace.output("g", Gradients.of(f.apply(x).sum(), List.of(x)).getFirst());
        });
        System.arraycopy(row, 0, program.input("x").floats(), 0, row.length);
        program.run();
        return program.output("g").floats();
    }

    private static float[] logs(double[] probabilities, double plus) {
        float[] logs = new float[probabilities.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = (float) (Math.log(probabilities[i]) + plus);
        }
        return logs;
    }
}

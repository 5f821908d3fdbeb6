package slmlab.tensor.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static slmlab.tensor.distribution.Sampled.column;
import static slmlab.tensor.distribution.Sampled.moment;
import static slmlab.tensor.distribution.Sampled.row;
import static slmlab.tensor.distribution.Sampled.rows;
import static slmlab.tensor.distribution.Sampled.run;

import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Gradients;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Gaussians, plain and squashed.
class ContinuousTest {
    private static final int DRAWS = 100_000;
    private static final Array LOW = Array.of(Shape.of(2), -2f, 0f);
    private static final Array HIGH = Array.of(Shape.of(2), 2f, 10f);

    @Test
    void drawsHaveTheMomentsOfANormalDistribution() {
        Array drawn = run(() -> DiagonalGaussian.of(rows(DRAWS, 1, -3), Tensor.of(Array.of(Shape.of(2), 0f, -1f)))
                .sample());
        assertThat(drawn.shape()).isEqualTo(Shape.of(DRAWS, 2));
        double[] mean = {1, -3};
        double[] std = {1, Math.exp(-1)};
        for (int i = 0; i < 2; i++) {
            float[] x = column(drawn, i);
            double error = 5 / Math.sqrt(DRAWS);
            assertThat(moment(x, 0, 1)).isCloseTo(mean[i], within(error * std[i]));
            assertThat(moment(x, mean[i], 2) / Math.pow(std[i], 2)).isCloseTo(1, within(error * Math.sqrt(2)));
            assertThat(moment(x, mean[i], 3) / Math.pow(std[i], 3)).isCloseTo(0, within(error * Math.sqrt(15)));
            assertThat(moment(x, mean[i], 4) / Math.pow(std[i], 4)).isCloseTo(3, within(error * Math.sqrt(96)));
        }
        float[] first = column(drawn, 0);
        float[] second = column(drawn, 1);
        double covariance = 0;
        for (int i = 0; i < DRAWS; i++) {
            covariance += (first[i] - mean[0]) * (second[i] - mean[1]) / DRAWS;
        }
        assertThat(covariance).isCloseTo(0, within(5 / Math.sqrt(DRAWS) * std[1]));
    }

    @Test
    void gaussianGivesTheHandComputedNumbers() {
        // μ = .3, σ = .5: log N(.8) = −½·1² − log .5 − ½ log 2π
        Tensor logStd = row((float) Math.log(0.5));
        DiagonalGaussian gaussian = DiagonalGaussian.of(row(0.3f), logStd);
        assertThat(run(() -> gaussian.logProb(row(0.8f))).item()).isCloseTo(-0.7257913526f, within(1e-6f));
        assertThat(run(gaussian::mode).item()).isEqualTo(0.3f);
        assertThat(run(gaussian::entropy).item())
                .isCloseTo((float) (0.5 * Math.log(2 * Math.PI * Math.E * 0.25)), within(1e-6f));
        SquashedGaussian squashed = SquashedGaussian.of(row(0.3f), logStd);
        assertThat(run(() -> squashed.logProb(row(0.6640367703f))).item()).isCloseTo(-0.1442842320f, within(1e-6f));
        assertThat(run(squashed::mode).item()).isCloseTo((float) Math.tanh(0.3), within(1e-6f));
    }

    @Test
    void noGradientPassesThroughASample() {
        Program program = Program.trace(Program.Options.DEFAULT.random(RandomStream.ofSeed(1)), trace -> {
            Tensor mean = trace.input("mean", 4, 2);
            Tensor logStd = trace.input("log_std", 2);
            DiagonalGaussian gaussian = DiagonalGaussian.of(mean, logStd);
            SquashedGaussian squashed = SquashedGaussian.of(mean, logStd);
            List<Tensor> by = List.of(mean, logStd);
            trace.output("sample", Gradients.of(gaussian.sample().sum(), by).get(0));
            trace.output("squashed", Gradients.of(squashed.sample().sum(), by).get(1));
            trace.output(
                    "score", Gradients.of(squashed.draw().logProb().sum(), by).get(0));
            trace.output("rsample", Gradients.of(gaussian.rsample().sum(), by).get(0));
        });
        program.run();
        assertThat(program.output("sample").floats()).containsOnly(0);
        assertThat(program.output("squashed").floats()).containsOnly(0);
        assertThat(program.output("score").floats()).doesNotContain(0); // ∇ log p(a), a as given
        assertThat(program.output("rsample").floats()).containsOnly(1);
    }

    @Test
    void squashedDrawsStayInsideAndKnowTheirDensity() {
        Program program = Program.trace(Program.Options.DEFAULT.random(RandomStream.ofSeed(2)), trace -> {
            SquashedGaussian squashed =
                    SquashedGaussian.of(rows(2000, 0.2f, -0.4f), rows(2000, -0.5f, 0.1f), LOW, HIGH);
            Distribution.Draw draw = squashed.rsample();
            trace.output("action", draw.action());
            trace.output("exact", draw.logProb());
            trace.output("again", squashed.logProb(draw.action()));
        });
        program.run();
        assertThat(program.output("action").dtype()).isEqualTo(DType.FLOAT32);
        for (int i = 0; i < 2; i++) {
            for (float action : column(program.output("action"), i)) {
                assertThat(action).isStrictlyBetween(LOW.floats()[i], HIGH.floats()[i]);
            }
        }
        assertThat(program.output("again").floats())
                .containsExactly(program.output("exact").floats(), within(2e-3f));
    }

    @Test
    void theDensityIntegratesToOne() {
        int n = 40_000;
        float[] grid = new float[n];
        for (int i = 0; i < n; i++) {
            grid[i] = (float) (-1 + 2 * (i + 0.5) / n);
        }
        Tensor actions = Tensor.of(Array.of(Shape.of(n, 1), grid));
        for (float[] parameters : new float[][] {{0.3f, -0.7f}, {-1, 0}, {0, 0.5f}}) {
            float[] logProbs = run(() -> SquashedGaussian.of(rows(n, parameters[0]), rows(n, parameters[1]))
                            .logProb(actions))
                    .floats();
            double integral = 0;
            for (float logProb : logProbs) {
                integral += Math.exp(logProb) * 2 / n;
            }
            assertThat(integral).isCloseTo(1, within(1e-3));
        }
    }

    @Test
    void farFromTheMiddleTheLogProbabilityIsExact() {
        // σ = e⁻²⁰ draws the mean itself: 20 − ½ log 2π − log(1 − tanh² 10), in 30 digits
        // 37.6947671097977438800139674271
        for (float u : new float[] {10, -10}) {
            SquashedGaussian squashed = SquashedGaussian.of(row(u), row(-20));
            assertThat(run(() -> squashed.rsample().logProb()).item()).isCloseTo(37.69476710979774f, within(8e-6f));
            assertThat(run(() -> squashed.draw().action()).item()).isCloseTo(Math.signum(u), within(1e-6f));
        }
    }

    @Test
    void extremesStayFinite() {
        Tensor mean = row(1e4f, -1e4f, 0);
        Tensor logStd = row(2, -5, 2);
        Tensor edge = row(1, -1, 1.5f);
        SquashedGaussian squashed = SquashedGaussian.of(mean, logStd);
        Sampled.assertFinite(run(() -> squashed.logProb(edge)).floats());
        Sampled.assertFinite(run(() -> squashed.rsample().logProb()).floats());
        Program program = Program.trace(Program.Options.DEFAULT.random(RandomStream.ofSeed(1)), trace -> {
            Tensor x = trace.input("x", 1, 3);
            SquashedGaussian of = SquashedGaussian.of(x, logStd);
            Tensor loss = of.logProb(edge).add(of.rsample().logProb()).sum();
            trace.output("g", Gradients.of(loss, List.of(x)).getFirst());
        });
        program.input("x").copyFrom(Array.of(Shape.of(1, 3), 1e4f, -1e4f, 0f));
        program.run();
        Sampled.assertFinite(program.output("g").floats());
    }

    @Test
    void boundsStretchTheModeAndShrinkTheDensity() {
        SquashedGaussian unit = SquashedGaussian.of(row(0.5f, -1), row(0, 0));
        SquashedGaussian wide = SquashedGaussian.of(row(0.5f, -1), row(0, 0), LOW, HIGH);
        float[] mode = run(unit::mode).floats();
        assertThat(run(wide::mode).floats()).containsExactly(new float[] {2 * mode[0], 5 + 5 * mode[1]}, within(1e-6f));
        float before = run(() -> unit.logProb(row(0.25f, -0.5f))).item();
        float after = run(() -> wide.logProb(row(0.5f, 2.5f))).item();
        assertThat(after).isCloseTo(before - (float) Math.log(10), within(1e-5f));
    }

    @Test
    void squashedEntropyIsRightOnAverage() {
        // H = E[−log p], here against the integral over a grid
        int n = 40_000;
        float[] grid = new float[n];
        for (int i = 0; i < n; i++) {
            grid[i] = (float) (-1 + 2 * (i + 0.5) / n);
        }
        float[] logProbs = run(() -> SquashedGaussian.of(rows(n, 0.3f), rows(n, -0.7f))
                        .logProb(Tensor.of(Array.of(Shape.of(n, 1), grid))))
                .floats();
        double expected = 0;
        for (float logProb : logProbs) {
            expected -= Math.exp(logProb) * logProb * 2 / n;
        }
        float[] estimates = run(() -> SquashedGaussian.of(rows(DRAWS, 0.3f), rows(DRAWS, -0.7f))
                        .entropy())
                .floats();
        assertThat(moment(estimates, 0, 1)).isCloseTo(expected, within(0.02));
    }

    @Test
    void squashingBothAlikeKeepsTheDivergence() {
        Tensor mean = row(0.5f, -1);
        Tensor logStd = row(0, -0.5f);
        Tensor other = row(0, 0);
        float expected = run(() -> DiagonalGaussian.of(mean, logStd).kl(DiagonalGaussian.of(other, other)))
                .item();
        assertThat(run(() -> SquashedGaussian.of(mean, logStd).kl(SquashedGaussian.of(other, other)))
                        .item())
                .isEqualTo(expected);
        assertThat(run(() -> SquashedGaussian.of(mean, logStd, LOW, HIGH)
                                .kl(SquashedGaussian.of(other, other, LOW, HIGH)))
                        .item())
                .isEqualTo(expected);
        assertThatThrownBy(() -> SquashedGaussian.of(mean, logStd, LOW, HIGH).kl(SquashedGaussian.of(other, other)))
                .hasMessageContaining("needs the same bounds");
        assertThatThrownBy(() -> SquashedGaussian.of(mean, logStd).kl(DiagonalGaussian.of(mean, logStd)))
                .hasMessageContaining("divergence of DiagonalGaussian from SquashedGaussian");
    }

    @Test
    void aDistributionHasNoDivergenceFromItself() {
        DiagonalGaussian gaussian = DiagonalGaussian.of(row(0.5f, -1), row(0.3f, -0.5f));
        assertThat(run(() -> gaussian.kl(gaussian)).item()).isZero();
    }

    @Test
    void wrongBoundsAreNamed() {
        Tensor two = row(0, 0);
        assertThatThrownBy(() -> SquashedGaussian.of(two, two, HIGH, LOW))
                .hasMessageContaining("action 0 lies in [2.0, -2.0]");
        Array infinite = Array.of(Shape.of(2), Float.POSITIVE_INFINITY, 1f);
        assertThatThrownBy(() -> SquashedGaussian.of(two, two, LOW, infinite)).hasMessageContaining("finite bounds");
        assertThatThrownBy(() -> SquashedGaussian.of(row(0), row(0), LOW, HIGH)).hasMessageContaining("of 1 actions");
        assertThatThrownBy(() -> DiagonalGaussian.of(two, two).logProb(row(1)))
                .hasMessageContaining("action of DiagonalGaussian is FLOAT32 [1, 1]; needs FLOAT32 [1, 2]");
    }
}

package slmlab.tensor.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.tensor.Array;
import slmlab.tensor.Golden;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;

/// Beta distributions over (−1, 1), by hand and by many draws; the gamma function against PyTorch.
class BetaTest {
    private static final Golden GOLDEN = Golden.read("distributions.safetensors");

    private static Beta of(int batch, float alpha, float beta) {
        return Beta.of(Sampled.rows(batch, alpha), Sampled.rows(batch, beta));
    }

    private static double item(Tensor value) {
        return Sampled.run(() -> value).floats()[0];
    }

    @Test
    void whatStirlingLeavesOutIsRight() {
        Tensor z = Tensor.of(GOLDEN.get("gamma.z"));
        assertThat(Sampled.run(() -> Gamma.correction(z)).floats())
                .containsExactly(GOLDEN.get("gamma.correction").floats(), within(1e-6f));
        assertThat(Sampled.run(() -> Gamma.slope(z)).floats())
                .containsExactly(GOLDEN.get("gamma.slope").floats(), within(1e-6f));
    }

    /// ln Γ(z) = (z − ½)·ln z − z + ½·ln 2π + c(z) and ψ(z) = ln z − 1/(2z) + c′(z), put together in doubles.
    @Test
    void lnGammaAndDigammaFollow() {
        float[] z = GOLDEN.get("gamma.z").floats();
        float[] c = Sampled.run(() -> Gamma.correction(Tensor.of(GOLDEN.get("gamma.z"))))
                .floats();
        float[] slope =
                Sampled.run(() -> Gamma.slope(Tensor.of(GOLDEN.get("gamma.z")))).floats();
        for (int i = 0; i < z.length; i++) {
            double logGamma = (z[i] - 0.5) * Math.log(z[i]) - z[i] + 0.5 * Math.log(2 * Math.PI) + c[i];
            double expected = GOLDEN.get("gamma.lgamma").floats()[i];
            assertThat(logGamma).isCloseTo(expected, within(1e-6 * Math.max(1, Math.abs(expected))));
            double digamma = Math.log(z[i]) - 0.5 / z[i] + slope[i];
            double psi = GOLDEN.get("gamma.digamma").floats()[i];
            assertThat(digamma).isCloseTo(psi, within(1e-6 * Math.max(1, Math.abs(psi))));
        }
    }

    @Test
    void smallCasesByHand() {
        // α = β = 1 is uniform: density ½ and entropy ln 2
        assertThat(item(of(1, 1, 1).logProb(Sampled.row(0.3f)))).isCloseTo(-Math.log(2), within(1e-6));
        assertThat(item(of(1, 1, 1).entropy())).isCloseTo(Math.log(2), within(1e-6));
        // α = 2, β = 3: p(x) = 12·x·(1 − x)², at y = −½, x = ¼: 12·¼·9/16 / 2 = 27/32
        assertThat(item(of(1, 2, 3).logProb(Sampled.row(-0.5f)))).isCloseTo(Math.log(27.0 / 32), within(1e-6));
        // mode x = (α − 1)/(α + β − 2) = ⅓, mean x = 2/5, variance x = 6/(25·6) = 1/25
        assertThat(item(of(1, 2, 3).mode())).isCloseTo(-1.0 / 3, within(1e-5));
        assertThat(item(of(1, 2, 3).mean())).isCloseTo(-0.2, within(1e-6));
        assertThat(item(of(1, 2, 3).std())).isCloseTo(2 * 0.2, within(1e-6));
        assertThat(item(of(1, 2, 3).kl(of(1, 2, 3)))).isCloseTo(0, within(1e-6));
        // the uniform distribution has no mode: the middle
        assertThat(item(of(1, 1, 1).mode())).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "1.2, 1.1", "2, 3", "40, 7", "900, 1100"})
    void drawsHaveItsMoments(float alpha, float beta) {
        int count = 100_000;
        float[] draws = Sampled.run(() -> of(count, alpha, beta).sample()).floats();
        double n = alpha + beta;
        double mean = (alpha - beta) / n;
        double variance = 4 * alpha * beta / (n * n * (n + 1));
        double sum = 0;
        double squares = 0;
        double cubes = 0;
        for (float draw : draws) {
            assertThat(draw).isBetween(-1f, 1f);
            double z = (draw - mean) / Math.sqrt(variance);
            sum += z / count;
            squares += z * z / count;
            cubes += z * z * z / count;
        }
        double skewness = 2 * (beta - alpha) * Math.sqrt(n + 1) / ((n + 2) * Math.sqrt(alpha * beta));
        assertThat(sum).isCloseTo(0, within(4 / Math.sqrt(count))); // four standard errors
        assertThat(squares).isCloseTo(1, within(0.02));
        assertThat(cubes).isCloseTo(skewness, within(0.06));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1.3, 5", "2, 2", "30, 20"})
    void theDensityIntegratesToOneAndGivesTheEntropy(float alpha, float beta) {
        int cells = 20_000;
        float[] middle = new float[cells];
        for (int i = 0; i < cells; i++) {
            middle[i] = (float) (-1 + (i + 0.5) * 2 / cells);
        }
        Tensor at = Tensor.of(Array.of(Shape.of(cells, 1), middle));
        float[] logs = Sampled.run(() -> of(cells, alpha, beta).logProb(at)).floats();
        double mass = 0;
        double entropy = 0;
        for (float log : logs) {
            mass += Math.exp(log) * 2 / cells;
            entropy -= log * Math.exp(log) * 2 / cells;
        }
        assertThat(mass).isCloseTo(1, within(1e-3));
        assertThat(entropy).isCloseTo(item(of(1, alpha, beta).entropy()), within(1e-3));
    }

    /// ln Γ in doubles, by Stirling's series from z + 20 on.
    private static double logGamma(double z) {
        double product = 0;
        double at = z;
        for (; at < z + 20; at++) {
            product += Math.log(at);
        }
        return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * at) - product;
    }

    /// Floats would keep 3 digits of ln Γ(2000) = 13,199; the large terms cancel before they are rounded.
    @ParameterizedTest
    @CsvSource({"800, 1200, -0.21", "1000, 1000, 0.01", "50, 2000, -0.95"})
    void sharpOnesAreExactToo(float alpha, float beta, float action) {
        double expected = (alpha - 1) * Math.log((1 + (double) action) / 2)
                + (beta - 1) * Math.log((1 - (double) action) / 2)
                + logGamma(alpha + (double) beta)
                - logGamma(alpha)
                - logGamma(beta)
                - Math.log(2);
        assertThat(item(of(1, alpha, beta).logProb(Sampled.row(action)))).isCloseTo(expected, within(1e-4));
    }

    @Test
    void boundsAndExtremesStayFinite() {
        for (float alpha : new float[] {1, 1e3f, 1e6f}) {
            for (float action : new float[] {-1, 1, 0}) {
                assertThat(item(of(1, alpha, 2).logProb(Sampled.row(action)))).isFinite();
            }
            assertThat(item(of(1, alpha, 1).entropy())).isFinite();
            assertThat(item(of(1, alpha, 1).mode())).isBetween(-1.0, 1.0);
            assertThat(item(of(1, alpha, alpha).sample())).isBetween(-1.0, 1.0);
        }
    }
}

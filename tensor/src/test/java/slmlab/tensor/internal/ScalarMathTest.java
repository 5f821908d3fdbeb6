package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static slmlab.tensor.internal.Accuracy.ACROSS;

import org.junit.jupiter.api.Test;

/// Against double precision, at some millions of floats evenly spaced by their bits, so that every binade has
/// its share.
///
/// The bounds are a little above the largest errors seen over all floats, or every eleventh: exp 0.90, log
/// 0.93, log1p 1.50, tanh 3.25, sigmoid 2.45, erf 3.49, sin and cos 1.56 units in the last place.
class ScalarMathTest {

    @Test
    void expIsWithinOneUlpWhereItIsNormal() {
        Accuracy exp = Accuracy.of(ScalarMath::exp, StrictMath::exp, ScalarMath.EXP_MIN, ScalarMath.EXP_MAX);
        assertThat(exp.ulps()).isLessThan(1.0);
    }

    @Test
    void expLeavesTheRangeCleanly() {
        assertThat(ScalarMath.exp(0f)).isEqualTo(1f);
        assertThat(ScalarMath.exp(-0f)).isEqualTo(1f);
        assertThat(ScalarMath.exp(88.72283f)).isLessThan(Float.MAX_VALUE);
        assertThat(ScalarMath.exp(Math.nextUp(88.72283f))).isInfinite();
        assertThat(ScalarMath.exp(-87.33654f)).isGreaterThanOrEqualTo(Float.MIN_NORMAL);
        assertThat(ScalarMath.exp(Math.nextDown(-87.33654f))).isZero();
        assertThat(ScalarMath.exp(Float.MAX_VALUE)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(ScalarMath.exp(-Float.MAX_VALUE)).isEqualTo(0f);
        assertThat(ScalarMath.exp(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(ScalarMath.exp(Float.NEGATIVE_INFINITY)).isEqualTo(0f);
    }

    @Test
    void logIsWithinOneUlpDownToTheSmallestSubnormal() {
        Accuracy log = Accuracy.of(ScalarMath::log, StrictMath::log, Float.MIN_VALUE, Float.MAX_VALUE);
        assertThat(log.ulps()).isLessThan(1.0);
        Accuracy aroundOne = Accuracy.of(ScalarMath::log, StrictMath::log, 0.7f, 1.5f);
        assertThat(aroundOne.ulps()).isLessThan(1.0);
    }

    @Test
    void logHasItsSpecialCases() {
        assertThat(ScalarMath.log(1f)).isZero();
        assertThat(ScalarMath.log(0f)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(ScalarMath.log(-0f)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(ScalarMath.log(-Float.MIN_VALUE)).isNaN();
        assertThat(ScalarMath.log(Float.NEGATIVE_INFINITY)).isNaN();
        assertThat(ScalarMath.log(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    }

    @Test
    void log1pIsWithinTwoUlpsAlsoForTinyNumbers() {
        float justAboveMinusOne = Math.nextUp(-1f);
        Accuracy log1p = Accuracy.of(ScalarMath::log1p, StrictMath::log1p, justAboveMinusOne, Float.MAX_VALUE);
        assertThat(log1p.ulps()).isLessThan(2.0);
        assertThat(ScalarMath.log1p(1e-30f)).isEqualTo(1e-30f);
        assertThat(ScalarMath.log1p(-1e-30f)).isEqualTo(-1e-30f);
    }

    @Test
    void log1pHasItsSpecialCases() {
        assertThat(ScalarMath.log1p(0f)).isZero();
        assertThat(ScalarMath.log1p(-1f)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(ScalarMath.log1p(Math.nextDown(-1f))).isNaN();
        assertThat(ScalarMath.log1p(Float.NEGATIVE_INFINITY)).isNaN();
        assertThat(ScalarMath.log1p(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(ScalarMath.log1p(Float.MAX_VALUE)).isEqualTo((float) StrictMath.log1p(Float.MAX_VALUE));
    }

    @Test
    void tanhIsWithinFourUlpsAndNeverBeyondOne() {
        Accuracy tanh = Accuracy.of(ScalarMath::tanh, StrictMath::tanh, -20f, 20f);
        assertThat(tanh.ulps()).isLessThan(4.0);
        assertThat(tanh.largest()).isEqualTo(1f);
        assertThat(ScalarMath.tanh(9.02f)).isEqualTo(1f);
        assertThat(ScalarMath.tanh(Float.POSITIVE_INFINITY)).isEqualTo(1f);
        assertThat(ScalarMath.tanh(Float.NEGATIVE_INFINITY)).isEqualTo(-1f);
    }

    @Test
    void sigmoidIsWithinFourUlpsOfItselfHoweverSmall() {
        Accuracy sigmoid =
                Accuracy.of(ScalarMath::sigmoid, x -> 1 / (1 + StrictMath.exp(-x)), ScalarMath.EXP_MIN, 200f);
        assertThat(sigmoid.ulps()).isLessThan(4.0);
        assertThat(ScalarMath.sigmoid(0f)).isEqualTo(0.5f);
        assertThat(ScalarMath.sigmoid(-80f)).isCloseTo(1.804851e-35f, within(1e-41f));
        assertThat(ScalarMath.sigmoid(Float.NEGATIVE_INFINITY)).isEqualTo(0f);
        assertThat(ScalarMath.sigmoid(Float.POSITIVE_INFINITY)).isEqualTo(1f);
    }

    @Test
    void erfIsWithinFourUlpsAndNeverBeyondOne() {
        Accuracy erf = Accuracy.of(ScalarMath::erf, Accuracy::erf, -6f, 6f);
        assertThat(erf.ulps()).isLessThan(4.0);
        assertThat(erf.absolute()).isLessThan(1e-7);
        assertThat(erf.largest()).isEqualTo(1f);
        assertThat(ScalarMath.erf(Float.POSITIVE_INFINITY)).isEqualTo(1f);
        assertThat(ScalarMath.erf(Float.NEGATIVE_INFINITY)).isEqualTo(-1f);
    }

    @Test
    void sineAndCosineAreWithinTwoUlpsOfAnyAngle() {
        float max = ScalarMath.ANGLE_MAX;
        Accuracy sin = Accuracy.of(ScalarMath::sin, StrictMath::sin, -max, max);
        Accuracy cos = Accuracy.of(ScalarMath::cos, StrictMath::cos, -max, max);
        assertThat(sin.ulps()).isLessThan(2.0);
        assertThat(cos.ulps()).isLessThan(2.0);
        assertThat(sin.absolute()).isLessThan(1e-7);
        assertThat(cos.absolute()).isLessThan(1e-7);
        assertThat(Math.max(sin.largest(), cos.largest())).isEqualTo(1f);
        assertThat(ScalarMath.sin(1e30f)).isEqualTo((float) StrictMath.sin(1e30f));
        assertThat(ScalarMath.cos(-1e30f)).isEqualTo((float) StrictMath.cos(-1e30f));
        assertThat(ScalarMath.sin(Float.POSITIVE_INFINITY)).isNaN();
    }

    @Test
    void powIsRoundedFromDouble() {
        for (float a : new float[] {0.001f, 0.5f, 0.99999f, 1f, 1.5f, 2f, 10f, 3e19f, -2f, -0.7f}) {
            for (float b : new float[] {-40f, -3f, -2.5f, -1f, 0f, 0.5f, 1f, 2f, 3f, 7.25f, 39f}) {
                Float want = (float) StrictMath.pow(a, b); // boxed: a NaN equals a NaN
                assertThat(ScalarMath.pow(a, b)).as("%s^%s", a, b).isEqualTo(want);
            }
        }
        for (float a : ACROSS) {
            for (float b : ACROSS) {
                float want = (float) StrictMath.pow(a, b);
                float got = ScalarMath.pow(a, b);
                boolean equal = Float.compare(want, got) == 0;
                assertThat(equal || Math.abs(want - got) <= Math.ulp(want))
                        .as("%s^%s", a, b)
                        .isTrue();
            }
        }
    }

    @Test
    void oddFunctionsAreOddBitForBit() {
        for (float x : ACROSS) {
            assertThat(ScalarMath.tanh(-x)).isEqualTo(Float.valueOf(-ScalarMath.tanh(x)));
            assertThat(ScalarMath.erf(-x)).isEqualTo(Float.valueOf(-ScalarMath.erf(x)));
        }
    }

    @Test
    void anyNanGivesNan() {
        // payloads that would turn into exponents if an exponent were shifted out of them
        for (int bits : new int[] {0x7FC00000, 0xFFC00000, 0x7FC001FF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7F800001}) {
            float nan = Float.intBitsToFloat(bits);
            assertThat(ScalarMath.exp(nan)).isNaN();
            assertThat(ScalarMath.log(nan)).isNaN();
            assertThat(ScalarMath.log1p(nan)).isNaN();
            assertThat(ScalarMath.tanh(nan)).isNaN();
            assertThat(ScalarMath.sigmoid(nan)).isNaN();
            assertThat(ScalarMath.erf(nan)).isNaN();
            assertThat(ScalarMath.sin(nan)).isNaN();
            assertThat(ScalarMath.cos(nan)).isNaN();
            assertThat(ScalarMath.min(nan, 1f)).isNaN();
            assertThat(ScalarMath.min(1f, nan)).isNaN();
            assertThat(ScalarMath.max(nan, 1f)).isNaN();
            assertThat(ScalarMath.max(1f, nan)).isNaN();
        }
    }
}

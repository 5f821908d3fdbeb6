package slmlab.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which kernels a JVM gets, each in a JVM of its own: the choice is made once.
class KernelsTest {
    private static final String[] MODULE = {"--add-modules", "jdk.incubator.vector"};

    /// Says which kernels it got, three times over, and what classes of the vector package it has.
    static final class Show {
        private Show() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 3; i++) {
                System.out.println(
                        "got " + Kernels.active().elementwise().getClass().getSimpleName());
            }
        }
    }

    @Test
    void vectorsWhereTheModuleIs() throws Exception {
        assertThat(show(MODULE)).contains("got VectorElementwise").doesNotContain("slower");
    }

    @Test
    void twinsAndOneLineWhereItIsNot() throws Exception {
        String output = show("-verbose:class");
        assertThat(output).contains("got ScalarElementwise").doesNotContain("slmlab.tensor.internal.vector");
        assertThat(output.split("--add-modules jdk.incubator.vector", -1)).hasSize(2);
        assertThat(output)
                .contains("several times slower than vectors, and with other last bits of sums and matrix products");
    }

    @Test
    void twinsWithoutAnOptimizingCompiler() throws Exception {
        assertThat(show(MODULE[0], MODULE[1], "-XX:TieredStopAtLevel=1"))
                .contains("got ScalarElementwise")
                .contains("TieredStopAtLevel");
        assertThat(show(MODULE[0], MODULE[1], "-Xint")).contains("got ScalarElementwise");
    }

    @Test
    void thePropertyDecides() throws Exception {
        assertThat(show(MODULE[0], MODULE[1], "-Dslmlab.kernels=scalar"))
                .contains("got ScalarElementwise")
                .doesNotContain("slower");
        assertThat(show(MODULE[0], MODULE[1], "-Dslmlab.kernels=vector", "-XX:TieredStopAtLevel=1"))
                .contains("got VectorElementwise");
        assertThat(show("-Dslmlab.kernels=vector"))
                .contains("IllegalStateException", "--add-modules jdk.incubator.vector");
        assertThat(show("-Dslmlab.kernels=simd"))
                .contains("IllegalArgumentException", "slmlab.kernels is \"simd\"; needs to be scalar or vector");
    }

    private static String show(String... flags) throws Exception {
        return KernelJvm.output(KernelJvm.start(Show.class, flags));
    }
}

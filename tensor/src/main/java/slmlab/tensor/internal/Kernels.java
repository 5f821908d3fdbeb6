package slmlab.tensor.internal;

import java.lang.System.Logger.Level;
import slmlab.tensor.internal.vector.VectorKernels;

/// The numeric kernels of the engine, on plain arrays: one set in SIMD vectors, and its scalar twin.
public record Kernels(Elementwise elementwise, Reduction reduction, Matrix matrix, Updates updates) {
    private static final String PROPERTY = "slmlab.kernels";
    private static final String MODULE = "jdk.incubator.vector";

    /// Return the fastest kernels that this JVM can run: the vector kernels, if it has the module and a
    /// compiler that supports it.
    ///
    /// Otherwise return the scalar ones, and log how to get the others. The system property `slmlab.kernels`
    /// overrides this when it is `scalar` or `vector`.
    public static Kernels active() {
        String wish = System.getProperty(PROPERTY);
        if (wish == null) {
            return hasModule() && hasOptimizingCompiler() ? InVectors.KERNELS : Fallback.KERNELS;
        }
        return switch (wish) {
            case "scalar" -> scalar();
            case "vector" -> {
                if (!hasModule()) {
                    throw new IllegalStateException(
                            "%s is vector, but module %s is missing; start java with --add-modules %s"
                                    .formatted(PROPERTY, MODULE, MODULE));
                }
                yield InVectors.KERNELS;
            }
            default ->
                throw new IllegalArgumentException(
                        "%s is \"%s\"; needs to be scalar or vector".formatted(PROPERTY, wish));
        };
    }

    /// Return kernels that compute one number at a time: readable, and with the same bits except for sums that
    /// run in lanes.
    public static Kernels scalar() {
        return OneByOne.KERNELS;
    }

    private static boolean hasModule() {
        return ModuleLayer.boot().findModule(MODULE).isPresent();
    }

    /// Return whether C2 is there. Interpreted, or compiled by C1 alone, vectors are objects: ten to a hundred
    /// times slower than the scalar twins.
    private static boolean hasOptimizingCompiler() {
        String mode = System.getProperty("java.vm.info", "");
        return System.getProperty("java.vm.name", "").contains("Server VM")
                && !mode.contains("interpreted")
                && !mode.contains("emulated-client");
    }

    // Holders: a class is linked when it is first used, so a JVM without the module never sees VectorKernels.

    private static final class InVectors {
        static final Kernels KERNELS = VectorKernels.create();
    }

    private static final class OneByOne {
        static final Kernels KERNELS =
                new Kernels(new ScalarElementwise(), new ScalarReduction(), new ScalarMatrix(), new ScalarUpdates());
    }

    private static final class Fallback {
        static final Kernels KERNELS = scalar();

        static {
            String remedy = hasModule()
                    ? "this JVM runs without its optimizing compiler; remove -Xint and -XX:TieredStopAtLevel"
                    : "start java with --add-modules " + MODULE;
            System.getLogger(Kernels.class.getName())
                    .log(
                            Level.WARNING,
                            "Scalar kernels, several times slower than vectors, and with other last bits of sums and matrix products: {0}",
                            remedy);
        }
    }
}

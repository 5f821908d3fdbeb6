package slmlab.tensor.internal;

import java.lang.System.Logger.Level;
import slmlab.tensor.internal.vector.VectorKernels;

/// The numeric work of the engine, on plain arrays: one set of kernels in vectors, and its scalar twin.
public record Kernels(Elementwise elementwise, Reduction reduction, Matrix matrix, Updates updates) {
    private static final String PROPERTY = "slmlab.kernels";
    private static final String MODULE = "jdk.incubator.vector";

    /// The fastest kernels that this JVM can run: those in vectors, where it has the module and a compiler that
    /// knows
    /// it.
    ///
    /// Otherwise the scalar ones, and a line in the log says how to get the others. The system property
    /// `slmlab.kernels` decides instead when it is `scalar` or `vector`.
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

    /// One number at a time: readable, and the same bits but for sums that run in lanes.
    public static Kernels scalar() {
        return OneByOne.KERNELS;
    }

    private static boolean hasModule() {
        return ModuleLayer.boot().findModule(MODULE).isPresent();
    }

    /// Interpreted, or compiled by C1 alone, vectors are objects: ten to a hundred times slower than the twins.
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
                    ? "this JVM runs without its optimizing compiler; leave out -Xint and -XX:TieredStopAtLevel"
                    : "start java with --add-modules " + MODULE;
            System.getLogger(Kernels.class.getName())
                    .log(Level.WARNING, "Scalar kernels, several times slower than vectors: {0}", remedy);
        }
    }
}

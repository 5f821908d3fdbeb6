package slmlab.tensor.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/// One way to call one element-wise or update kernel: what the twin and warm-up tests run over.
///
/// @param arrays how many arrays it takes
/// @param elementwise whether the last array is the result, and may be the same as an operand
public record KernelCase(String name, int arrays, boolean elementwise, Call call) {

    /// Runs the kernel over the first `n` elements of each array from its offset.
    public interface Call {
        void run(Elementwise elementwise, Updates updates, float[][] x, int[] o, int n);
    }

    /// Every method of [Elementwise], and every method of [Updates] in each of its modes.
    public static List<KernelCase> all() {
        var cases = new ArrayList<KernelCase>();
        Method[] methods = Elementwise.class.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            cases.add(elementwise(method));
        }
        cases.addAll(updates());
        return cases;
    }

    private static KernelCase elementwise(Method method) {
        if (method.getName().equals("fill")) {
            return new KernelCase("fill", 1, true, (e, _, x, o, n) -> e.fill(-1.5f, x[0], o[0], n));
        }
        int arrays = (method.getParameterCount() - 1) / 2;
        return new KernelCase(method.getName(), arrays, true, (e, _, x, o, n) -> {
            Object[] arguments = new Object[2 * arrays + 1];
            for (int i = 0; i < arrays; i++) {
                arguments[2 * i] = x[i];
                arguments[2 * i + 1] = o[i];
            }
            arguments[2 * arrays] = n;
            try {
                method.invoke(e, arguments);
            } catch (IllegalAccessException | InvocationTargetException cause) {
                throw new LinkageError(method.getName(), cause);
            }
        });
    }

    private static List<KernelCase> updates() {
        var cases = new ArrayList<KernelCase>();
        cases.add(sgd("sgd", 0f, 0f, false, false));
        cases.add(sgd("sgd first", 0.9f, 0f, false, true));
        cases.add(sgd("sgd momentum", 0.9f, 0.1f, false, false));
        cases.add(sgd("sgd nesterov", 0.9f, 0f, true, false));
        cases.add(new KernelCase(
                "adam",
                4,
                false,
                (_, u, x, o, n) -> u.adam(
                        x[0], o[0], x[1], o[1], x[2], o[2], x[3], o[3], n, 0.5f, 0.999f, 0.01f, 0.9f, 0.999f, 1e-8f,
                        1e-3f, 0.3f)));
        cases.add(radam("radam", true));
        cases.add(radam("radam early", false));
        cases.add(rmsprop("rmsprop", 0f, false));
        cases.add(rmsprop("rmsprop momentum", 0.9f, false));
        cases.add(rmsprop("rmsprop centered", 0f, true));
        cases.add(rmsprop("rmsprop centered momentum", 0.9f, true));
        cases.add(new KernelCase("lerp", 2, false, (_, u, x, o, n) -> u.lerp(x[0], o[0], x[1], o[1], n, 0.005f)));
        cases.add(new KernelCase("lerp far", 2, false, (_, u, x, o, n) -> u.lerp(x[0], o[0], x[1], o[1], n, 0.8f)));
        return cases;
    }

    private static KernelCase sgd(String name, float momentum, float dampening, boolean nesterov, boolean first) {
        return new KernelCase(
                name,
                3,
                false,
                (_, u, x, o, n) -> u.sgd(
                        x[0], o[0], x[1], o[1], x[2], o[2], n, 0.5f, 0.1f, 0.01f, momentum, dampening, nesterov,
                        first));
    }

    private static KernelCase radam(String name, boolean rectified) {
        return new KernelCase(
                name,
                4,
                false,
                (_, u, x, o, n) -> u.radam(
                        x[0], o[0], x[1], o[1], x[2], o[2], x[3], o[3], n, 0.5f, 0.01f, 0.9f, 0.999f, 1e-8f, 1e-3f,
                        0.2f, rectified));
    }

    private static KernelCase rmsprop(String name, float momentum, boolean centered) {
        return new KernelCase(
                name,
                5,
                false,
                (_, u, x, o, n) -> u.rmsprop(
                        x[0], o[0], x[1], o[1], x[2], o[2], x[3], o[3], x[4], o[4], n, 0.5f, 0.01f, 0.01f, 0.99f, 1e-8f,
                        momentum, centered));
    }

    /// Numbers of many magnitudes, among them zeros, infinities, NaNs, subnormals, and pairs that are equal.
    public static float[] numbers(long seed, int n) {
        var random = new Random(seed);
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = switch (random.nextInt(12)) {
                case 0 -> Accuracy.ACROSS[random.nextInt(Accuracy.ACROSS.length)];
                case 1 -> random.nextInt(-2, 3);
                case 2 -> (float) (random.nextGaussian() * 1e5);
                case 3 -> Float.intBitsToFloat(random.nextInt());
                case 4, 5, 6 -> (float) (random.nextGaussian() * 30);
                default -> (float) random.nextGaussian();
            };
        }
        return x;
    }

    @Override
    public String toString() {
        return name;
    }
}

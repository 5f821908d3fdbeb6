package slmlab.search;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// Functions with known maxima: those of the literature, turned over.
record Functions(String name, SearchSpace space, ToDoubleFunction<double[]> score) {
    private static final double[] WEIGHTS = {1, 1.2, 3, 3.2};
    private static final double[][] A = {
        {10, 3, 17, 3.5, 1.7, 8}, {0.05, 10, 17, 0.1, 8, 14}, {3, 3.5, 1.7, 10, 17, 8}, {17, 8, 0.05, 10, 0.1, 14}
    };
    private static final double[][] P = {
        {0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
        {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
        {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
        {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381}
    };

    static Functions branin() {
        return new Functions("branin", new SearchSpace(List.of(line("x", -5, 10), line("y", 0, 15))), x -> {
            double inner = x[1] - 5.1 / (4 * Math.PI * Math.PI) * x[0] * x[0] + 5 / Math.PI * x[0] - 6;
            return -(inner * inner + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x[0]) + 10);
        });
    }

    static Functions hartmann6() {
        return new Functions("hartmann6", cube(6, 0, 1), x -> {
            double sum = 0;
            for (int i = 0; i < WEIGHTS.length; i++) {
                double distance = 0;
                for (int j = 0; j < x.length; j++) {
                    distance += A[i][j] * (x[j] - P[i][j]) * (x[j] - P[i][j]);
                }
                sum += WEIGHTS[i] * Math.exp(-distance);
            }
            return sum;
        });
    }

    /// A learning rate, a width, a kind and a depth: the best is 1e-3, 0.5, kind 2 and 3 layers.
    static Functions mixed() {
        SearchSpace space = new SearchSpace(List.of(
                new Parameter("lr", new Domain.Range(1e-6, 1, 0, true, false)),
                line("width", 0, 1),
                new Parameter("kind", new Domain.Choice(List.of("a", "b", "c", "d"))),
                new Parameter("layers", new Domain.Range(1, 8, 1, false, true))));
        double[] penalty = {1, 0.6, 0, 2};
        return new Functions("mixed", space, x -> {
            double lr = x[0] / Math.log(10) + 3;
            double width = x[1] - 0.5;
            double layers = Math.rint(x[3]) - 3;
            return -(lr * lr + 10 * width * width + penalty[(int) x[2]] + 0.2 * layers * layers);
        });
    }

    static Functions rosenbrock10() {
        return new Functions("rosenbrock10", cube(10, -2, 2), x -> {
            double sum = 0;
            for (int i = 0; i + 1 < x.length; i++) {
                double perturb = x[i + 1] - x[i] * x[i];
                sum += 100 * perturb * perturb + (1 - x[i]) * (1 - x[i]);
            }
            return -sum;
        });
    }

    static SearchSpace cube(int size, double low, double high) {
        return new SearchSpace(
                IntStream.range(0, size).mapToObj(i -> line("x" + i, low, high)).toList());
    }

    static Parameter line(String path, double low, double high) {
        return new Parameter(path, new Domain.Range(low, high, 0, false, false));
    }
}

package slmlab.judge.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import slmlab.judge.Probe;
import slmlab.report.Lines;

/// How large the memory of a recurrent agent is over its first episode. It shows how memory moves, not whether the
/// agent uses it: that is for [MemoryVerdict].
///
/// @param norms by the name of the net: Euclidean norm of its recurrent state (for an LSTM of h and c together) at the
///     start of the episode, which is 0, and after every step
public record HiddenNorm(Map<String, double[]> norms) {

    /// @param measured by the name of the state, without the start
    /// @param states on which the choice depends
    static HiddenNorm of(Map<String, List<Double>> measured, Set<String> states) {
        Map<String, double[]> norms = new LinkedHashMap<>();
        measured.forEach((name, steps) -> {
            if (states.contains(name)) {
                DoubleStream all = steps.stream().mapToDouble(Double::doubleValue);
                norms.put(
                        name.substring(0, name.length() - Probe.STATE.length()),
                        DoubleStream.concat(DoubleStream.of(0), all).toArray());
            }
        });
        return new HiddenNorm(norms);
    }

    /// Return a line for each net.
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        norms.forEach((net, norm) -> {
            int steps = norm.length - 1;
            double[] after = DoubleStream.of(norm).skip(1).toArray();
            lines.add(String.format(
                    Locale.ROOT,
                    "hidden norm of %s: %.4g after the first of %d steps, %.4g after the last; from %.4g to %.4g",
                    net,
                    norm[1],
                    steps,
                    norm[steps],
                    DoubleStream.of(after).min().orElseThrow(),
                    DoubleStream.of(after).max().orElseThrow()));
        });
        return lines;
    }

    /// Return the curves.
    ///
    /// @param run name of the run
    public Lines figure(String run) {
        return new Lines(
                "%s: size of its memory".formatted(run),
                "Euclidean norm of the recurrent state over episode 0",
                "step",
                "norm",
                norms.entrySet().stream()
                        .map(each -> new Lines.Line(each.getKey(), steps(each.getValue()), each.getValue()))
                        .toList());
    }

    private static double[] steps(double[] norm) {
        return IntStream.range(0, norm.length).asDoubleStream().toArray();
    }
}

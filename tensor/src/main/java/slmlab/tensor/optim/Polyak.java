package slmlab.tensor.optim;

import java.util.ArrayList;
import java.util.List;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.compile.Update;
import slmlab.tensor.internal.Updates;

/// Polyak averages, for target networks.
public final class Polyak {
    private Polyak() {}

    /// Make each run of the traced program set target ← (1 − τ)·target + τ·source, forevery variable of
    /// `target` and the one of that name in `source`. With τ = 1 a target becomes the source, bit for bit.
    ///
    /// The source is read at the start of the run: to follow weights that an optimizer has just changed, use a
    /// separate program.
    ///
    /// @param tau a scalar
    public static void follow(Trace trace, Variables target, Variables source, Tensor tau) {
        List<Variable> targets = List.copyOf(target.all());
        follow(
                trace,
                targets,
                targets.stream().map(variable -> source.get(variable.name())).toList(),
                tau);
    }

    /// Do the same for pairs of variables, whatever their names.
    public static void follow(Trace trace, List<Variable> targets, List<Variable> sources, Tensor tau) {
        Checks.that(
                targets.size() == sources.size() && !targets.isEmpty(),
                "%s targets follow %s sources: needs equally many, and at least one"
                        .formatted(targets.size(), sources.size()));
        Checks.that(tau.shape().volume() == 1, "tau has shape %s; needs a scalar".formatted(tau.shape()));
        List<Tensor> inputs = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            Variable target = targets.get(i);
            Variable source = sources.get(i);
            Checks.that(
                    target != source && target.shape().equals(source.shape()),
                    "%s follows %s: needs another variable of the same shape".formatted(target, source));
            inputs.add(source.value());
        }
        inputs.add(tau);
        trace.guard("tau", tau);
        trace.update(new Follow(), targets, inputs);
    }

    /// Moves each target towards the input of its place, by the last input, τ.
    public record Follow() implements Update {
        @Override
        public void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets, ArrayPart part) {
            int n = targets.length;
            float tau = inputs[n][offsets[n]];
            for (int i = 0; i < n; i++) {
                int from = part.from(targets[i].length);
                int size = part.to(targets[i].length) - from;
                kernels.lerp(targets[i], from, inputs[i], offsets[i] + from, size, tau);
            }
        }
    }
}

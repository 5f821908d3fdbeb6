package slmlab.tensor.optim;

import slmlab.tensor.Update;
import slmlab.tensor.internal.Updates;

/// One optimiser step at the end of a run. Targets are what [Rule#run] calls arrays; inputs are a gradient for each
/// parameter, their norm, and the learning rate.
///
/// @param parameters how many there are
/// @param counter which target counts the steps
/// @param maxNorm where gradients are clipped by norm; infinity for not at all
record RuleUpdate(Rule rule, int parameters, int counter, float maxNorm) implements Update {
    @Override
    public void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets) {
        float norm = inputs[parameters][offsets[parameters]];
        float lr = inputs[parameters + 1][offsets[parameters + 1]];
        float scale = Math.min(1f, 1f / (norm + 1e-6f) * maxNorm); // as clip_grad_norm_ has it
        float step = targets[counter][0] + 1;
        targets[counter][0] = step;
        rule.run(kernels, targets, parameters, inputs, offsets, scale, lr, step);
    }
}

package slmlab.tensor.optim;

import slmlab.tensor.compile.ArrayPart;
import slmlab.tensor.compile.Update;
import slmlab.tensor.internal.Updates;

/// One optimizer step at the end of a run. Targets are the arrays of [UpdateRule#run]; inputs are a gradient for each
/// parameter, their norm, and the learning rate.
///
/// @param optimizer what the rule was made from
/// @param parameters number of parameters
/// @param counter index of the target that counts the steps
/// @param maxNorm norm at which gradients are clipped; infinity for no clipping
public record RuleUpdate(Optimizer optimizer, UpdateRule rule, int parameters, int counter, float maxNorm)
        implements Update {
    @Override
    public void run(Updates kernels, float[][] targets, float[][] inputs, int[] offsets, ArrayPart part) {
        float norm = inputs[parameters][offsets[parameters]];
        float lr = inputs[parameters + 1][offsets[parameters + 1]];
        float scale = Math.min(1f, 1f / (norm + 1e-6f) * maxNorm); // as in clip_grad_norm_
        float step = targets[counter][0] + 1;
        rule.run(kernels, targets, parameters, inputs, offsets, scale, lr, step, part);
    }

    @Override
    public void finish(float[][] targets) {
        targets[counter][0]++;
        rule.finish(targets);
    }
}

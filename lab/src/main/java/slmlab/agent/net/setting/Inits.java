package slmlab.agent.net.setting;

import org.jspecify.annotations.Nullable;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.nn.Init;

/// Initial weights by `init_fn`, a name of `torch.nn.init`. Biases are zeros with any of them.
public final class Inits {
    private Inits() {}

    /// @param initFn null for PyTorch's own start
    public static Init of(@Nullable String initFn, Activation activation) {
        return switch (initFn) {
            case null -> Init.DEFAULT;
            case "orthogonal_" -> Init.orthogonal(activation.gain(initFn));
            case "xavier_uniform_" -> Init.xavierUniform(activation.gain(initFn));
            case "xavier_normal_" -> Init.xavierNormal(activation.gain(initFn));
            case "kaiming_uniform_" -> Init.kaimingUniform(rectifier(initFn, activation), Init.Fan.IN);
            case "kaiming_normal_" -> Init.kaimingNormal(rectifier(initFn, activation), Init.Fan.IN);
            case "uniform_" -> Init.uniform(0, 1);
            case "normal_" -> Init.normal(0, 1);
            case "zeros_" -> Init.ZEROS;
            case "ones_" -> Init.constant(1);
            default -> throw new IllegalArgumentException("no init_fn " + initFn); // Learning refuses it
        };
    }

    /// √2 for both: `kaiming_*` takes a leaky slope as an argument of its own, which is 0 by default.
    private static double rectifier(String initFn, Activation activation) {
        if (activation != Activation.RELU && activation != Activation.LEAKYRELU) {
            throw new ConfigException(
                    "init_fn",
                    "is %s with hid_layers_activation %s; needs relu or leakyrelu".formatted(initFn, activation));
        }
        return Init.Gain.RELU.value();
    }
}

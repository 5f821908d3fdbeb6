package slmlab.agent.net.setting;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Doc;
import slmlab.spec.text.Suggestion;
import slmlab.tensor.Tensor;
import slmlab.tensor.nn.Init;

/// What follows a layer. The names are those of the classes in `torch.nn`, whatever their case.
public enum Activation {
    @Doc("max(x, 0)")
    RELU(Tensor::relu, Init.Gain.RELU),
    @Doc("hyperbolic tangent")
    TANH(Tensor::tanh, Init.Gain.TANH),
    @Doc("self-normalizing ELU")
    SELU(Tensor::selu, Init.Gain.SELU),
    @Doc("x, or 0.01·x below 0")
    LEAKYRELU(x -> x.leakyRelu(0.01), Init.Gain.LEAKY_RELU),
    @Doc("1 / (1 + exp(−x))")
    SIGMOID(Tensor::sigmoid, Init.Gain.SIGMOID),
    @Doc("x, or exp(x) − 1 below 0")
    ELU(x -> x.elu(1), null),
    @Doc("x by the normal distribution function")
    GELU(Tensor::gelu, null),
    @Doc("x·sigmoid(x)")
    SILU(Tensor::silu, null),
    @Doc("log(1 + exp(x))")
    SOFTPLUS(Tensor::softplus, null),
    @Doc("none")
    IDENTITY(x -> x, Init.Gain.LINEAR);

    private final UnaryOperator<Tensor> function;
    private final Init.@Nullable Gain gain;

    Activation(UnaryOperator<Tensor> function, Init.@Nullable Gain gain) {
        this.function = function;
        this.gain = gain;
    }

    /// The activation of that name.
    public static Activation of(String name) {
        Activation found = find(name);
        if (found == null) {
            throw new ConfigException("no activation %s; there are %s%s"
                    .formatted(name, names(), Suggestion.hint(name, List.of(names().split(", ", -1)))));
        }
        return found;
    }

    static @Nullable Activation find(String name) {
        return Arrays.stream(values())
                .filter(activation -> activation.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    static String names() {
        return Arrays.stream(values()).map(Activation::toString).collect(Collectors.joining(", "));
    }

    public Tensor apply(Tensor x) {
        return function.apply(x);
    }

    /// What keeps the size of a signal through it, as `torch.nn.init.calculate_gain` has it.
    double gain(String initFn) {
        if (gain == null) {
            throw new ConfigException(
                    "init_fn",
                    ("is %s, which has no gain for %s; needs one of relu, tanh, selu, leakyrelu, sigmoid, identity"
                                    + " as hid_layers_activation, or no init_fn")
                            .formatted(initFn, this));
        }
        return gain.value();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

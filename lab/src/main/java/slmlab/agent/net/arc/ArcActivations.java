package slmlab.agent.net.arc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import slmlab.agent.net.setting.Activation;
import slmlab.tensor.Tensor;

/// Activations as modules of an arc, by their names in `torch.nn`.
final class ArcActivations {
    private static final double SOFTPLUS_THRESHOLD = 20; // beyond it PyTorch's is a line, as ours is to the last digit

    private ArcActivations() {}

    static Map<String, ArcTypes.Reader> all() {
        Map<String, ArcTypes.Reader> all = new LinkedHashMap<>();
        for (String name : new String[] {"ReLU", "Tanh", "SiLU", "SELU", "Sigmoid", "Identity"}) {
            all.put(name, plain(Activation.of(name)::apply));
        }
        all.put("GELU", reader(ArcActivations::gelu));
        all.put("ELU", reader(settings -> {
            double alpha = settings.number("alpha", 1);
            return x -> x.elu(alpha);
        }));
        all.put("LeakyReLU", reader(settings -> {
            double slope = settings.number("negative_slope", 0.01);
            return x -> x.leakyRelu(slope);
        }));
        all.put("Softplus", reader(ArcActivations::softplus));
        all.put("ReLU6", plain(x -> x.clamp(0, 6)));
        all.put("Hardtanh", reader(settings -> {
            double low = settings.number("min_val", -1);
            double high = settings.number("max_val", 1);
            settings.that(low < high, "min_val", "is %s; needs less than max_val, %s".formatted(low, high));
            return x -> x.clamp(low, high);
        }));
        all.put("Mish", plain(x -> x.mul(x.softplus().tanh())));
        all.put("Softsign", plain(x -> x.div(x.abs().add(1))));
        all.put("LogSigmoid", plain(x -> x.neg().softplus().neg()));
        all.put("Softmax", reader(settings -> {
            int dim = settings.whole("dim");
            return x -> x.softmax(Axes.of(dim, x));
        }));
        all.put("LogSoftmax", reader(settings -> {
            int dim = settings.whole("dim");
            return x -> x.logSoftmax(Axes.of(dim, x));
        }));
        return all;
    }

    private static ArcTypes.Reader plain(UnaryOperator<Tensor> function) {
        return reader(_ -> function);
    }

    private static ArcTypes.Reader reader(Function<ArcSettings, UnaryOperator<Tensor>> read) {
        return (type, settings) -> {
            UnaryOperator<Tensor> function = read.apply(settings);
            settings.flag("inplace", false); // saves memory in PyTorch, and has no effect here
            return Blueprint.of(type, "input", (_, form, _) -> ArcModule.map(form, function));
        };
    }

    private static UnaryOperator<Tensor> gelu(ArcSettings settings) {
        String approximate = settings.text("approximate", "none");
        return switch (approximate) {
            case "none" -> Tensor::gelu;
            case "tanh" -> ArcActivations::tanhGelu;
            default -> {
                settings.wrong("approximate", "is %s; needs none or tanh".formatted(approximate));
                yield Tensor::gelu;
            }
        };
    }

    /// ½x·(1 + tanh(√(2/π)·(x + 0.044715x³))).
    private static Tensor tanhGelu(Tensor x) {
        Tensor inner = x.add(x.square().mul(x).mul(0.044715)).mul(Math.sqrt(2 / Math.PI));
        return x.mul(inner.tanh().add(1).mul(0.5));
    }

    private static UnaryOperator<Tensor> softplus(ArcSettings settings) {
        double beta = settings.number("beta", 1);
        settings.that(beta > 0, "beta", "is %s; needs more than 0".formatted(beta));
        settings.that(
                settings.number("threshold", SOFTPLUS_THRESHOLD) == SOFTPLUS_THRESHOLD,
                "threshold",
                "needs %s".formatted(SOFTPLUS_THRESHOLD));
        return beta == 1 ? Tensor::softplus : x -> x.mul(beta).softplus().div(beta);
    }
}

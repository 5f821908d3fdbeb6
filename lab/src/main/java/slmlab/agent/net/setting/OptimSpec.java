package slmlab.agent.net.setting;

import static slmlab.spec.key.Check.that;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Choices;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Options;
import slmlab.tensor.optim.Adam;
import slmlab.tensor.optim.AdamW;
import slmlab.tensor.optim.Lookahead;
import slmlab.tensor.optim.Optimizer;
import slmlab.tensor.optim.RAdam;
import slmlab.tensor.optim.RmsProp;
import slmlab.tensor.optim.Sgd;

/// An optimizer by its name in `torch.optim`. A setting that is null has PyTorch's default for that name.
///
/// `GlobalAdam` and `GlobalRMSprop` are Adam and RMSprop whose states are shared between workers.
@Doc("an optimizer; a setting that is null has PyTorch's default")
public record OptimSpec(
        @Doc("the optimizer, by its name in torch.optim")
        @Options({
            "Adam: adaptive moments; with lr, betas, eps, weight_decay",
            "AdamW: Adam whose weights decay apart from the gradient; with lr, betas, eps, weight_decay",
            "RAdam: rectified Adam; with lr, betas, eps, weight_decay",
            "RMSprop: gradients divided by their running size; with lr, alpha, eps, weight_decay, momentum, centered",
            "SGD: stochastic gradient descent; with lr, momentum, dampening, weight_decay, nesterov",
            "Lookahead: averages the weights of another; with optimizer and its keys, k, alpha",
            "GlobalAdam: Adam whose moments all workers share",
            "GlobalRMSprop: RMSprop whose averages all workers share"
        })
        @Default("Adam")
        String name,

        @Doc(value = "learning rate; null for 0.001, and for 0.01 with RMSprop", example = "0.0003") @Nullable
        Double lr,

        @Doc(value = "what is added to the denominator; null for 1e-8", example = "1e-5") @Nullable
        Double eps,

        @Doc(
                value = "decay of the two moments of Adam, AdamW and RAdam; null for [0.9, 0.999]",
                example = "[0.5, 0.999]")
        @Nullable
        List<Double> betas,

        @Doc(
                value = "what RMSprop's average keeps, null for 0.99; how far Lookahead's averaged "
                        + "weights follow, null for 0.5",
                example = "0.95")
        @Nullable
        Double alpha,

        @Doc(value = "decay of the weights; null for 0, and for 0.01 with AdamW", example = "0.0001") @Nullable
        Double weightDecay,

        @Doc(value = "momentum of SGD and RMSprop; null for 0", example = "0.9") @Nullable
        Double momentum,

        @Doc(value = "dampening of SGD's momentum; null for 0", example = "0.1") @Nullable
        Double dampening,

        @Doc(value = "whether SGD's momentum is Nesterov's; null for false", example = "true") @Nullable
        Boolean nesterov,

        @Doc(value = "whether RMSprop subtracts the squared mean of the gradients; null for false", example = "true")
        @Nullable
        Boolean centered,

        @Doc(value = "the name of the optimizer inside Lookahead, which takes the other settings", example = "RAdam")
        @Nullable
        String optimizer,

        @Doc(value = "steps between two meetings of Lookahead's weights; null for 5", example = "5") @Nullable
        Integer k) {

    private static final List<String> ADAPTIVE = List.of("lr", "betas", "eps", "weight_decay");

    /// The settings of each name.
    private static final Map<String, List<String>> KNOWN = Map.of(
            "Adam", ADAPTIVE,
            "AdamW", ADAPTIVE,
            "RAdam", ADAPTIVE,
            "GlobalAdam", ADAPTIVE,
            "RMSprop", List.of("lr", "alpha", "eps", "weight_decay", "momentum", "centered"),
            "GlobalRMSprop", List.of("lr", "alpha", "eps", "weight_decay", "momentum", "centered"),
            "SGD", List.of("lr", "momentum", "dampening", "weight_decay", "nesterov"));

    public static OptimSpec defaults() {
        return Defaults.of(OptimSpec.class);
    }

    /// An optimizer with PyTorch's settings but for its rate.
    public static OptimSpec of(String name, @Nullable Double lr) {
        return new OptimSpec(name, lr, null, null, null, null, null, null, null, null, null, null);
    }

    public OptimSpec {
        if (name.equals("Lookahead")) {
            that("optimizer", optimizer != null, "is missing; Lookahead needs the name of one inside");
            that("optimizer", !"Lookahead".equals(optimizer), "is Lookahead; needs another one inside");
        } else {
            Choices.check(OptimSpec.class, "name", name);
            List<String> known = Objects.requireNonNull(KNOWN.get(name));
            for (String key : given(lr, eps, betas, alpha, weightDecay, momentum, dampening, nesterov, centered, k)) {
                that(key, known.contains(key), "is no setting of %s; it has %s", name, known);
            }
            boolean moving = momentum != null && momentum != 0;
            that(
                    "dampening",
                    dampening == null || dampening == 0 || moving,
                    "is %s; there is no momentum to dampen, remove it",
                    dampening);
            that("optimizer", optimizer == null, "is no setting of %s; only Lookahead has one inside", name);
        }
        that("lr", lr == null || lr >= 0, "is %s; needs at least 0", lr);
    }

    /// The same with another learning rate.
    public OptimSpec lr(double rate) {
        return new OptimSpec(
                name, rate, eps, betas, alpha, weightDecay, momentum, dampening, nesterov, centered, optimizer, k);
    }

    /// Make the optimizer.
    public Optimizer make() {
        try {
            return byName();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(
                    String.valueOf(e.getMessage())); // the engine's messages begin with the key, as ours do
        }
    }

    boolean isGlobal() {
        return name.startsWith("Global");
    }

    private Optimizer byName() {
        return switch (name) {
            case "Adam", "GlobalAdam" -> adam(Adam.defaults());
            case "AdamW" -> {
                AdamW standard = AdamW.defaults();
                yield new AdamW(
                        or(lr, standard.lr()),
                        or(betas, standard.betas()),
                        or(eps, standard.eps()),
                        or(weightDecay, standard.weightDecay()));
            }
            case "RAdam" -> {
                RAdam standard = RAdam.defaults();
                yield new RAdam(
                        or(lr, standard.lr()),
                        or(betas, standard.betas()),
                        or(eps, standard.eps()),
                        or(weightDecay, standard.weightDecay()));
            }
            case "RMSprop", "GlobalRMSprop" -> {
                RmsProp standard = RmsProp.defaults();
                yield new RmsProp(
                        or(lr, standard.lr()),
                        or(alpha, standard.alpha()),
                        or(eps, standard.eps()),
                        or(weightDecay, standard.weightDecay()),
                        or(momentum, standard.momentum()),
                        or(centered, standard.centered()));
            }
            case "SGD" -> {
                Sgd standard = Sgd.defaults();
                yield new Sgd(
                        or(lr, standard.lr()),
                        or(momentum, standard.momentum()),
                        or(dampening, standard.dampening()),
                        or(weightDecay, standard.weightDecay()),
                        or(nesterov, standard.nesterov()));
            }
            default -> lookahead();
        };
    }

    private Adam adam(Adam standard) {
        return new Adam(
                or(lr, standard.lr()),
                or(betas, standard.betas()),
                or(eps, standard.eps()),
                or(weightDecay, standard.weightDecay()));
    }

    private Lookahead lookahead() {
        OptimSpec inside = new OptimSpec(
                Objects.requireNonNull(optimizer),
                lr,
                eps,
                betas,
                null,
                weightDecay,
                momentum,
                dampening,
                nesterov,
                centered,
                null,
                null);
        Lookahead standard = Lookahead.around(inside.make());
        return new Lookahead(standard.optimizer(), or(k, standard.k()), or(alpha, standard.alpha()));
    }

    private static <T> T or(@Nullable T given, T standard) {
        return given == null ? standard : given;
    }

    private static List<String> given(@Nullable Object... values) {
        List<String> keys = List.of(
                "lr", "eps", "betas", "alpha", "weight_decay", "momentum", "dampening", "nesterov", "centered", "k");
        Map<String, Object> given = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                given.put(keys.get(i), value);
            }
        }
        return List.copyOf(given.keySet());
    }
}

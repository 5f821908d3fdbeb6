package my.lab;

import static slmlab.spec.key.Check.that;

import java.util.List;
import java.util.stream.Stream;
import slmlab.agent.net.Body;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.NetParts;
import slmlab.agent.net.setting.Activation;
import slmlab.spec.key.Default;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Linear;

/// One layer of gated units: tanh(x·W) ⊙ σ(x·V). The lab puts the heads of the policy and the value on top.
public final class GatedBody implements Body {

    /// The keys of `agent.net` beside `type` and those that every net has.
    ///
    /// @param units how many features come out
    public record Config(@Default("64") int units) {
        public Config {
            that("units", units > 0, "is %d; needs at least 1", units);
        }
    }

    private final NetParts parts;
    private final Linear value;
    private final Linear gate;

    /// Add the weights `net.value.weight`, `net.gate.weight`, …
    public GatedBody(Config config, NetParts parts) {
        this.parts = parts;
        this.value = linear("value", config, Activation.TANH);
        this.gate = linear("gate", config, Activation.SIGMOID);
    }

    private Linear linear(String name, Config config, Activation after) {
        return Linear.of(
                parts.variables(),
                parts.name() + "." + name,
                parts.obs().flatSize(),
                config.units,
                parts.init(after),
                parts.random());
    }

    @Override
    public int size() {
        return value.out();
    }

    @Override
    public Tensor apply(Tensor obs, ForwardPass pass) {
        Tensor x = parts.flat(obs); // [rows, in]
        return value.apply(x).tanh().mul(gate.apply(x).sigmoid()); // [rows, units]
    }

    @Override
    public List<Variable> parameters() {
        return Stream.concat(value.parameters().stream(), gate.parameters().stream())
                .toList();
    }
}

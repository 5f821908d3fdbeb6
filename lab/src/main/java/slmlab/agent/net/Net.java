package slmlab.agent.net;

import java.util.ArrayList;
import java.util.List;
import slmlab.env.Space;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// A function with weights: from observations to one tensor for each tail.
///
/// ```java
/// Net net = Net.of(config, "net", env.obsSpace(), List.of(Tail.of(2), Tail.of(1)), variables, random);
/// Program act = Program.trace(trace -> {
///     List<Tensor> out = net.forward(trace.input("obs", 8, 4), Pass.acting(trace));   // [8, 2] and [8, 1]
///     …
/// });
/// ```
public final class Net {
    private final String name;
    private final Body body;
    private final List<NetOutput> outputs;

    Net(String name, Body body, List<NetOutput> outputs) {
        this.name = name;
        this.body = body;
        this.outputs = List.copyOf(outputs);
    }

    /// Build a net and add its weights.
    ///
    /// @param name      before the names of all its variables: `net`, `critic_net`, `q1_net`
    /// @param obs       what one observation looks like
    /// @param variables where the weights are added
    /// @param random    what they begin with
    public static Net of(
            NetConfig config, String name, Space obs, List<Tail> tails, Variables variables, RandomStream random) {
        return Nets.make(config, new NetParts(name, obs, List.copyOf(tails), config.learning(), variables, random));
    }

    /// Build a net of rows of `in` numbers, such as observation and action side by side.
    public static Net of(
            NetConfig config, String name, int in, List<Tail> tails, Variables variables, RandomStream random) {
        Space rows = Space.Box.of(Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, in);
        return of(config, name, rows, tails, variables, random);
    }

    /// One tensor [rows, n] for each tail.
    ///
    /// @param obs [rows, …], as the env shows them; see [ForwardPass] for the order of rows
    public List<Tensor> forward(Tensor obs, ForwardPass pass) {
        Tensor features = body.apply(obs, pass);
        return outputs.stream().map(output -> output.apply(features, pass)).toList();
    }

    public String name() {
        return name;
    }

    public Body body() {
        return body;
    }

    /// What an optimizer changes.
    public List<Variable> parameters() {
        List<Variable> parameters = new ArrayList<>(body.parameters());
        outputs.forEach(output -> parameters.addAll(output.parameters()));
        return List.copyOf(parameters);
    }

    /// How many numbers it keeps from step to step for each env; 0 if it is not recurrent.
    public int stateSize() {
        return body.stateSize();
    }

    /// How many steps a window has in training; 1 if it is not recurrent.
    public int seqLen() {
        return body.seqLen();
    }
}

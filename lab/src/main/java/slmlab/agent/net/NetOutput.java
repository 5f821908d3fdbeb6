package slmlab.agent.net;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.setting.Activation;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Linear;

/// What stands on a body for a [Tail].
interface NetOutput {

    /// [rows, features] → [rows, size].
    Tensor apply(Tensor features, ForwardPass pass);

    /// What an optimizer changes.
    List<Variable> parameters();

    /// A linear layer for each tail, or a learned vector.
    static List<NetOutput> tails(int features, NetParts parts, Init init) {
        long layered = parts.tails().stream().filter(NetOutput::isLayered).count();
        List<NetOutput> outputs = new ArrayList<>();
        int index = 0;
        for (int i = 0; i < parts.tails().size(); i++) {
            Tail tail = parts.tails().get(i);
            if (isLayered(tail)) {
                String name = layered == 1 ? ".tails" : ".tails." + index++;
                Sequence layers =
                        new Sequence(parts.name() + name, Shape.of(features), init, parts.variables(), parts.random());
                outputs.add(new Layered(layers.linear(tail.size(), true, first(tail, init)), activation(parts, i)));
            } else {
                outputs.add(vector(tail, parts));
            }
        }
        return outputs;
    }

    /// As [#tails], each with hidden layers of its own.
    static List<NetOutput> hydra(
            int features, List<List<Integer>> widths, Activation activation, NetParts parts, Init init) {
        List<NetOutput> outputs = new ArrayList<>();
        for (int i = 0; i < parts.tails().size(); i++) {
            Tail tail = parts.tails().get(i);
            Sequence layers = new Sequence(
                            "%s.model_tails.%s".formatted(parts.name(), i),
                            Shape.of(features),
                            init,
                            parts.variables(),
                            parts.random())
                    .fullyConnected(widths.get(i), activation, false, false);
            outputs.add(
                    isLayered(tail)
                            ? new Layered(layers.linear(tail.size(), true, first(tail, init)), activation(parts, i))
                            : vector(tail, parts));
        }
        return outputs;
    }

    /// Q = V + A − mean A for the only tail. Wang et al. 2016, arXiv:1511.06581, eq. 9.
    static List<NetOutput> dueling(int features, NetParts parts, Init init) {
        if (parts.tails().size() != 1 || !isLayered(parts.tails().getFirst())) {
            throw new ConfigException(
                    "a dueling net with the outputs %s; needs one, of action values".formatted(parts.tails()));
        }
        Tail tail = parts.tails().getFirst();
        Init first = first(tail, init);
        return List.of(new Dueling(
                Linear.of(parts.variables(), parts.name() + ".v", features, 1, first, parts.random()),
                Linear.of(parts.variables(), parts.name() + ".adv", features, tail.size(), first, parts.random()),
                activation(parts, 0)));
    }

    private static boolean isLayered(Tail tail) {
        return tail.logStdInit() == null;
    }

    private static Init first(Tail tail, Init init) {
        @Nullable Double gain = tail.gain();
        return gain == null ? init : Init.orthogonal(gain);
    }

    private static Activation activation(NetParts parts, int tail) {
        return parts.learning().outActivations(parts.tails().size()).get(tail);
    }

    private static NetOutput vector(Tail tail, NetParts parts) {
        Shape shape = Shape.of(tail.size());
        @Nullable Double start = tail.logStdInit();
        Array array = Init.constant(start == null ? 0 : start).weight(shape, parts.random());
        return new Vector(parts.variables().add(parts.name() + ".log_std", array));
    }

    record Layered(Sequence layers, Activation activation) implements NetOutput {
        @Override
        public Tensor apply(Tensor features, ForwardPass pass) {
            return activation.apply(layers.apply(features, pass));
        }

        @Override
        public List<Variable> parameters() {
            return layers.parameters();
        }
    }

    /// The same numbers forevery row.
    record Vector(Variable value) implements NetOutput {
        @Override
        public Tensor apply(Tensor features, ForwardPass pass) {
            return value.value()
                    .broadcast(value.shape().insert(0, features.shape().dim(0)));
        }

        @Override
        public List<Variable> parameters() {
            return List.of(value);
        }
    }

    record Dueling(Linear value, Linear advantage, Activation activation) implements NetOutput {
        @Override
        public Tensor apply(Tensor features, ForwardPass pass) {
            return activation.apply(join(value.apply(features), advantage.apply(features)));
        }

        /// @param v [rows, 1]
        /// @param a [rows, actions]
        static Tensor join(Tensor v, Tensor a) {
            return v.add(a).sub(a.mean(1).insertAxis(1));
        }

        @Override
        public List<Variable> parameters() {
            return Stream.concat(value.parameters().stream(), advantage.parameters().stream())
                    .toList();
        }
    }
}

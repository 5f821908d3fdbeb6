package slmlab.play;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.distribution.DiagonalGaussian;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Linear;
import slmlab.tensor.safetensors.SafeTensors;

/// Small policy files, traced by hand.
final class Policies {
    static final int OBS = 4;
    static final int ACTIONS = 3;

    private Policies() {}

    /// Logits of three actions, with a value.
    static Path discrete(Path file, boolean masked) {
        Net net = new Net();
        return write(file, net.variables, "discrete n=3 start=0", "", (trace, rows) -> {
            Tensor hidden = net.hidden(trace.input("obs", rows, OBS));
            Tensor logits = net.out.apply(hidden);
            Categorical policy = masked
                    ? Categorical.of(logits, trace.input("mask", DType.UINT8, Shape.of(rows, ACTIONS)))
                    : Categorical.of(logits);
            trace.output("mode", policy.mode());
            trace.output("sample", policy.sample());
            trace.output("logits", logits);
            trace.output("probabilities", policy.probs());
            trace.output("value", hidden.sum(1));
        });
    }

    /// A state that adds up what is seen; the mode depends on it.
    static Path recurrent(Path file) {
        Net net = new Net();
        return write(file, net.variables, "discrete n=3 start=0", "", (trace, rows) -> {
            Tensor state = trace.input("net.state", rows, OBS).add(trace.input("obs", rows, OBS));
            Categorical policy = Categorical.of(net.out.apply(net.hidden(state)));
            trace.output("mode", policy.mode());
            trace.output("sample", policy.sample());
            trace.output("logits", net.out.apply(net.hidden(state)));
            trace.output("value", state.sum(1));
            trace.output("net.state", state);
        });
    }

    /// Three numbers between bounds, from two stacked observations.
    static Path continuous(Path file) {
        Net net = new Net();
        String action = "box shape=[3] low=[-2.0,0.0,10.0] high=[2.0,1.0,30.0]";
        return write(file, net.variables, action, "stack n=2 part=2\nnormalize eps=1.0E-8 clip=10.0", (trace, rows) -> {
            Tensor mean =
                    net.out.apply(net.hidden(trace.input("obs", rows, OBS))).tanh();
            trace.output("mode", mean);
            trace.output("sample", DiagonalGaussian.of(mean, Tensor.of(-1)).sample());
            trace.output("mean", mean);
        });
    }

    private static Path write(
            Path file, Variables variables, String action, String steps, BiConsumer<Trace, Integer> body) {
        SequencedMap<String, Array> tensors = new LinkedHashMap<>(variables.export());
        Map<String, String> metadata = new LinkedHashMap<>(Map.of("format", "slm-lab policy 1", "action", action));
        metadata.put("obs", "FLOAT32 [%s]".formatted(steps.isEmpty() ? OBS : OBS / 2));
        metadata.put("obs_steps", steps);
        if (!steps.isEmpty()) {
            tensors.put("obs_mean", Array.of(Shape.of(OBS), 0.5f, -0.5f, 0.5f, -0.5f));
            tensors.put("obs_var", Array.of(Shape.of(OBS), 4, 1, 4, 1));
        }
        for (int rows : new int[] {1, 8, 64}) {
            metadata.put(
                    "graph_" + rows,
                    Graph.trace(trace -> body.accept(trace, rows)).write());
        }
        SafeTensors.write(file, tensors, metadata);
        return file;
    }

    private static final class Net {
        private final Variables variables = new Variables();
        private final RandomStream random = RandomStream.ofSeed(3);
        private final Linear in = Linear.of(variables, "net.0", OBS, 16, Init.orthogonal(1), random);
        private final Linear out = Linear.of(variables, "net.2", 16, ACTIONS, Init.orthogonal(1), random);

        Tensor hidden(Tensor obs) {
            return in.apply(obs).tanh();
        }
    }
}

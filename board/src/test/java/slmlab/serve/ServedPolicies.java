package slmlab.serve;

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

/// Policy files of every form, traced in a moment. Weights of another frame are other weights.
public final class ServedPolicies {
    public static final int OBS = 4;
    static final int ACTIONS = 3;

    private ServedPolicies() {}

    /// One of three actions, with probabilities and a value.
    public static Path discrete(Path file, long frame) {
        Net net = new Net(frame, OBS);
        return write(file, frame, net, "obs", "FLOAT32 [4]", "discrete n=3 start=0", "", (trace, rows) -> {
            Tensor hidden = net.hidden(trace.input("obs", rows, OBS));
            heads(trace, net, Categorical.of(net.out.apply(hidden)), hidden);
        });
    }

    /// The same with a mask.
    static Path masked(Path file, long frame) {
        Net net = new Net(frame, OBS);
        return write(file, frame, net, "obs", "FLOAT32 [4]", "discrete n=3 start=0", "", (trace, rows) -> {
            Tensor hidden = net.hidden(trace.input("obs", rows, OBS));
            Tensor mask = trace.input("mask", DType.UINT8, Shape.of(rows, ACTIONS));
            heads(trace, net, Categorical.of(net.out.apply(hidden), mask), hidden);
        });
    }

    /// Three continuous actions: they differ with any change of the weights.
    static Path continuous(Path file, long frame) {
        Net net = new Net(frame, OBS);
        return write(file, frame, net, "obs", "FLOAT32 [4]", "box shape=[3]", "", (trace, rows) -> {
            Tensor mean = net.out.apply(net.hidden(trace.input("obs", rows, OBS)));
            trace.output("mode", mean);
            trace.output("sample", DiagonalGaussian.of(mean, Tensor.of(-1)).sample());
            trace.output("mean", mean);
        });
    }

    /// A recurrent state that adds up what is seen.
    static Path recurrent(Path file, long frame) {
        Net net = new Net(frame, OBS);
        return write(file, frame, net, "obs", "FLOAT32 [4]", "box shape=[3]", "", (trace, rows) -> {
            Tensor state = trace.input("net.state", rows, OBS).add(trace.input("obs", rows, OBS));
            Tensor mean = net.out.apply(net.hidden(state));
            trace.output("mode", mean);
            trace.output("sample", mean);
            trace.output("mean", mean);
            trace.output("net.state", state);
        });
    }

    /// Observations of two named parts, a Box of three numbers and a Discrete of four.
    public static Path dict(Path file, long frame) {
        Net net = new Net(frame, 7);
        String entries = "box name=stock shape=[3]\ndiscrete name=season n=4 start=1";
        return write(file, frame, net, "obs_entries", entries, "discrete n=3 start=0", "", (trace, rows) -> {
            Tensor hidden = net.hidden(trace.input("obs", rows, 7));
            heads(trace, net, Categorical.of(net.out.apply(hidden)), hidden);
        });
    }

    /// Two by three pixels, of which two observations are stacked.
    static Path pixels(Path file, long frame) {
        Net net = new Net(frame, 12);
        return write(
                file,
                frame,
                net,
                "obs",
                "UINT8 [2,3]",
                "discrete n=3 start=0",
                "flatten\nstack n=2 part=6",
                (trace, rows) -> {
                    Tensor hidden = net.hidden(trace.input("obs", rows, 12).mul(1 / 255f));
                    heads(trace, net, Categorical.of(net.out.apply(hidden)), hidden);
                });
    }

    private static void heads(Trace trace, Net net, Categorical policy, Tensor hidden) {
        trace.output("mode", policy.mode());
        trace.output("sample", policy.sample());
        trace.output("logits", net.out.apply(hidden));
        trace.output("probabilities", policy.probs());
        trace.output("value", hidden.sum(1));
    }

    private static Path write(
            Path file,
            long frame,
            Net net,
            String key,
            String value,
            String action,
            String steps,
            BiConsumer<Trace, Integer> body) {
        SequencedMap<String, Array> tensors = new LinkedHashMap<>(net.variables.export());
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("format", "slm-lab policy 1");
        metadata.put("algorithm", "PPO");
        metadata.put("env", "Small-v0");
        metadata.put("frame", Long.toString(frame));
        metadata.put("obs", "FLOAT32 [7]");
        metadata.put(key, value);
        metadata.put("obs_steps", steps);
        metadata.put("action", action);
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
        private final Linear in;
        private final Linear out;

        Net(long seed, int width) {
            RandomStream random = RandomStream.ofSeed(seed);
            this.in = Linear.of(variables, "net.0", width, 16, Init.orthogonal(1), random);
            this.out = Linear.of(variables, "net.2", 16, ACTIONS, Init.orthogonal(1), random);
        }

        Tensor hidden(Tensor obs) {
            return in.apply(obs).tanh();
        }
    }
}

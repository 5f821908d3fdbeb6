package slmlab.play;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.onnx.OnnxGraph;
import slmlab.onnx.OnnxModel;
import slmlab.onnx.OnnxType;
import slmlab.onnx.OnnxValue;
import slmlab.tensor.Graph;
import slmlab.tensor.safetensors.SafeTensors;
import slmlab.tensor.safetensors.SafeTensorsException;

/// A policy as an ONNX model, for runtimes outside the JVM.
///
/// The model does what a [Player] does: observations go in as the env shows them, actions come out as the env takes
/// them,
/// any number of rows at once. It keeps nothing between two calls: recurrent states and stacked frames are inputs and
/// outputs, and so are the random numbers of a policy that samples. `docs/export.md` lists them.
public final class OnnxPolicy {
    static final String FRAMES = "frames";
    static final String NEXT = "_next";
    private static final String STATE = ".state";
    private static final String MASK = "mask";
    private static final String EXPLORE_VAR = "explore_var";

    private final PolicyFile policy;
    private final OnnxModel model;
    private final Map<String, OnnxValue> inputs = new LinkedHashMap<>(); // by the names of the graph's

    private OnnxPolicy(PolicyFile policy, OnnxModel model) {
        this.policy = policy;
        this.model = model;
    }

    /// Write the model of a policy file, or of the best checkpoint of a run.
    ///
    /// @param sampling whether it draws actions as in training; otherwise it takes the best one
    /// @throws IllegalArgumentException if there is no such policy, or ONNX cannot hold it
    public static void write(Path runOrFile, Path to, boolean sampling) {
        Path file = RunFiles.policy(runOrFile);
        try {
            write(SafeTensors.read(file), file.toString(), to, sampling, Map.of());
        } catch (SafeTensorsException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// Write the model of the contents of a policy file.
    ///
    /// @param name what messages call it
    /// @param origin more facts about it, for the metadata of the model
    public static void write(
            SafeTensors.Contents contents, String name, Path to, boolean sampling, Map<String, String> origin) {
        model(contents, name, sampling, origin).write(to);
    }

    static OnnxModel model(SafeTensors.Contents contents, String name, boolean sampling, Map<String, String> origin) {
        PolicyFile policy = PolicyFile.of(name, contents);
        OnnxModel model = new OnnxModel(policy.facts().getOrDefault("spec", "policy"));
        policy.facts().forEach(model::fact);
        origin.forEach(model::fact);
        model.fact("acts", sampling ? "sampling" : "deterministic");
        try {
            new OnnxPolicy(policy, model).add(sampling);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(name, e.getMessage()), e);
        }
        return model;
    }

    private void add(boolean sampling) {
        String action = sampling ? "sample" : "mode";
        List<Map.Entry<Integer, Graph>> sizes = sizes();
        Graph one = sizes.getFirst().getValue();
        List<String> wanted = new ArrayList<>(one.outputs().keySet());
        wanted.remove(sampling ? "mode" : "sample");
        Graph few = one.only(wanted);
        OnnxGraph graph = new OnnxGraph(
                few,
                sizes.getFirst().getKey(),
                sizes.getLast().getValue().only(wanted),
                sizes.getLast().getKey());
        addInputs(few, sizes.getFirst().getKey());
        OnnxValue noise = graph.draws() == 0 ? null : model.input("noise", OnnxType.FLOAT, -1, graph.draws());
        SequencedMap<String, OnnxValue> outputs = graph.add(model, inputs, noise);
        addAction(Objects.requireNonNull(outputs.remove(action)));
        outputs.forEach((output, value) -> model.output(output.endsWith(STATE) ? output + NEXT : output, value));
    }

    /// Return two numbers of rows above 1, the smaller first, with their graphs.
    private List<Map.Entry<Integer, Graph>> sizes() {
        Iterator<Map.Entry<Integer, Graph>> largest = policy.graphs().entrySet().iterator();
        Map.Entry<Integer, Graph> many = largest.next();
        Map.Entry<Integer, Graph> few = largest.hasNext() ? largest.next() : many;
        if (few.getKey() < 2) {
            throw new IllegalArgumentException(
                    "needs graphs for two numbers of rows above 1, to see what grows with a batch; there are those of %s"
                            .formatted(policy.graphs().keySet()));
        }
        return List.of(few, many);
    }

    private void addInputs(Graph graph, int rows) {
        int[] shape = Settings.ints(policy.facts().getOrDefault("obs", "").split(" ", -1)[1]);
        OnnxValue obs = model.input("obs", OnnxType.of(policy.obs().type()), OnnxValue.batched(shape));
        boolean remembers =
                policy.obs().stack() > 1 || graph.inputs().keySet().stream().anyMatch(name -> name.endsWith(STATE));
        OnnxValue start = remembers ? model.input("episode_start", OnnxType.BOOL, -1) : null;
        String rowsOfObs = new OnnxObs(model, policy.obs()).add(obs, start);
        graph.inputs().forEach((name, tensor) -> {
            int[] dims = tensor.shape().dims().clone();
            if (dims.length > 0) {
                dims[0] = -dims[0] / rows;
            }
            inputs.put(name, new OnnxValue(value(name, dims, rowsOfObs, start), OnnxType.of(tensor.dtype()), dims));
        });
    }

    private String value(String name, int[] dims, String rowsOfObs, @Nullable OnnxValue start) {
        if (name.equals("obs")) {
            return dims.length == 2 ? rowsOfObs : model.reshape(rowsOfObs, dims);
        }
        if (name.equals(MASK)) {
            return model.cast(model.input("action_mask", OnnxType.BOOL, dims).name(), OnnxType.UINT8);
        }
        if (name.equals(EXPLORE_VAR)) {
            if (Double.isNaN(policy.exploreVar())) {
                throw new IllegalArgumentException(
                        "the file does not say how much to explore (%s); export it without sampling"
                                .formatted(EXPLORE_VAR));
            }
            return model.weights(EXPLORE_VAR, new int[0], new float[] {(float) policy.exploreVar()});
        }
        if (!name.endsWith(STATE) || start == null) {
            throw new IllegalArgumentException("the graph reads an input %s, which is unknown here".formatted(name));
        }
        int[] ones = new int[dims.length];
        Arrays.fill(ones, 1);
        ones[0] = -1;
        String state = model.input(name, OnnxType.FLOAT, dims).name();
        return model.node("Where", List.of(model.reshape(start.name(), ones), model.scalar(0), state));
    }

    /// The action, as the env takes it.
    private void addAction(OnnxValue chosen) {
        switch (policy.action()) {
            case ActionKind.Choices choices -> {
                String action = model.cast(chosen.name(), OnnxType.INT64);
                if (choices.start() != 0) {
                    action = model.node("Add", List.of(action, model.longs(choices.start())));
                }
                int[] dims = choices.one() ? new int[] {-1} : new int[] {-1, choices.width()};
                model.output("action", new OnnxValue(model.reshape(action, dims), OnnxType.INT64, dims));
            }
            case ActionKind.Box box -> {
                String action = model.reshape(chosen.name(), -1, box.width());
                action = box.low().length == 0 ? action : scaled(action, box);
                int[] dims = OnnxValue.batched(
                        Settings.of(Objects.requireNonNull(policy.facts().get("action")))
                                .sizes("shape"));
                model.output("action", new OnnxValue(model.reshape(action, dims), OnnxType.FLOAT, dims));
            }
        }
    }

    /// In double precision, in the order of [ActionKind.Box#scaled].
    private String scaled(String action, ActionKind.Box box) {
        double[] low = new double[box.width()];
        double[] range = new double[box.width()];
        for (int i = 0; i < low.length; i++) {
            low[i] = box.low()[i];
            range[i] = box.high()[i] - low[i];
        }
        String above = model.node("Add", List.of(model.cast(action, OnnxType.DOUBLE), model.doubles(1)));
        String share = model.node("Div", List.of(above, model.doubles(2)));
        String reached = model.node("Mul", List.of(model.doubles(range), share));
        return model.cast(model.node("Add", List.of(model.doubles(low), reached)), OnnxType.FLOAT);
    }
}

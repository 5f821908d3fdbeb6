package slmlab.agent.net.arc;

import static slmlab.spec.key.Check.that;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Body;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Layer;
import slmlab.agent.net.Layers;
import slmlab.agent.net.NetParts;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.Inits;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Problems;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Init;

/// A body in TorchArc's format, modules and a graph of them: SLM-Lab's `TorchArcNet`.
///
/// Its modules are those of [ArcTypes]. Of several outputs it takes the first, as SLM-Lab does, and flattens
/// what is more than features.
public final class ArcBody implements Body {

    public record Config(
            @Doc(
                    value = "the net as modules and graph, in TorchArc's format",
                    example = "{modules: {body: {LazyLinear: {out_features: 64}}}, graph: {input: x, modules: "
                            + "{body: [x]}, output: body}}")
            @Nullable
            Map<String, Object> arc,

            @Doc(
                    value = "in place of arc for the actor",
                    example = "{modules: {body: {LazyLinear: {out_features: 64}}}, graph: {input: x, modules: "
                            + "{body: [x]}, output: body}}")
            @Nullable
            Map<String, Object> actorArc,

            @Doc(
                    value = "in place of arc for the critic",
                    example = "{modules: {body: {LazyLinear: {out_features: 64}}}, graph: {input: x, modules: "
                            + "{body: [x]}, output: body}}")
            @Nullable
            Map<String, Object> criticArc,

            @Doc(value = "a JSON or YAML file with modules and graph, in place of arc", example = "_body.yaml")
            @Nullable
            String arcFile,

            @Doc(
                    value = "chooses the gain of init_fn, nothing else: activations are modules of the arc",
                    example = "tanh")
            @Default("relu")
            Activation hidLayersActivation) {

        /// The same with the actor's own arc, if it has one.
        public Config actor() {
            return actorArc == null ? this : new Config(actorArc, null, null, null, hidLayersActivation);
        }

        /// The same with the critic's own arc, if it has one.
        public Config critic() {
            return criticArc == null ? this : new Config(criticArc, null, null, null, hidLayersActivation);
        }

        public Config {
            that("arc", arc == null || arcFile == null, "and arc_file are both there; needs one of them");
            Problems problems = new Problems();
            check("arc", arc, problems);
            check("actor_arc", actorArc, problems);
            check("critic_arc", criticArc, problems);
            if (!problems.isEmpty()) {
                throw new ConfigException(problems.list());
            }
        }

        private static void check(String key, @Nullable Map<String, Object> arc, Problems problems) {
            if (arc != null) {
                Arc.read(key, arc, problems);
            }
        }

        /// The arc, of which this has checked all but the shapes.
        private Arc read() {
            if (arc == null) {
                throw new ConfigException(
                        arcFile == null
                                ? "arc is missing; TorchArcNet needs its modules and graph"
                                : "arc_file is %s, which is read with a spec file; here, give its content as arc"
                                        .formatted(arcFile));
            }
            return Objects.requireNonNull(Arc.read("arc", arc, new Problems()));
        }
    }

    /// Return the types of module that an arc may name, with the settings of each.
    public static Map<String, List<String>> modules() {
        return ArcTypes.settings();
    }

    private final ArcInputs inputs;
    private final List<Call> calls = new ArrayList<>();
    private final String output;
    private final Layer end;
    private final int size;
    private final List<Variable> parameters;

    /// One node of the graph, its module made.
    private record Call(ArcGraph.Node node, ArcModule module) {}

    public ArcBody(Config config, NetParts parts) {
        Arc arc = config.read();
        ArcGraph graph = arc.graph();
        this.inputs =
                new ArcInputs(graph.inputs(), parts.obs(), parts.learning().normalize());
        this.output = graph.output();
        Init init = Inits.of(parts.learning().initFn(), config.hidLayersActivation);
        ArcBuilder builder = new ArcBuilder(
                arc, parts.name() + ".body", new Layers(init, parts.variables(), parts.random()), inputs.forms());
        for (ArcGraph.Node node : graph.nodes()) {
            ArcModule module = builder.call(node);
            if (module != null) {
                calls.add(new Call(node, module));
            }
        }
        Shape row = builder.output();
        this.end = row.rank() > 1 ? new Layer.Flatten() : new Layer.Activated(Activation.IDENTITY);
        this.size = row.volume();
        Set<String> reached = graph.reached();
        this.parameters = calls.stream()
                .filter(call -> reached.contains(call.node.name()))
                .flatMap(call -> call.module.parameters().stream())
                .distinct()
                .toList();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        Map<String, List<Tensor>> values = inputs.of(x);
        for (Call call : calls) {
            List<Tensor> reads = call.node.reads().stream()
                    .flatMap(name -> Objects.requireNonNull(values.get(name)).stream())
                    .toList();
            values.put(call.node.name(), call.module.step().apply(reads, pass));
        }
        return end.apply(Objects.requireNonNull(values.get(output)).getFirst(), pass);
    }

    /// Those that the output depends on; a branch to another output is not trained.
    @Override
    public List<Variable> parameters() {
        return parameters;
    }
}

package slmlab.agent.net;

import static slmlab.spec.Check.that;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.spec.ConfigException;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Init;

/// A body written out layer by layer in TorchArc's format: SLM-Lab's `TorchArcNet`.
///
/// It takes what SLM-Lab's specs use: one module, a `Sequential`, that reads the input and gives the output.
/// Layers are those of [ArcLayers]. What still is an image at the end is flattened.
public final class ArcBody implements Body {

    /// @param arc                 `modules` and `graph`
    /// @param actorArc            in place of `arc` for the actor
    /// @param criticArc           in place of `arc` for the critic
    /// @param arcFile             a file of them, in place of `arc`; whoever reads the spec reads it too
    /// @param hidLayersActivation chooses the gain of `init_fn`, nothing else: activations are layers of
    ///                            `arc`
    public record Config(
            @Nullable Map<String, Object> arc,
            @Nullable Map<String, Object> actorArc,
            @Nullable Map<String, Object> criticArc,
            @Nullable String arcFile,
            Activation hidLayersActivation) {

        public static Config defaults() {
            return new Config(null, null, null, null, Activation.RELU);
        }

        /// The same with the actor's own arc, if it has one.
        Config actor() {
            return actorArc == null ? this : new Config(actorArc, null, null, null, hidLayersActivation);
        }

        /// The same with the critic's own arc, if it has one.
        Config critic() {
            return criticArc == null ? this : new Config(criticArc, null, null, null, hidLayersActivation);
        }

        public Config {
            that(arc == null || arcFile == null, "arc and arc_file are both there; needs one of them");
        }
    }

    private final Space obs;
    private final boolean normalize;
    private final boolean image;
    private final Sequence layers;

    ArcBody(Config config, NetParts parts) {
        this.obs = parts.obs();
        this.normalize = parts.learning().normalize();
        this.image = Rows.isImage(obs);
        Init init = Inits.of(parts.learning().initFn(), config.hidLayersActivation);
        Shape in = image ? Rows.imageShape(obs) : Shape.of(obs.flatSize());
        Arc arc = Arc.read(config.arc, config.arcFile);
        String name = "%s.body.%s".formatted(parts.name(), arc.module());
        this.layers = new Sequence(name, in, init, parts.variables(), parts.random());
        arc.layers().forEach(layer -> ArcLayers.add(layer, layers));
        if (layers.shape().rank() > 1) {
            layers.flatten();
        }
    }

    @Override
    public int size() {
        return layers.size();
    }

    @Override
    public Tensor apply(Tensor x, Pass pass) {
        return layers.apply(image ? Rows.image(obs, x, normalize) : Rows.flat(obs, x), pass);
    }

    @Override
    public List<Variable> parameters() {
        return layers.parameters();
    }

    /// The one module of an arc.
    private record Arc(String module, List<ArcLayers.Kwargs> layers) {

        static Arc read(@Nullable Map<String, Object> arc, @Nullable String file) {
            if (arc == null) {
                throw new ConfigException(
                        file == null
                                ? "arc is missing; TorchArcNet needs its modules and graph"
                                : "arc_file is %s, which is not read yet; write its content as arc".formatted(file));
            }
            Map<?, ?> modules = map("arc.modules", arc.get("modules"));
            if (modules.size() != 1) {
                throw new ConfigException(
                        "arc.modules has %s; needs one module, a Sequential of layers".formatted(modules.keySet()));
            }
            String module = String.valueOf(modules.keySet().iterator().next());
            graph(map("arc.graph", arc.get("graph")), module);
            return new Arc(module, layers(module, map("arc.modules." + module, modules.get(module))));
        }

        /// The only graph: input → module → output.
        private static void graph(Map<?, ?> graph, String module) {
            Object input = graph.get("input");
            Map<?, ?> calls = map("arc.graph.modules", graph.get("modules"));
            boolean straight = input instanceof String
                    && calls.size() == 1
                    && List.of(input).equals(calls.get(module))
                    && module.equals(graph.get("output"));
            if (!straight) {
                throw new ConfigException("arc.graph is %s; needs {input: x, modules: {%s: [x]}, output: %s}"
                        .formatted(graph, module, module));
            }
        }

        private static List<ArcLayers.Kwargs> layers(String module, Map<?, ?> value) {
            if (value.size() != 1 || !(value.get("Sequential") instanceof List<?> list)) {
                throw new ConfigException(
                        "arc.modules.%s is %s; needs a Sequential, with a list of layers".formatted(module, value));
            }
            return IntStream.range(0, list.size())
                    .mapToObj(i -> ArcLayers.Kwargs.of(module, i, list.get(i)))
                    .toList();
        }

        private static Map<?, ?> map(String key, @Nullable Object value) {
            if (value instanceof Map<?, ?> map) {
                return map;
            }
            throw new ConfigException("%s is %s; needs a map".formatted(key, value));
        }
    }
}

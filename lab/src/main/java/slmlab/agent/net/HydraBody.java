package slmlab.agent.net;

import static slmlab.spec.key.Check.that;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.Inits;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Default;
import slmlab.spec.key.Doc;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.Init;

/// Fully connected layers of its own for each part of an observation, then common ones: SLM-Lab's
/// `HydraMLPNet`.
public final class HydraBody implements Body {

    public record Config(
            @Doc(
                    value = "three lists: widths of a head for each part of the observation (one list "
                            + "serves all), widths of the common layers, widths before each output (one "
                            + "list serves all, [] for none); a flat list is the common layers alone",
                    example = "[[[32], [32]], [64], []]")
            @Default("[[[32]], [64], []]")
            List<Object> hidLayers,

            @Doc(value = "activation after each hidden layer", example = "tanh") @Default("relu")
            Activation hidLayersActivation) {

        public Config {
            if (!hidLayers.isEmpty() && hidLayers.stream().allMatch(Number.class::isInstance)) {
                hidLayers = List.of(List.of(), hidLayers, List.of());
            }
            that("hid_layers", hidLayers.size() == 3, "is %s; needs [[heads…], [body], [tails…]]", hidLayers);
            hidLayers = List.copyOf(hidLayers);
            lists(hidLayers.get(0));
            that(
                    "hid_layers",
                    !widths(hidLayers.get(1)).isEmpty(),
                    "is %s; its body needs at least one layer",
                    hidLayers);
            lists(hidLayers.get(2));
        }

        List<List<Integer>> heads(int count) {
            return each(lists(hidLayers.get(0)), count, "heads", "parts of the observation");
        }

        List<Integer> body() {
            return widths(hidLayers.get(1));
        }

        List<List<Integer>> tails(int count) {
            return each(lists(hidLayers.get(2)), count, "tails", "outputs");
        }

        private List<List<Integer>> each(List<List<Integer>> lists, int count, String what, String of) {
            return switch (lists.size()) {
                case 0 -> Collections.nCopies(count, List.of());
                case 1 -> Collections.nCopies(count, lists.getFirst());
                default -> {
                    that(
                            "hid_layers",
                            lists.size() == count,
                            "has %d %s for %d %s; needs as many, or one for all",
                            lists.size(),
                            what,
                            count,
                            of);
                    yield lists;
                }
            };
        }

        private static List<List<Integer>> lists(Object value) {
            return list(value).stream().map(Config::widths).toList();
        }

        private static List<Integer> widths(Object value) {
            LooseValues values = new LooseValues("hid_layers", "");
            List<Integer> widths = list(value).stream()
                    .map(width -> values.whole("a width", width))
                    .toList();
            MlpBody.widths("hid_layers", widths);
            return widths;
        }

        private static List<?> list(Object value) {
            if (value instanceof List<?> list) {
                return list;
            }
            throw new ConfigException("hid_layers", "has %s; needs [[heads…], [body], [tails…]]".formatted(value));
        }
    }

    private final Space obs;
    private final List<Integer> parts = new ArrayList<>();
    private final List<Sequence> heads = new ArrayList<>();
    private final Sequence body;

    HydraBody(Config config, NetParts net) {
        this.obs = net.obs();
        Init init = Inits.of(net.learning().initFn(), config.hidLayersActivation);
        switch (obs) {
            case Space.Dict(var entries) -> entries.values().forEach(entry -> parts.add(entry.flatSize()));
            case Space.Tuple(var items) -> items.forEach(item -> parts.add(item.flatSize()));
            case Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _, Space.Box _ -> parts.add(obs.flatSize());
        }
        List<List<Integer>> widths = config.heads(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            heads.add(new Sequence(
                            "%s.model_heads.%s".formatted(net.name(), i),
                            Shape.of(parts.get(i)),
                            init,
                            net.variables(),
                            net.random())
                    .fullyConnected(widths.get(i), config.hidLayersActivation, false, false));
        }
        int joined = heads.stream().mapToInt(Sequence::size).sum();
        this.body = new Sequence(net.name() + ".model_body", Shape.of(joined), init, net.variables(), net.random())
                .fullyConnected(config.body(), config.hidLayersActivation, false, false);
    }

    @Override
    public int size() {
        return body.size();
    }

    @Override
    public Tensor apply(Tensor x, ForwardPass pass) {
        Tensor row = FirstLayerInput.flat(obs, x);
        List<Tensor> outputs = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < heads.size(); i++) {
            int to = from + parts.get(i);
            outputs.add(heads.get(i).apply(row.slice(1, from, to), pass));
            from = to;
        }
        return body.apply(Tensor.concat(1, outputs), pass);
    }

    @Override
    public List<Variable> parameters() {
        List<Variable> parameters = new ArrayList<>();
        heads.forEach(head -> parameters.addAll(head.parameters()));
        parameters.addAll(body.parameters());
        return List.copyOf(parameters);
    }
}

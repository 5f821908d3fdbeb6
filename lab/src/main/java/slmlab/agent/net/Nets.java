package slmlab.agent.net;

import java.util.List;
import java.util.function.BiFunction;
import slmlab.agent.net.arc.ArcBody;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.Inits;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Registry;
import slmlab.tensor.nn.Init;

/// Every type of net, by the name a spec calls it.
public final class Nets {
    public static final Registry<NetParts, Net> ALL = new Registry<NetParts, Net>("net", "type")
            .add("MLPNet", "fully connected layers", MlpBody.Config.class, Nets::mlp)
            .add("ConvNet", "convolutions over images, then fully connected layers", ConvBody.Config.class, Nets::conv)
            .add(
                    "RecurrentNet",
                    "fully connected layers for each step, then recurrent layers that remember the episode",
                    RecurrentBody.Config.class,
                    Nets::recurrent)
            .add(
                    "TorchArcNet",
                    "a net from modules and a graph of them, in the format of TorchArc; docs/nets.md shows how",
                    ArcBody.Config.class,
                    Nets::arc)
            .add(
                    "DuelingMLPNet",
                    "an MLPNet whose Q-values are a state's value plus the advantages of the actions",
                    MlpBody.Config.class,
                    Nets::duelingMlp)
            .add(
                    "DuelingConvNet",
                    "a ConvNet whose Q-values are a state's value plus the advantages of the actions",
                    ConvBody.Config.dueling(),
                    Nets::duelingConv)
            .add(
                    "HydraMLPNet",
                    "fully connected layers of its own for each part of an observation, then common ones",
                    HydraBody.Config.class,
                    Nets::hydra)
            .add(
                    "NatureCnn",
                    "the ConvNet of the DQN paper: three convolutions without batch norm, then fully connected layers",
                    NatureBody.Config.class,
                    Nets::nature)
            .add(
                    "ImpalaCnn",
                    "the residual net of IMPALA over images, then fully connected layers",
                    ImpalaBody.Config.class,
                    Nets::impala)
            .add(
                    "MultiInputNet",
                    "layers of its own for each part of a dict or tuple, convolutions for images, then common ones",
                    MultiInputBody.Config.class,
                    Nets::multiInput)
            .providedBy(NetProvider.class, NetProvider::register);

    private Nets() {}

    /// Register a net: a body of the user's own, on which the usual tails stand. A [NetProvider] calls it.
    ///
    /// @param config record of its keys, with their defaults
    /// @param maker makes the body, and adds its weights to `parts.variables()` under names that begin with
    ///     `parts.name()`
    public static <C extends Record> void register(String type, Class<C> config, BiFunction<C, NetParts, Body> maker) {
        ALL.add(type, config, (own, parts) -> {
            Body body = maker.apply(own, parts);
            if (body.stateSize() != 0 || body.seqLen() != 1) {
                throw new ConfigException(
                        "type", "is %s, which keeps a state; only RecurrentNet can be recurrent".formatted(type));
            }
            return tailed(body, body.activation(), parts);
        });
    }

    public static List<String> names() {
        return ALL.names();
    }

    /// The architecture of a type that a spec says nothing about.
    public static Record defaults(String type) {
        return ALL.entry(type).defaults();
    }

    static Net make(NetConfig config, NetParts parts) {
        return ALL.make(config.type(), config.arch(), parts);
    }

    private static Net mlp(MlpBody.Config config, NetParts parts) {
        return tailed(new MlpBody(config, "model", parts), config.hidLayersActivation(), parts);
    }

    private static Net conv(ConvBody.Config config, NetParts parts) {
        return tailed(new ConvBody(config, parts), config.hidLayersActivation(), parts);
    }

    private static Net recurrent(RecurrentBody.Config config, NetParts parts) {
        return tailed(new RecurrentBody(config, parts), config.hidLayersActivation(), parts);
    }

    private static Net arc(ArcBody.Config config, NetParts parts) {
        return tailed(new ArcBody(config, parts), config.hidLayersActivation(), parts);
    }

    private static Net duelingMlp(MlpBody.Config config, NetParts parts) {
        return dueling(new MlpBody(config, "model_body", parts), config.hidLayersActivation(), parts);
    }

    private static Net duelingConv(ConvBody.Config config, NetParts parts) {
        return dueling(new ConvBody(config, parts), config.hidLayersActivation(), parts);
    }

    private static Net hydra(HydraBody.Config config, NetParts parts) {
        HydraBody body = new HydraBody(config, parts);
        List<List<Integer>> widths = config.tails(parts.tails().size());
        Activation activation = config.hidLayersActivation();
        return new Net(
                parts.name(), body, NetOutput.hydra(body.size(), widths, activation, parts, init(activation, parts)));
    }

    private static Net nature(NatureBody.Config config, NetParts parts) {
        return conv(config.conv(), parts);
    }

    private static Net impala(ImpalaBody.Config config, NetParts parts) {
        return tailed(new ImpalaBody(config, parts), Activation.RELU, parts);
    }

    private static Net multiInput(MultiInputBody.Config config, NetParts parts) {
        return tailed(new MultiInputBody(config, parts), config.hidLayersActivation(), parts);
    }

    private static Net tailed(Body body, Activation activation, NetParts parts) {
        return new Net(parts.name(), body, NetOutput.tails(body.size(), parts, init(activation, parts)));
    }

    private static Net dueling(Body body, Activation activation, NetParts parts) {
        return new Net(parts.name(), body, NetOutput.dueling(body.size(), parts, init(activation, parts)));
    }

    private static Init init(Activation activation, NetParts parts) {
        return Inits.of(parts.learning().initFn(), activation);
    }
}

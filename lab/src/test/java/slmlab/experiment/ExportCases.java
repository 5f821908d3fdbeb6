package slmlab.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import slmlab.agent.part.Sharing;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.SavedWeights;
import slmlab.reference.NewSpec;
import slmlab.spec.SpecFile;
import slmlab.spec.text.Flow;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// Policies with random weights: every net, every policy head, every algorithm that can be exported, and every way in
/// which observations are changed.
enum ExportCases {
    MLP("PPO", "CartPole-v1", "normalize_obs: true"),
    CLIPPED("PPO", "CartPole-v1", "clip_obs: 0.5"),
    STACKED("PPO", "CartPole-v1", "frame_op: concat, frame_op_len: 3, normalize_obs: true"),
    ONE_HOT("ActorCritic", "FrozenLake-v1", ""),
    LAYER_NORM("PPO", "OddRow-v0", "", "", "type: MLPNet, hid_layers: [16, 16], layer_norm: true"),
    BATCH_NORM("PPO", "OddRow-v0", "", "", "type: MLPNet, hid_layers: [16, 16], batch_norm: true"),
    GAUSSIAN("PPO", "OddBox-v0", "normalize_obs: true"),
    GAUSSIAN_ROW("PPO", "Pendulum-v1", "", "", "log_std_init: -0.5"),
    NORMAL_TANH("PPO", "Pendulum-v1", "", "action_pdtype: NormalTanh"),
    BETA("PPO", "OddBox-v0", "", "action_pdtype: Beta"),
    MASKED("PPO", "OddMasked-v0", ""),
    ARGMAX("VanillaDQN", "CartPole-v1", "", "action_pdtype: Argmax, action_policy: boltzmann"),
    GUMBEL_SOFTMAX("ActorCritic", "CartPole-v1", "", "action_pdtype: GumbelSoftmax"),
    MULTI_DISCRETE("PPO", "OddChoices-v0", ""),
    MULTI_BINARY("PPO", "OddSwitches-v0", ""),
    REINFORCE("Reinforce", "CartPole-v1", ""),
    SIL("SIL", "CartPole-v1", ""),
    PPO_SIL("PPOSIL", "CartPole-v1", ""),
    SARSA("SARSA", "CartPole-v1", ""),
    VANILLA_DQN("VanillaDQN", "CartPole-v1", ""),
    DQN("DQN", "CartPole-v1", "normalize_obs: true"),
    DUELING("DoubleDQN", "OddMasked-v0", "", "", "type: DuelingMLPNet, hid_layers: [16]"),
    HYDRA("HydraDQN", "CartPole-v1", "", "", "type: HydraMLPNet, hid_layers: [[[8]], [16], []]"),
    SAC("SoftActorCritic", "OddBox-v0", "normalize_obs: true"),
    SAC_DISCRETE("SoftActorCritic", "CartPole-v1", ""),
    CROSS_Q("CrossQ", "Pendulum-v1", ""),
    TD3("TD3", "Pendulum-v1", ""),
    DDPG("DDPG", "OddBox-v0", ""),
    CONV(
            "PPO",
            "OddPixels-v0",
            "",
            "",
            "type: ConvNet, conv_hid_layers: [[4, 3, 2, 1, 1]], fc_hid_layers: [8], normalize: true"),
    CONV_STACKED(
            "PPO",
            "OddPixels-v0",
            "frame_op: concat, frame_op_len: 2",
            "",
            "type: ConvNet, conv_hid_layers: [[4, 3, 1, 0, 1]], fc_hid_layers: [8], batch_norm: false, normalize: true"),
    CONV_FLOATS(
            "PPO",
            "OddImage-v0",
            "normalize_obs: true",
            "",
            "type: ConvNet, conv_hid_layers: [[4, 3, 2, 0, 1]], fc_hid_layers: [8]"),
    DUELING_CONV(
            "DQN",
            "OddPixels-v0",
            "",
            "",
            "type: DuelingConvNet, conv_hid_layers: [[4, 3, 2, 0, 1]], fc_hid_layers: [8], normalize: true"),
    NATURE("PPO", "OddScreen-v0", "", "", "type: NatureCnn, fc_hid_layers: [16], normalize: true"),
    IMPALA("PPO", "OddPixels-v0", "", "", "type: ImpalaCnn, channels: [4, 4], fc_hid_layers: [8], normalize: true"),
    MULTI_INPUT(
            "PPO",
            "OddMixed-v0",
            "",
            "",
            "type: MultiInputNet, conv_hid_layers: [[4, 3, 2]], vector_hid_layers: [8], fc_hid_layers: [8], normalize: true"),
    LSTM("PPO", "CartPole-v1", "normalize_obs: true", "", recurrent("LSTM")),
    GRU("PPO", "CartPole-v1", "frame_op: concat, frame_op_len: 2", "", recurrent("GRU")),
    RNN("DQN", "CartPole-v1", "", "", recurrent("RNN")),
    ARC("PPO", "OddRow-v0", "", "", """
            type: TorchArcNet, arc: {modules: {
              encoder: {Sequential: [{LazyLinear: {out_features: 16}}, {LazyBatchNorm1d: null}, {GELU: null}, {LayerNorm: {normalized_shape: 16}}]},
              gate: {Sequential: [{LazyLinear: {out_features: 16}}, {Softmax: {dim: -1}}]},
              film: {MergeFiLM: {feature_dim: 16, conditioner_dim: 16}},
              soft: {Sequential: [{LazyWeightNormLinear: {out_features: 8}}, {Mish: null}, {SELU: null}]},
              skip: {MergeConcat: null}},
             graph: {input: x, modules: {encoder: [x], gate: [x], film: {feature: encoder, conditioner: gate},
              soft: [film], skip: [[x, soft]]}, output: skip}}""");

    private static final List<String> ARCHITECTURE = List.of(
            "type",
            "hid_layers",
            "hid_layers_activation",
            "conv_hid_layers",
            "fc_hid_layers",
            "batch_norm",
            "layer_norm",
            "normalize",
            "vector_hid_layers");

    final String algorithm;
    final String env;
    private final String envKeys;
    private final String algorithmKeys;
    private final String netKeys;

    ExportCases(String algorithm, String env, String envKeys) {
        this(algorithm, env, envKeys, "");
    }

    ExportCases(String algorithm, String env, String envKeys, String algorithmKeys) {
        this(algorithm, env, envKeys, algorithmKeys, "");
    }

    ExportCases(String algorithm, String env, String envKeys, String algorithmKeys, String netKeys) {
        this.algorithm = algorithm;
        this.env = env;
        this.envKeys = envKeys;
        this.algorithmKeys = algorithmKeys;
        this.netKeys = netKeys;
    }

    private static String recurrent(String cell) {
        return "type: RecurrentNet, cell_type: %s, fc_hid_layers: [8], rnn_hidden_size: 8, rnn_num_layers: 2, seq_len: 4"
                .formatted(cell);
    }

    /// The type of the net, as the spec calls it.
    String net() {
        return netKeys.contains("type: ") ? netKeys.replaceAll("(?s).*?type: (\\w+).*", "$1") : "MLPNet";
    }

    String pdtype() {
        return algorithmKeys.contains("action_pdtype")
                ? algorithmKeys.replaceAll(".*action_pdtype: (\\w+).*", "$1")
                : "default";
    }

    Plan plan() {
        Map<String, Object> file = mapping(Flow.read(NewSpec.text("spec.yaml", algorithm, env)));
        String name = file.keySet().iterator().next();
        Map<String, Object> spec = child(file, name);
        Map<String, Object> agent = child(spec, "agent");
        child(spec, "env").putAll(keys(envKeys));
        child(agent, "algorithm").putAll(keys(algorithmKeys));
        Map<String, Object> net = child(agent, "net");
        if (netKeys.contains("type: ")) {
            net.keySet().removeAll(ARCHITECTURE);
        }
        net.putAll(keys(netKeys));
        return Plan.read(SpecFile.of("test", Map.of(name, spec)), name);
    }

    private static Map<String, Object> keys(String keys) {
        return mapping(Flow.read("{" + keys + "}"));
    }

    private static Map<String, Object> mapping(@Nullable Object read) {
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(read)).forEach((key, value) -> copy.put((String) key, value));
        return copy;
    }

    private static Map<String, Object> child(Map<String, Object> parent, String key) {
        Map<String, Object> child = mapping(Objects.requireNonNull(parent.get(key), key));
        parent.put(key, child);
        return child;
    }

    /// A policy file with random weights and statistics.
    SafeTensors.Contents policy() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(name().hashCode());
        Plan plan = plan();
        try (Learner learner = Learner.make(plan, RandomStream.ofSeed(name().hashCode()), Sharing.none(), 1)) {
            PolicyHeader header = new PolicyHeader(plan, learner);
            Map<String, String> facts = header.at(1000L, PolicyHeader.exploreVar(learner.algorithm()));
            SequencedMap<String, Array> weights =
                    new LinkedHashMap<>(learner.algorithm().variables().export());
            var normalizer = learner.stack().obs();
            if (normalizer != null) {
                Shape shape = Shape.of(normalizer.stats().size());
                weights.put(SavedWeights.OBS_MEAN, Array.zeros(DType.FLOAT32, shape));
                weights.put(SavedWeights.OBS_VARIANCE, Array.zeros(DType.FLOAT32, shape));
            }
            weights.keySet().retainAll(header.needed());
            weights.forEach((key, array) -> disturb(key, array.floats(), random));
            return new SafeTensors.Contents(weights, facts);
        }
    }

    private static void disturb(String name, float[] values, RandomGenerator random) {
        boolean isVariance = name.endsWith("_var");
        for (int i = 0; i < values.length; i++) {
            values[i] = isVariance
                    ? (float) (0.3 + random.nextDouble())
                    : (float) (values[i] * (1 + 0.2 * random.nextGaussian()) + 0.02 * random.nextGaussian());
        }
    }
}

package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.net.Nets;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.policy.ActionHead;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.play.OnnxPolicy;
import slmlab.play.Player;
import slmlab.tensor.Array;
import slmlab.tensor.safetensors.SafeTensors;

/// An exported ONNX model does in onnxruntime what a player does: the same actions, and everything else within 1e-5, on
/// 512 observations, for every net and every policy head.
class OnnxExportTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeAll
    static void register() {
        OddEnv.register();
    }

    @AfterAll
    static void remove() { // other tests look at every env
        OddEnv.remove();
    }

    /// A new net, head or algorithm without a case here fails.
    @Test
    void everyNetHeadAndAlgorithmHasACase() {
        ExportCases[] all = ExportCases.values();
        assertThat(Arrays.stream(all).map(ExportCases::net).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(Nets.names());
        assertThat(Stream.concat(Stream.of("Random"), Arrays.stream(all).map(each -> each.algorithm))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(Algorithms.ALL.names());
        TreeSet<String> heads = new TreeSet<>();
        for (ExportCases each : all) {
            try (VecEnv env = Envs.make(each.env, 1, Map.of())) {
                ActionHead head = ActionHead.of(env.actionSpace(), each.pdtype(), TrainingSettings.defaults());
                heads.add(head.getClass().getSimpleName());
            }
        }
        assertThat(heads)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ActionHead.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow") // two models for each of some forty policies
    void onnxruntimeActsAsThePlayerDoes(ExportCases each) throws OrtException {
        SafeTensors.Contents policy = each.policy();
        Path file = temp.resolve("policy.safetensors");
        SafeTensors.write(file, policy.tensors(), policy.metadata());
        for (boolean sampling : new boolean[] {false, true}) {
            Path onnx = temp.resolve("policy.onnx");
            OnnxPolicy.write(file, onnx, sampling);
            compare(onnx, ExportGames.of(policy, Player.load(file), sampling));
        }
    }

    private static void compare(Path onnx, ExportGames games) throws OrtException {
        OrtEnvironment runtime = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            try (OrtSession session = runtime.createSession(onnx.toString(), options)) {
                assertThat(session.getMetadata().getCustomMetadata())
                        .containsKeys("algorithm", "env", "action", "acts");
                assertThat(session.getOutputNames()).containsAll(games.outputs().keySet());
                Map<String, float[]> remembered = new LinkedHashMap<>();
                for (int step = 0; step < ExportGames.STEPS; step++) {
                    compare(runtime, session, games, step, remembered);
                }
            }
        }
    }

    private static void compare(
            OrtEnvironment runtime, OrtSession session, ExportGames games, int step, Map<String, float[]> remembered)
            throws OrtException {
        Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
        for (String name : session.getInputNames()) {
            Array given = games.inputs().get(name);
            if (given != null) {
                inputs.put(name, tensor(runtime, session, name, ExportGames.part(given, step)));
            } else {
                inputs.put(name, past(runtime, session, name, remembered.get(name)));
            }
        }
        try (OrtSession.Result result = session.run(inputs)) {
            for (Map.Entry<String, Array> output : games.outputs().entrySet()) {
                float[] wanted = ExportGames.part(output.getValue(), step).floats();
                float[] given = floats((OnnxTensor) result.get(output.getKey()).orElseThrow());
                assertThat(given.length).as(output.getKey()).isEqualTo(wanted.length);
                for (int i = 0; i < wanted.length; i++) {
                    float near = 1e-5f * Math.max(1, Math.abs(wanted[i]));
                    assertThat(Math.abs(given[i] - wanted[i]))
                            .as("%s[%s] of step %s: %s, needs %s", output.getKey(), i, step, given[i], wanted[i])
                            .isLessThanOrEqualTo(near);
                }
            }
            for (String name : session.getOutputNames()) {
                if (name.endsWith("_next")) {
                    remembered.put(name.replace("_next", ""), floats((OnnxTensor)
                            result.get(name).orElseThrow()));
                }
            }
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    private static OnnxTensor tensor(OrtEnvironment runtime, OrtSession session, String name, Array array)
            throws OrtException {
        long[] shape = Arrays.stream(array.shape().dims()).asLongStream().toArray();
        OnnxJavaType type = type(session, name);
        return switch (array.dtype()) {
            case FLOAT32 -> OnnxTensor.createTensor(runtime, FloatBuffer.wrap(array.floats()), shape);
            case INT32 -> OnnxTensor.createTensor(runtime, IntBuffer.wrap(array.ints()), shape);
            case UINT8 -> OnnxTensor.createTensor(runtime, ByteBuffer.wrap(array.bytes()), shape, type);
        };
    }

    private static OnnxJavaType type(OrtSession session, String name) throws OrtException {
        return ((TensorInfo)
                        Objects.requireNonNull(session.getInputInfo().get(name)).getInfo())
                .type;
    }

    /// A recurrent state or a stack of frames: ones before the first call, since the start of an episode resets
    /// them.
    private static OnnxTensor past(OrtEnvironment runtime, OrtSession session, String name, float @Nullable [] last)
            throws OrtException {
        long[] shape = ((TensorInfo)
                        Objects.requireNonNull(session.getInputInfo().get(name)).getInfo())
                .getShape()
                .clone();
        shape[0] = ExportGames.ROWS;
        int volume = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        float[] values = last == null ? new float[volume] : last;
        if (last == null) {
            Arrays.fill(values, 1);
        }
        if (type(session, name) == OnnxJavaType.FLOAT) {
            return OnnxTensor.createTensor(runtime, FloatBuffer.wrap(values), shape);
        }
        byte[] bytes = new byte[volume];
        for (int i = 0; i < volume; i++) {
            bytes[i] = (byte) (int) values[i];
        }
        return OnnxTensor.createTensor(runtime, ByteBuffer.wrap(bytes), shape, OnnxJavaType.UINT8);
    }

    private static float[] floats(OnnxTensor tensor) {
        float[] floats;
        switch (tensor.getInfo().type) {
            case FLOAT -> {
                FloatBuffer buffer = tensor.getFloatBuffer();
                floats = new float[buffer.remaining()];
                buffer.get(floats);
            }
            case INT64 -> {
                LongBuffer buffer = tensor.getLongBuffer();
                floats = new float[buffer.remaining()];
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = buffer.get(i);
                }
            }
            case UINT8 -> {
                ByteBuffer buffer = tensor.getByteBuffer();
                floats = new float[buffer.remaining()];
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = buffer.get(i) & 0xff;
                }
            }
            default -> throw new AssertionError(tensor.getInfo());
        }
        return floats;
    }
}

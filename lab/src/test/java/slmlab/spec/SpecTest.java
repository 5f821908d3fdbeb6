package slmlab.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Range;
import slmlab.spec.text.Problem;
import slmlab.spec.upstream.GoneEnvs;
import slmlab.spec.upstream.NoOps;

class SpecTest {

    private static final Map<String, Object> AGENT = Map.of(
            "name", "PPO", "algorithm", Map.of("name", "PPO"), "memory", Map.of("name", "Replay"), "net", Map.of());
    private static final Map<String, Object> ENV = Map.of("name", "CartPole-v1", "max_frame", 2e5, "num_envs", 4);
    private static final Map<String, Object> META = Map.of("distributed", false, "max_session", 4, "max_trial", 1);

    private final Problems problems = new Problems();

    private Spec read(Object agent, Object env, Object meta, Map<String, ?> more) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>(more);
        given.put("agent", agent);
        given.put("env", env);
        given.put("meta", meta);
        return Spec.read("s", given, Path.of(""), problems);
    }

    private static Map<String, Object> with(Map<String, Object> map, String key, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }

    @Test
    void aSpecIsReadIntoRecords() {
        Spec spec = read(
                AGENT,
                with(ENV, "continuous", true),
                with(META, "search_resources", Map.of("cpu", 1, "gpu", 0.125)),
                Map.of("search", Map.of("agent", Map.of("algorithm", Map.of("gamma__uniform", List.of(0.9, 1))))));
        assertThat(problems.list()).isEmpty();
        assertThat(spec.name()).isEqualTo("s");
        assertThat(spec.agent().algorithm()).isEqualTo(Map.of("name", "PPO"));
        assertThat(spec.agent().criticNet()).isNull();
        assertThat(spec.env().maxFrame()).isEqualTo(200_000);
        assertThat(spec.env().maxT()).isNull();
        assertThat(spec.env().args()).isEqualTo(Map.of("continuous", true));
        assertThat(spec.meta().distributed()).isEqualTo(MetaConfig.Distributed.NO);
        assertThat(spec.meta().logFrequency()).isEqualTo(10_000);
        assertThat(spec.meta().searchResources().gpu()).isEqualTo(0.125);
        assertThat(spec.search()).containsKey("agent");
    }

    @Test
    void theOlderFormIsUnwrapped() {
        Map<String, Object> env = Map.of(
                "name",
                "PongNoFrameskip-v4",
                "max_frame",
                1e7,
                "frame_op",
                "concat",
                "frame_op_len",
                4,
                "reward_scale",
                "sign",
                "normalize_state",
                true,
                "image_downsize",
                List.of(64, 64));
        Map<String, Object> meta = Map.of(
                "distributed",
                "shared",
                "max_session",
                1,
                "search",
                "RandomSearch",
                "train_mode",
                true,
                "num_gpus",
                1,
                "num_cpus",
                2);
        Map<String, Object> search = Map.of("agent", List.of(Map.of("net", Map.of("lr__uniform", List.of(0, 1)))));
        Map<String, Object> body = Map.of("product", "outer", "num", 1);
        Spec spec = read(List.of(AGENT), List.of(env), meta, Map.of("body", body, "search", search));
        assertThat(problems.list()).isEmpty();
        assertThat(spec.agent().name()).isEqualTo("PPO");
        assertThat(spec.env().rewardSign()).isTrue();
        assertThat(spec.env().normalizeObs()).isTrue();
        assertThat(spec.env().frameOp()).isEqualTo(EnvConfig.FrameOp.CONCAT);
        assertThat(spec.meta().distributed()).isEqualTo(MetaConfig.Distributed.SHARED);
    }

    @Test
    void severalAgentsAndBodiesAreRefused() {
        read(List.of(AGENT, AGENT), List.of(ENV, ENV), META, Map.of("body", Map.of("product", "inner", "num", 2)));
        assertThat(problems.list())
                .containsExactly(
                        new Problem("agent", "lists 2 agents; a spec has one agent in one kind of env: keep one"),
                        new Problem("env", "lists 2 envs; a spec has one agent in one kind of env: keep one"),
                        new Problem(
                                "body",
                                "asks for several bodies; only product outer with num 1 can run: remove the key"));
    }

    @Test
    void everythingThatIsMissingIsReported() {
        Spec.read("s", Map.of("agnt", Map.of(), "env", List.of(), "meta", Map.of()), Path.of(""), problems);
        assertThat(problems.list())
                .containsExactly(
                        new Problem(
                                "agnt",
                                "unknown key; did you mean agent? a spec knows: agent, env, meta, name, search"),
                        new Problem("agent", "is missing; a spec needs it"),
                        new Problem("env", "is an empty list; needs a mapping"),
                        new Problem("meta.distributed", "is missing; meta needs it"),
                        new Problem("meta.max_session", "is missing; meta needs it"));
    }

    static List<Arguments> wrongEnvs() {
        return List.of(
                Arguments.of("num_envs", 0, "is 0; needs at least 1"),
                Arguments.of("max_frame", "many", "is 'many'; needs a whole number"),
                Arguments.of("max_frame", -1, "is -1; needs at least 1 frame"),
                Arguments.of("max_t", 0, "is 0; needs at least 1 step, or null for the env's own limit"),
                Arguments.of("name", "", "is blank; name an env such as CartPole-v1"),
                Arguments.of("clip_obs", -1, "is -1; needs a positive number"),
                Arguments.of(
                        "clip_reward",
                        List.of(1, -1),
                        "is a list; needs a positive number, or [low, high] with low < high"),
                Arguments.of(
                        "clip_reward", "much", "is 'much'; needs a positive number, or [low, high] with low < high"),
                Arguments.of("reward_scale", "size", "is 'size'; needs a number, or sign"),
                Arguments.of("frame_op", "stack", "needs frame_op_len, the number of frames"),
                Arguments.of("frame_op_len", 2, "is 2; needs frame_op, concat or stack"),
                Arguments.of("frame_op", "glue", "is 'glue'; needs one of concat, stack or null"),
                Arguments.of("image_downsize", List.of(84), "is [84]; needs a width and a height, such as [84, 84]"),
                Arguments.of("threads", 0, "is 0; needs 1 to 1024 threads, or null for the spare cores"));
    }

    @ParameterizedTest
    @MethodSource("wrongEnvs")
    void wrongValuesOfAnEnvAreReported(String key, Object value, String message) {
        read(AGENT, with(ENV, key, value), META, Map.of());
        assertThat(problems.list()).containsExactly(new Problem("env." + key, message));
    }

    @Test
    void rewardsAreClippedAndScaledAsTheSpecSays() {
        EnvConfig both = read(
                        AGENT,
                        with(with(ENV, "clip_reward", List.of(-1, "2e0")), "reward_scale", "1e1"),
                        META,
                        Map.of())
                .env();
        assertThat(both.rewardRange()).contains(new Range(-1, 2));
        assertThat(both.rewardFactor()).isEqualTo(10);
        assertThat(read(AGENT, with(ENV, "clip_reward", 5), META, Map.of())
                        .env()
                        .rewardRange())
                .contains(new Range(-5, 5));
        assertThat(EnvConfig.defaults().rewardRange()).isEmpty();
        assertThat(problems.list()).isEmpty();
    }

    static List<Arguments> searches() {
        return List.of(
                Arguments.of(
                        "agent.algorithm.gamma__uniform",
                        List.of(0.9),
                        "is a list; needs a list of 2 numbers for uniform"),
                Arguments.of(
                        "agent.algorithm.gamma__choice", List.of(), "is an empty list; needs a list to choose from"),
                Arguments.of(
                        "agent.algorithm.gamma",
                        List.of(1),
                        "names no distribution; end the key in one, such as __uniform or __choice"),
                Arguments.of(
                        "agent.algorithm.gamma__unifrom",
                        List.of(0, 1),
                        "unknown distribution; did you mean uniform? Known: choice, grid_search, lograndint, loguniform, normal, "
                                + "qlograndint, qloguniform, qrandint, qrandn, quniform, randint, randn, uniform"));
    }

    @ParameterizedTest
    @MethodSource("searches")
    void wrongSearchesAreReported(String key, Object value, String message) {
        read(AGENT, ENV, META, Map.of("search", Map.of(key, value)));
        assertThat(problems.list()).containsExactly(new Problem("search." + key, message));
    }

    @Test
    void oldSearchesAreAccepted() {
        Map<String, Object> algorithm =
                Map.of("training_batch_iter_choice", List.of(1, 2), "clip_eps__uniform", List.of(0, 1));
        read(AGENT, ENV, META, Map.of("search", Map.of("agent", Map.of("net", Map.of(), "algorithm", algorithm))));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void envsThatAreGoneSayWhatToUse() {
        assertThat(GoneEnvs.successor("VideoPinball-v0")).contains("ALE/VideoPinball-v5");
        assertThat(GoneEnvs.successor("HalfCheetahBulletEnv-v0")).isEmpty();
        assertThat(GoneEnvs.why("VideoPinball-v0")).isEmpty();
        assertThat(GoneEnvs.all()).hasSize(2);
        assertThat(GoneEnvs.why("HalfCheetahBulletEnv-v0").orElseThrow())
                .contains("no longer exists", "HalfCheetah-v5");
        assertThat(GoneEnvs.why("CartPole-v1")).isEmpty();
    }

    @Test
    void theTableOfKeysWithoutEffectIsPrecise() {
        assertThat(NoOps.why("agent.critic_net.gpu", "TorchArcNet")).isNotNull();
        assertThat(NoOps.why("agent.net.normalize", "MLPNet")).isNotNull();
        assertThat(NoOps.why("agent.net.normalize", "ConvNet")).isNull();
        assertThat(NoOps.why("meta.experiment_ts", "meta")).isNotNull();
        assertThat(NoOps.why("agent.algorithm.gpu", "PPO")).isNull();
        assertThat(NoOps.rows()).allSatisfy(row -> assertThat(row.why()).isNotBlank());
    }
}

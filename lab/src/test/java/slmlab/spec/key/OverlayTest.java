package slmlab.spec.key;

import static org.assertj.core.api.Assertions.assertThat;
import static slmlab.spec.key.Check.that;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.spec.text.Problem;
import slmlab.spec.upstream.NoOps;

class OverlayTest {

    enum Kind {
        LINEAR_DECAY,
        NO_DECAY
    }

    enum Labeled {
        SIMPLE("MSELoss"),
        ROBUST("SmoothL1Loss");

        private final String text;

        Labeled(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    record Schedule(
            @Default("no_decay") Kind name,
            @Default("1") double startVal,
            @Nullable Integer endStep) {
        static Schedule defaults() {
            return Defaults.of(Schedule.class);
        }
    }

    record Config(
            int timeHorizon,
            long frames,
            double lam,
            boolean centered,
            String label,
            Labeled loss,
            Schedule clip,
            @Nullable Schedule explore,
            @Nullable Double clipGrad,
            @Nullable String initFn,
            List<Integer> hidLayers,
            List<List<Integer>> conv,
            List<Object> mixed,
            Object anything,
            Map<String, Object> raw) {

        Config {
            that("time_horizon", timeHorizon > 0, "is %d; needs at least 1", timeHorizon);
            that("lam", lam >= 0 && lam <= 1, "is %s; needs to lie in [0, 1]", lam);
            that(frames > timeHorizon, "a rollout of %d does not fit into %d frames", timeHorizon, frames);
        }

        static Config defaults() {
            return new Config(
                    8,
                    100,
                    0.95,
                    false,
                    "x",
                    Labeled.SIMPLE,
                    Schedule.defaults(),
                    null,
                    null,
                    null,
                    List.of(64),
                    List.of(),
                    List.of(),
                    0,
                    Map.of());
        }
    }

    record Needy(@Required int size, @Required String name) {}

    record Open(int size, @Rest Map<String, @Nullable Object> rest) {}

    private final Problems problems = new Problems();

    private Config read(String key, @Nullable Object value) {
        Map<String, @Nullable Object> given = new HashMap<>();
        given.put(key, value);
        return Overlay.read(Config.defaults(), given, "agent.x", problems);
    }

    private String only() {
        assertThat(problems.list()).hasSize(1);
        return problems.list().getFirst().path() + " "
                + problems.list().getFirst().message();
    }

    @Test
    void nothingGivenIsTheDefaults() {
        assertThat(Overlay.read(Config.defaults(), Map.of(), "", problems)).isEqualTo(Config.defaults());
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void everyKindOfValueIsRead() {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("time_horizon", "1e2");
        given.put("frames", 5e12);
        given.put("lam", "3e-4");
        given.put("centered", true);
        given.put("label", "a");
        given.put("loss", "smoothl1loss");
        given.put("clip", Map.of("name", "LINEAR_decay", "start_val", 3));
        given.put("explore", Map.of("end_step", 7.0));
        given.put("clip_grad", 1);
        given.put("init_fn", "orthogonal_");
        given.put("hid_layers", List.of(64, 32.0));
        given.put("conv", List.of(List.of(32, 8), List.of()));
        given.put("mixed", List.of("a", 1));
        given.put("anything", List.of(List.of(1), "b"));
        given.put("raw", Map.of("k", 1));
        Config config = Overlay.read(Config.defaults(), given, "", problems);
        assertThat(problems.list()).isEmpty();
        assertThat(config)
                .isEqualTo(new Config(
                        100,
                        5_000_000_000_000L,
                        0.0003,
                        true,
                        "a",
                        Labeled.ROBUST,
                        new Schedule(Kind.LINEAR_DECAY, 3, null),
                        new Schedule(Kind.NO_DECAY, 1, 7),
                        1.0,
                        "orthogonal_",
                        List.of(64, 32),
                        List.of(List.of(32, 8), List.of()),
                        List.of("a", 1),
                        List.of(List.of(1), "b"),
                        Map.of("k", 1)));
    }

    static List<Arguments> wrong() {
        return List.of(
                Arguments.of("time_horizon", 2.5, "agent.x.time_horizon is 2.5; needs a whole number"),
                Arguments.of("time_horizon", "abc", "agent.x.time_horizon is 'abc'; needs a whole number"),
                Arguments.of("time_horizon", true, "agent.x.time_horizon is true; needs a whole number"),
                Arguments.of(
                        "time_horizon",
                        3_000_000_000L,
                        "agent.x.time_horizon is 3000000000; needs a whole number between -2147483648 and 2147483647"),
                Arguments.of("time_horizon", 0, "agent.x.time_horizon is 0; needs at least 1"),
                Arguments.of("frames", 1e30, "agent.x.frames is 1000000000000000019884624838656; needs a whole number"),
                Arguments.of("frames", 3, "agent.x a rollout of 8 does not fit into 3 frames"),
                Arguments.of("lam", 2, "agent.x.lam is 2; needs to lie in [0, 1]"),
                Arguments.of("lam", Double.NaN, "agent.x.lam is NaN; needs a finite number"),
                Arguments.of(
                        "lam", null, "agent.x.lam is null; needs a finite number, or remove the key for its default"),
                Arguments.of("centered", 1, "agent.x.centered is 1; needs true or false"),
                Arguments.of("label", 5, "agent.x.label is 5; needs a string"),
                Arguments.of(
                        "loss",
                        "MSLoss",
                        "agent.x.loss is 'MSLoss'; needs one of MSELoss, SmoothL1Loss; did you mean MSELoss?"),
                Arguments.of("clip", 0.2, "agent.x.clip is 0.2; needs a mapping"),
                Arguments.of(
                        "clip",
                        Map.of("name", "linear"),
                        "agent.x.clip.name is 'linear'; needs one of linear_decay, no_decay; did you mean linear_decay?"),
                Arguments.of(
                        "clip",
                        Map.of("start", 1),
                        "agent.x.clip.start unknown key; did you mean start_val? clip knows: end_step, name, start_val"),
                Arguments.of("clip_grad", "much", "agent.x.clip_grad is 'much'; needs a finite number or null"),
                Arguments.of("hid_layers", 64, "agent.x.hid_layers is 64; needs a list, each item a whole number"),
                Arguments.of("hid_layers", List.of(64, "b"), "agent.x.hid_layers[1] is 'b'; needs a whole number"),
                Arguments.of("conv", List.of(List.of(32, 0.5)), "agent.x.conv[0][1] is 0.5; needs a whole number"),
                Arguments.of(
                        "mixed",
                        Arrays.asList(1, null),
                        "agent.x.mixed[1] is null; needs a value, or remove the key for its default"),
                Arguments.of("raw", List.of(), "agent.x.raw is an empty list; needs a mapping"),
                Arguments.of(
                        "time_horizont",
                        8,
                        "agent.x.time_horizont unknown key; did you mean time_horizon? x knows: anything, centered, clip, "
                                + "clip_grad, conv, explore, frames, hid_layers, init_fn, label, lam, loss, mixed, raw, time_horizon"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatIsWrongIsReportedAndTheDefaultStays(String key, @Nullable Object value, String message) {
        Config config = read(key, value);
        assertThat(only()).isEqualTo(message);
        assertThat(config).isEqualTo(Config.defaults());
    }

    @Test
    void nullIsReadWhereItIsAllowed() {
        assertThat(read("explore", null).explore()).isNull();
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void allChecksOfARecordAreReported() {
        Overlay.read(Config.defaults(), Map.of("lam", -1, "time_horizon", 0, "label", 3), "a", problems);
        assertThat(problems.list())
                .containsExactlyInAnyOrder(
                        new Problem("a.label", "is 3; needs a string"),
                        new Problem("a.time_horizon", "is 0; needs at least 1"),
                        new Problem("a.lam", "is -1; needs to lie in [0, 1]"));
    }

    @Test
    void aRequiredKeyMustBeGiven() {
        Overlay.read(new Needy(1, ""), Map.of("name", "n"), "agent.memory", "Replay", problems);
        assertThat(only()).isEqualTo("agent.memory.size is missing; Replay needs it");
    }

    @Test
    void theRestTakesEveryOtherKey() {
        Open open = Overlay.read(new Open(1, Map.of()), Map.of("size", 2, "gravity", 9.8), "env", problems);
        assertThat(open).isEqualTo(new Open(2, Map.of("gravity", 9.8)));
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void oneMappingCanFillSeveralRecords() {
        List<Record> read = Overlay.read(
                List.of(new Needy(1, ""), Schedule.defaults()), Map.of("size", 3, "name", "no_decay"), "", problems);
        assertThat(read).containsExactly(new Needy(3, "no_decay"), Schedule.defaults());
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void anUnsetVariableLeavesTheDefault() {
        assertThat(read("lam", "${lam}").lam()).isEqualTo(0.95);
        assertThat(read("hid_layers", List.of("${width}")).hidLayers()).containsExactly(64);
        assertThat(read("label", "${env}").label()).isEqualTo("${env}");
        assertThat(problems.list()).isEmpty();
    }

    record Ppo(boolean clipVloss) {}

    @Test
    void anAliasIsReadAsTheKeyItStandsFor() {
        assertThat(Overlay.read(new Ppo(false), Map.of("clip_val_loss", true), "agent.algorithm", problems))
                .isEqualTo(new Ppo(true));
        assertThat(problems.isEmpty()).isTrue();
        Overlay.read(new Ppo(false), Map.of("clip_val_loss", true, "clip_vloss", true), "agent.algorithm", problems);
        assertThat(only())
                .isEqualTo("agent.algorithm.clip_val_loss means clip_vloss, which is given too; keep one of them");
    }

    @Test
    void keysWithoutEffectAreAcceptedWhereTheTableHasThem() {
        List<NoOps.Row> own = List.of(new NoOps.Row("agent.algorithm.training_frequency", "PPO", "it has a horizon"));
        List<Ppo> ppo = List.of(new Ppo(false));
        Overlay.read(ppo, Map.of("training_frequency", 1), "agent.algorithm", "PPO", own, problems);
        Overlay.read(ppo, Map.of("normalize_state", true), "agent.algorithm", "PPO", own, problems);
        assertThat(problems.isEmpty()).isTrue();
        Overlay.read(ppo, Map.of("training_frequency", 1), "agent.algorithm", "SAC", problems);
        assertThat(only()).isEqualTo("agent.algorithm.training_frequency unknown key; SAC knows: clip_vloss");
    }
}

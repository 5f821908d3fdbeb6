package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.Schedule;
import slmlab.agent.net.setting.LossSpec;
import slmlab.agent.net.setting.LrSpec;
import slmlab.agent.net.setting.OptimSpec;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Overlay;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Written;
import slmlab.spec.text.SpecException;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.optim.Clip;

/// The keys inside a key, of optimizers, losses and schedules: each acts, alone and beside every other, or is refused.
class NestedKeysTest {
    private static final int POINTS = 12;

    /// @param base what the mapping has before keys are set
    /// @param effect the numbers that a mapping leads to
    record Case(
            Record defaults,
            Map<String, Object> base,
            Map<String, Object> values,
            Function<Map<String, Object>, float[]> effect) {
        @Override
        public String toString() {
            return defaults.getClass().getSimpleName() + " " + base;
        }
    }

    private static final Map<String, Object> OPTIMIZERS = Map.ofEntries(
            Map.entry("lr", 0.2),
            Map.entry("eps", 0.1),
            Map.entry("betas", List.of(0.5, 0.9)),
            Map.entry("alpha", 0.3),
            Map.entry("weight_decay", 0.2),
            Map.entry("momentum", 0.4),
            Map.entry("dampening", 0.3),
            Map.entry("nesterov", true),
            Map.entry("centered", true),
            Map.entry("optimizer", "AdamW"),
            Map.entry("k", 3));
    private static final Map<String, Object> LOSSES = Map.of("beta", 0.5, "delta", 0.5);
    private static final Map<String, Object> RATES =
            Map.of("frame", 50, "min_factor", 0.4, "step_size", 3, "gamma", 0.7, "milestones", List.of(2, 5));
    private static final Map<String, Object> SCHEDULES =
            Map.of("start_val", 0.7, "end_val", 0.3, "start_step", 3, "end_step", 7);

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String name : List.of("Adam", "AdamW", "RAdam", "GlobalAdam", "RMSprop", "GlobalRMSprop", "SGD")) {
            cases.add(new Case(OptimSpec.defaults(), Map.of("name", name), OPTIMIZERS, NestedKeysTest::optimized));
        }
        for (String inside : List.of("Adam", "SGD")) {
            Map<String, Object> base = Map.of("name", "Lookahead", "optimizer", inside);
            cases.add(new Case(OptimSpec.defaults(), base, OPTIMIZERS, NestedKeysTest::optimized));
        }
        for (String name : List.of("MSELoss", "SmoothL1Loss", "L1Loss", "HuberLoss")) {
            cases.add(new Case(LossSpec.defaults(), Map.of("name", name), LOSSES, NestedKeysTest::compared));
        }
        cases.add(rate("LinearToZero", "frame", 100));
        cases.add(rate("LinearToMin", "frame", 100));
        cases.add(rate("StepLR", "step_size", 2));
        cases.add(rate("MultiStepLR", "milestones", List.of(1, 3)));
        cases.add(rate("ExponentialLR", "gamma", 0.9));
        cases.add(new Case(
                Schedule.defaults(), Map.of("name", "no_decay", "start_val", 1), SCHEDULES, NestedKeysTest::decayed));
        for (String name : List.of("linear_decay", "rate_decay", "periodic_decay")) {
            Map<String, Object> base = Map.of("name", name, "start_val", 1, "end_val", 0.1, "end_step", 9);
            cases.add(new Case(Schedule.defaults(), base, SCHEDULES, NestedKeysTest::decayed));
        }
        return cases;
    }

    private static Case rate(String name, String key, Object value) {
        return new Case(LrSpec.defaults(), Map.of("name", name, key, value), RATES, NestedKeysTest::rated);
    }

    private static <R extends Record> R read(R defaults, Map<String, Object> given) {
        Problems problems = new Problems();
        R read = Overlay.read(defaults, given, "section", problems);
        problems.throwIfAny("a test");
        return read;
    }

    /// The path of two weights down a slope.
    private static float[] optimized(Map<String, Object> given) {
        var optimizer = read(OptimSpec.defaults(), given).make();
        Variables variables = new Variables();
        Variable weights = variables.add("w", Array.of(Shape.of(2), 1, -2));
        Variables state = new Variables();
        float[] path = new float[2 * POINTS];
        try (Program program = Program.trace(trace -> {
            var loss = weights.value().sub(0.3).square().sum();
            optimizer.step(trace, state, "w", loss, List.of(weights), Clip.none(), trace.scalar("lr"));
        })) {
            for (int i = 0; i < POINTS; i++) {
                program.set("lr", optimizer.lr()).run();
                System.arraycopy(weights.array().floats(), 0, path, 2 * i, 2);
            }
        }
        return path;
    }

    private static float[] compared(Map<String, Object> given) {
        LossSpec loss = read(LossSpec.defaults(), given);
        try (Program program = Program.trace(
                trace -> trace.output("loss", loss.apply(trace.input("y", 5), trace.input("target", 5))))) {
            System.arraycopy(
                    new float[] {-3, -0.7f, 0.1f, 0.8f, 4},
                    0,
                    program.input("y").floats(),
                    0,
                    5);
            program.run();
            return program.output("loss").floats().clone();
        }
    }

    private static float[] rated(Map<String, Object> given) {
        var schedule = read(LrSpec.defaults(), given).schedule(10);
        float[] rates = new float[POINTS];
        for (int i = 0; i < POINTS; i++) {
            rates[i] = (float) schedule.at(i, 1);
        }
        return rates;
    }

    private static float[] decayed(Map<String, Object> given) {
        Schedule schedule = read(Schedule.defaults(), given);
        float[] values = new float[POINTS];
        for (int i = 0; i < POINTS; i++) {
            values[i] = (float) schedule.at(i);
        }
        return values;
    }

    /// The numbers; null for a refusal.
    private static float @Nullable [] run(Case test, List<String> keys) {
        Map<String, Object> given = new LinkedHashMap<>(test.base);
        keys.forEach(key -> given.put(key, test.values.get(key)));
        try {
            return test.effect.apply(given);
        } catch (SpecException | ConfigException _) {
            return null;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyKeyActsAloneAndBesideEveryOtherOrIsRefused(Case test) {
        List<String> keys = test.values.keySet().stream().sorted().toList();
        Map<String, float @Nullable []> alone = new LinkedHashMap<>();
        float[] base = java.util.Objects.requireNonNull(run(test, List.of()));
        for (String key : keys) {
            float[] effect = run(test, List.of(key));
            alone.put(key, effect);
            if (!isIdle(test, key)) {
                assertThat(Arrays.equals(effect, base)).as(key).isFalse();
            }
        }
        for (String first : keys) {
            for (String second : keys) {
                float[] both = first.equals(second) ? null : run(test, List.of(first, second));
                if (both != null && !isIdle(test, first)) {
                    assertThat(Arrays.equals(both, alone.get(second)))
                            .as("%s beside %s", first, second)
                            .isFalse();
                }
            }
        }
    }

    /// Upstream's specs write the steps of schedules that stay as they are.
    private static boolean isIdle(Case test, String key) {
        return test.base.containsValue("no_decay") && key.endsWith("_step");
    }

    @Test
    void everyKeyHasAValue() {
        for (Case test : cases()) {
            List<String> keys = new ArrayList<>(Written.of(test.defaults).keySet());
            keys.remove("name");
            assertThat(test.values.keySet()).containsExactlyInAnyOrderElementsOf(keys);
        }
    }
}

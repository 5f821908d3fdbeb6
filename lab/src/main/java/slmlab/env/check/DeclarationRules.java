package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;
import static slmlab.env.check.EnvCheck.warning;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.Bounds;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.VecEnv;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.tensor.Array;

/// Rules on what an env declares besides the kinds of its spaces: bounds, names, terms of the reward, arguments.
final class DeclarationRules {
    private static final int SAME_STEPS = 100;
    private static final double ROUNDING = 1e-4; // of a reward in float32 and the sum of its terms

    private final Subject subject;

    DeclarationRules(Subject subject) {
        this.subject = subject;
    }

    /// Check the names of observed values, and that the named terms of the reward sum to it.
    Finding facts() {
        try (Subject.Run run = subject.run(1)) {
            Traits traits = run.env().traits();
            int values = run.env().obsSpace().row().volume();
            int names = traits.obsNames().size();
            if (names > 0 && values % names != 0) {
                return broken(
                        ContractRule.FACTS,
                        "traits() names %s values of an observation that has %s; name each".formatted(names, values));
            }
            List<String> terms = run.env().rewardTerms();
            if (new HashSet<>(terms).size() < terms.size()) {
                return broken(ContractRule.FACTS, "rewardTerms() is %s; give each term its own name".formatted(terms));
            }
            for (int t = 1; !terms.isEmpty() && subject.allows(t, SAME_STEPS); t++) {
                run.advance();
                double sum = 0;
                for (int term = 0; term < terms.size(); term++) {
                    sum += run.env().rewardTerm(0, term);
                }
                float reward = run.step().reward().item();
                if (!(Math.abs(sum - reward) <= ROUNDING * (1 + Math.abs(reward)))) {
                    return broken(
                            ContractRule.FACTS,
                            "the terms %s sum to %s at step %s, and the reward is %s; name all of its terms"
                                    .formatted(String.join(", ", terms), sum, t, reward));
                }
            }
            return names == 0 && terms.isEmpty()
                    ? info(ContractRule.FACTS, "no names of observed values, no terms of the reward")
                    : holds(
                            ContractRule.FACTS,
                            "%s names of observed values; terms of the reward: %s"
                                    .formatted(names, terms.isEmpty() ? "none" : String.join(", ", terms)));
        }
    }

    /// Make the env again with its numeric arguments given, at the values that they have anyway.
    Finding arguments() {
        Map<String, ?> given = subject.arguments();
        if (given == null) {
            return info(ContractRule.ARGUMENTS, "not tested: the env is not registered");
        }
        SequencedMap<String, Double> numbers = Envs.numbers(subject.name(), given);
        if (numbers.isEmpty()) {
            return info(ContractRule.ARGUMENTS, "no numeric ones other than 0");
        }
        String names = String.join(", ", numbers.keySet());
        Supplier<VecEnv> again = () -> Envs.make(subject.name(), 1, Envs.with(given, numbers));
        try (Subject.Run own = subject.run(1);
                Subject.Run told = subject.run(again, 1)) {
            String difference = own.env().obsSpace().equals(told.env().obsSpace())
                            && own.env().actionSpace().equals(told.env().actionSpace())
                    ? SeedRules.difference(own.step(), told.step())
                    : "the spaces";
            for (int t = 1; difference == null && subject.allows(t, SAME_STEPS); t++) {
                Array action = own.action();
                own.env().step(action);
                told.env().step(action);
                difference = SeedRules.difference(own.step(), told.step());
            }
            return difference == null
                    ? holds(ContractRule.ARGUMENTS, "%s: giving their default values changes nothing".formatted(names))
                    : broken(
                            ContractRule.ARGUMENTS,
                            "%s changed when %s were given at their default values; read each argument once"
                                    .formatted(difference, numbers));
        }
    }

    Finding infiniteBounds() {
        return warned(
                ContractRule.INFINITE_BOUNDS,
                (bounds, i) ->
                        !(Math.abs(bounds.low(i)) < Float.MAX_VALUE) || !(Math.abs(bounds.high(i)) < Float.MAX_VALUE),
                "no bound; declare one, or train with env.normalize_obs",
                "all boxes have bounds");
    }

    Finding constantValues() {
        return warned(
                ContractRule.CONSTANT_VALUES,
                (bounds, i) -> bounds.low(i) == bounds.high(i),
                "a lower bound equal to the upper one; remove such values",
                "no bounds are equal");
    }

    private interface BoundTest {
        boolean isOdd(Bounds bounds, int i);
    }

    /// Count the values of the observation and the action whose bounds are odd.
    private Finding warned(ContractRule rule, BoundTest test, String problem, String otherwise) {
        try (Subject.Run run = subject.run(1)) {
            List<String> found = new ArrayList<>();
            count(run.env().obsSpace(), "observation", test, found);
            count(run.env().actionSpace(), "action", test, found);
            return found.isEmpty()
                    ? holds(rule, otherwise)
                    : warning(rule, "%s: %s".formatted(String.join(", ", found), problem));
        }
    }

    private static void count(Space space, String name, BoundTest test, List<String> found) {
        List<Bounds> boxes = new ArrayList<>();
        collect(space, boxes);
        int odd = 0;
        int all = 0;
        for (Bounds bounds : boxes) {
            all += bounds.size();
            for (int i = 0; i < bounds.size(); i++) {
                odd += test.isOdd(bounds, i) ? 1 : 0;
            }
        }
        if (odd > 0) {
            found.add("%s of %s values of the %s".formatted(odd, all, name));
        }
    }

    private static void collect(Space space, List<Bounds> to) {
        switch (space) {
            case Space.Box box -> to.add(box.bounds());
            case Space.Dict(var entries) -> entries.values().forEach(part -> collect(part, to));
            case Space.Tuple(var items) -> items.forEach(part -> collect(part, to));
            case Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _ -> {}
        }
    }

    Finding actionRange() {
        try (Subject.Run run = subject.run(1)) {
            if (!(run.env().actionSpace() instanceof Space.Box(var _, var _, var bounds))) {
                return info(ContractRule.ACTION_RANGE, "actions are not continuous");
            }
            for (int i = 0; i < bounds.size(); i++) {
                if (bounds.low(i) != -bounds.high(i) || !(bounds.high(i) <= 1)) {
                    return warning(
                            ContractRule.ACTION_RANGE,
                            "value %s of an action is in [%s, %s]; %s"
                                    .formatted(
                                            i,
                                            bounds.low(i),
                                            bounds.high(i),
                                            Float.isInfinite(bounds.high(i) - bounds.low(i))
                                                    ? "declare [−1, 1], and scale it in step()"
                                                    : "this lab rescales it to [−1, 1], other libraries expect that range"));
                }
            }
            return holds(ContractRule.ACTION_RANGE, "symmetric around 0 and at most 1");
        }
    }

    /// Look for a field that holds another env: then the checks see both as one.
    Finding wrapped() {
        Supplier<? extends Env> make = subject.make();
        if (make == null) {
            return info(ContractRule.WRAPPED, "not tested: the env runs outside the JVM");
        }
        try (Env env = EnvVector.made(subject.name(), make)) {
            for (Class<?> type = env.getClass(); type != null; type = type.getSuperclass()) {
                Field inner = inner(type);
                if (inner != null) {
                    return warning(
                            ContractRule.WRAPPED,
                            "%s holds another env, %s %s: check that one as well, and make what wraps it a Wrapper"
                                    .formatted(
                                            type.getSimpleName(),
                                            inner.getType().getSimpleName(),
                                            inner.getName()));
                }
            }
        }
        return holds(ContractRule.WRAPPED, "holds no other env");
    }

    private static @Nullable Field inner(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            boolean isEnv =
                    Env.class.isAssignableFrom(field.getType()) || VecEnv.class.isAssignableFrom(field.getType());
            if (isEnv && !field.isSynthetic()) { // a synthetic one is the class around an inner class
                return field;
            }
        }
        return null;
    }
}

package slmlab.design.validate;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.algorithm.Ppo;
import slmlab.agent.algorithm.sac.SoftActorCritic;
import slmlab.agent.facts.Trait;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Validator;
import slmlab.spec.text.Suggestion;

/// Checks an action space: type, bounds, mask, and whether an algorithm can act in it.
final class ActionSpace implements Validator {
    private static final long MOST_ACTIONS = 1000;
    private static final long MOST_REPEATS = 16;

    /// What a space needs of a net.
    ///
    /// @param type as the design has it
    /// @param choices number of discrete choices in a row, or of numbers
    /// @param size number of outputs
    /// @param isBox whether algorithms for continuous actions act in it
    private record Head(String type, long choices, double size, String name, String distribution, boolean isBox) {}

    private record Mask(DesignSection section, Optional<String> source, Optional<List<Long>> example) {}

    @Override
    public void check(DesignSection design, Findings found) {
        Optional<Head> head = head(design, found);
        design.atLeast(1, "repeat")
                .filter(repeat -> repeat > MOST_REPEATS)
                .ifPresent(repeat -> found.add(
                        Code.A16,
                        design.at("repeat"),
                        "is %s: the agent reacts late".formatted(repeat),
                        "use 4, or at most %s".formatted(MOST_REPEATS)));
        Optional<String> algorithm = design.text("algorithm");
        head.ifPresent(given -> {
            algorithm.ifPresent(name -> checkAlgorithm(design.at("algorithm"), name, given, found));
            if (!found.hasErrors()) {
                found.fact("head_size", FactNumber.fact(given.size));
                found.fact("head", given.name);
                found.fact("distribution", given.distribution);
            }
        });
    }

    private static Optional<Head> head(DesignSection space, Findings found) {
        space.require("type");
        List<String> meanings = space.texts("semantics");
        Optional<Mask> mask = space.section("mask")
                .map(each -> new Mask(each, each.text("source"), each.wholes("example", Long.MIN_VALUE)));
        Optional<String> type = space.choice("type", "discrete", "multi_discrete", "multi_binary", "box", "hybrid");
        Optional<Head> head = type.flatMap(each -> switch (each) {
            case "discrete" -> discrete(space, found);
            case "multi_discrete" -> multiDiscrete(space, found);
            case "multi_binary" -> multiBinary(space);
            case "box" -> box(space, found);
            default -> hybrid(space, found);
        });
        if (type.isEmpty()) { // which keys are unknown depends on the type
            Stream.of("n", "nvec", "shape", "low", "high", "parts").forEach(space::has);
        }
        head.ifPresent(given -> {
            checkSemantics(space, meanings, given, found);
            mask.ifPresent(each -> checkMask(each, given, found));
        });
        return head;
    }

    private static Optional<Head> discrete(DesignSection space, Findings found) {
        space.require("n");
        Optional<Long> n = space.whole("n");
        n.filter(each -> each < 2)
                .ifPresent(each -> found.add(
                        Code.A01,
                        space.at("n"),
                        "is %s: there is nothing to choose".formatted(each),
                        "write at least 2"));
        n.filter(each -> each > MOST_ACTIONS)
                .ifPresent(each -> found.add(
                        Code.A02,
                        space.at("n"),
                        "is %s: few of them are ever tried".formatted(each),
                        "split the choice into several: type: multi_discrete"));
        return n.filter(each -> each >= 2)
                .map(each -> new Head("discrete", each, each, "one logit for each action", "Categorical", false));
    }

    private static Optional<Head> multiDiscrete(DesignSection space, Findings found) {
        space.require("nvec");
        return space.wholes("nvec", Long.MIN_VALUE).flatMap(sizes -> {
            if (sizes.isEmpty() || sizes.stream().anyMatch(n -> n < 2)) {
                found.add(
                        Code.A01,
                        space.at("nvec"),
                        "is %s: a choice needs two actions".formatted(sizes),
                        "write at least 2 for each");
                return Optional.empty();
            }
            double size = sizes.stream().mapToDouble(Long::doubleValue).sum();
            return Optional.of(new Head(
                    "multi_discrete",
                    sizes.size(),
                    size,
                    "logits for each choice, side by side",
                    "MultiCategorical",
                    false));
        });
    }

    private static Optional<Head> multiBinary(DesignSection space) {
        space.require("n");
        return space.atLeast(1, "n")
                .map(n -> new Head("multi_binary", n, n, "one logit for each switch", "Bernoulli", false));
    }

    private static Optional<Head> box(DesignSection space, Findings found) {
        space.require("shape");
        Optional<List<Long>> shape = space.wholes("shape", 1);
        Optional<double[]> low = space.numbers("low");
        Optional<double[]> high = space.numbers("high");
        if (shape.isEmpty()) {
            return Optional.empty();
        }
        double size = shape.get().stream().mapToDouble(Long::doubleValue).reduce(1, (a, b) -> a * b);
        boolean hasLow = hasBounds(space, "low", low, size, found);
        boolean hasHigh = hasBounds(space, "high", high, size, found);
        if (!hasLow || !hasHigh) {
            return Optional.empty();
        }
        checkBox(space, low.orElseThrow(), high.orElseThrow(), found);
        return Optional.of(new Head(
                "box", (long) size, 2 * size, "a mean and a standard deviation for each number", "Normal", true));
    }

    private static boolean hasBounds(
            DesignSection space, String key, Optional<double[]> bounds, double size, Findings found) {
        if (bounds.isEmpty() || DoubleStream.of(bounds.get()).anyMatch(Double::isInfinite)) {
            found.add(Code.A03, space.at(key), "is missing, infinite or no number", "write finite bounds");
            return false;
        }
        if (bounds.get().length != 1 && bounds.get().length != size) {
            found.add(
                    Code.A05,
                    space.at(key),
                    "has %s numbers for a shape of %s".formatted(bounds.get().length, FactNumber.number(size)),
                    "write one number, or one for each");
            return false;
        }
        return true;
    }

    private static void checkBox(DesignSection space, double[] low, double[] high, Findings found) {
        boolean isUnit = true;
        for (int i = 0; i < Math.max(low.length, high.length); i++) {
            double least = low[Math.min(i, low.length - 1)];
            double most = high[Math.min(i, high.length - 1)];
            isUnit &= least == -1 && most == 1;
            if (!(least < most)) {
                found.add(
                        Code.A04,
                        space.at("low"),
                        "is %s, and high is %s".formatted(FactNumber.number(least), FactNumber.number(most)),
                        "write low < high");
                return;
            }
        }
        if (!isUnit) {
            found.add(
                    Code.A06,
                    space.path().isEmpty() ? "low" : space.path(),
                    "is not [−1, 1], where policies begin",
                    "rescale it: a run of slm-lab does so, your own loop needs Wrappers.rescaleAction");
        }
    }

    private static Optional<Head> hybrid(DesignSection space, Findings found) {
        space.require("parts");
        List<DesignSection> parts = space.sections("parts");
        if (parts.size() < 2) {
            found.add(Code.A13, space.at("parts"), "has %s".formatted(parts.size()), "name 2 spaces or more");
        }
        List<Head> heads = parts.stream()
                .map(part -> head(part, found))
                .flatMap(Optional::stream)
                .toList();
        if (parts.size() < 2 || heads.size() < parts.size()) {
            return Optional.empty();
        }
        boolean isOneBox =
                heads.stream().allMatch(each -> List.of("box", "discrete").contains(each.type));
        return Optional.of(
                isOneBox
                        ? new Head(
                                "hybrid",
                                heads.size(),
                                2 * heads.stream().mapToDouble(Head::choices).sum(),
                                "a mean and a standard deviation for each score of a choice and each number, as HybridAction",
                                "Normal",
                                true)
                        : new Head(
                                "hybrid",
                                heads.size(),
                                heads.stream().mapToDouble(Head::size).sum(),
                                heads.stream().map(Head::name).collect(Collectors.joining("; ")),
                                heads.stream().map(Head::distribution).collect(Collectors.joining(" × ")),
                                false));
    }

    private static void checkSemantics(DesignSection space, List<String> meanings, Head head, Findings found) {
        if (space.has("semantics") && meanings.size() != head.choices) {
            found.add(
                    Code.A07,
                    space.at("semantics"),
                    "has %s entries for %s".formatted(meanings.size(), head.choices),
                    "say what each action does");
        }
        Set<String> distinct = new HashSet<>();
        meanings.stream()
                .filter(each -> !distinct.add(each.toLowerCase(Locale.ROOT)))
                .findFirst()
                .ifPresent(each -> found.add(
                        Code.A08, space.at("semantics"), "has '%s' twice".formatted(each), "remove an action"));
    }

    private static void checkMask(Mask mask, Head head, Findings found) {
        if (mask.source.isEmpty()) {
            found.add(Code.A10, mask.section.at("source"), "is missing", "say what computes the mask");
        }
        if (head.type.equals("box") || head.type.equals("hybrid")) {
            String message = "masks a %s space".formatted(head.type);
            found.add(Code.A12, mask.section.path(), message, "mask discrete actions only");
            return;
        }
        mask.example.ifPresent(values -> {
            long bits = head.type.equals("multi_binary") ? head.choices : (long) head.size;
            String at = mask.section.at("example");
            if (values.size() != bits || values.stream().anyMatch(bit -> bit != 0 && bit != 1)) {
                String fix = "write %s values, each 0 or 1".formatted(bits);
                found.add(Code.A11, at, "has %s values".formatted(values.size()), fix);
            } else if (values.stream().allMatch(bit -> bit == 0)) {
                found.add(Code.A09, at, "allows no action", "allow at least one in every state");
            }
        });
    }

    private static void checkAlgorithm(String path, String name, Head head, Findings found) {
        List<String> names = Algorithms.ALL.names();
        if (!names.contains(name)) {
            found.add(
                    Code.A14,
                    path,
                    "is %s, which is no algorithm of slm-lab".formatted(name),
                    "see slm-lab list algorithms" + Suggestion.hint(name, names));
            return;
        }
        String needs = needs(name, head);
        if (!needs.isEmpty()) {
            found.add(
                    Code.A15,
                    path,
                    "is %s, which needs %s and not %s".formatted(name, needs, head.type),
                    head.type.equals("hybrid") && !head.isBox
                            ? "make every part discrete or a box, or train one agent for each part"
                            : "use %s".formatted(anyOf(head)));
        }
    }

    /// Return algorithms that take the space.
    private static String anyOf(Head head) {
        String ppo = Ppo.FACTS.name();
        return head.isBox ? "%s or %s".formatted(SoftActorCritic.FACTS.name(), ppo) : ppo;
    }

    /// Return the space that an algorithm needs where it is another one; empty where it fits.
    private static String needs(String name, Head head) {
        if (head.type.equals("hybrid") && !head.isBox) {
            return "parts that are discrete or boxes";
        }
        if (Algorithms.has(name, Trait.Q_VALUES) && !head.type.equals("discrete")) {
            return "discrete actions";
        }
        return Algorithms.has(name, Trait.DETERMINISTIC) && !head.isBox ? "a box" : "";
    }
}

package slmlab.design.validate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Sample;
import slmlab.design.Validator;
import slmlab.spec.text.Suggestion;

/// Checks an observation: is it bounded, free of privileged facts, and does it say enough to be Markov?
final class StateSpace implements Validator {
    private static final double MOST_RANGE = 1000;

    @Override
    public void check(DesignSection design, Findings found) {
        design.require("components");
        List<Component> components = new ArrayList<>();
        for (DesignSection section : design.sections("components")) {
            Component.read(section, found).ifPresent(components::add);
        }
        long stacking = design.atLeast(1, "stacking").orElse(1L);
        Map<String, Component> byName = byName(components, found);
        List<String> privileged = named(design, "privileged", byName, found);
        List<String> actor = named(design, "actor", byName, found);
        for (String name : actor) {
            if (privileged.contains(name)) {
                found.add(
                        Code.S08,
                        design.at("actor"),
                        "uses %s, which is privileged".formatted(name),
                        "remove it from actor; only a critic may see it");
            }
        }
        List<Component> seen = components.stream()
                .filter(each -> actor.isEmpty() ? !privileged.contains(each.name()) : actor.contains(each.name()))
                .toList();
        if (seen.isEmpty() && !found.hasErrors()) {
            found.add(Code.S10, design.at("components"), "leaves nothing for the actor", "add a component");
        }
        checkMotion(design, seen, stacking, found);
        checkScales(design, seen, found);
        Sample.read(design, "sample", found)
                .ifPresent(sample -> new StateSample(sample, design.at("sample"), found).check(components));
        if (!found.hasErrors()) {
            tellFacts(components, seen, stacking, found);
        }
    }

    private static Map<String, Component> byName(List<Component> components, Findings found) {
        Map<String, Component> byName = new LinkedHashMap<>();
        for (Component component : components) {
            if (byName.putIfAbsent(component.name(), component) != null) {
                found.add(
                        Code.S01,
                        component.at("name"),
                        "is %s, the name of an earlier component too".formatted(component.name()),
                        "rename one of them");
            }
        }
        return byName;
    }

    private static List<String> named(DesignSection design, String key, Map<String, Component> byName, Findings found) {
        List<String> names = design.texts(key);
        for (String name : names) {
            if (!byName.containsKey(name)) {
                found.add(
                        Code.S09,
                        design.at(key),
                        "names %s, which is no component".formatted(name),
                        "use the name of a component" + Suggestion.hint(name, byName.keySet()));
            }
        }
        return names;
    }

    /// One observation shows no motion unless something in it moves.
    private static void checkMotion(DesignSection design, List<Component> seen, long stacking, Findings found) {
        boolean hasVelocity = seen.stream().anyMatch(Component::isVelocity);
        seen.stream()
                .filter(each -> each.isPosition() || each.isImage())
                .findFirst()
                .filter(_ -> !hasVelocity && stacking == 1)
                .ifPresent(each -> found.add(
                        Code.S12,
                        design.at("stacking"),
                        "is 1, and %s shows where things are but not how they move".formatted(each.name()),
                        "add velocities, set stacking to 4, or use a recurrent net"));
        for (Component component : seen) {
            if (component.delay() > 0 && stacking == 1) {
                found.add(
                        Code.S13,
                        component.at("delay"),
                        "is %s steps, and the actions in between are not seen".formatted(component.delay()),
                        "stack %s observations, or add the last actions".formatted(component.delay() + 1));
            }
        }
    }

    private static void checkScales(DesignSection design, List<Component> seen, Findings found) {
        List<Component> raw =
                seen.stream().filter(each -> each.isRaw() && each.scale() > 0).toList();
        double most = raw.stream().mapToDouble(Component::scale).max().orElse(1);
        double least = raw.stream().mapToDouble(Component::scale).min().orElse(1);
        if (most / least > MOST_RANGE) {
            found.add(
                    Code.S14,
                    design.at("components"),
                    "have scales from %s to %s".formatted(FactNumber.number(least), FactNumber.number(most)),
                    "set normalization: running for all of them");
        }
    }

    private static void tellFacts(List<Component> components, List<Component> seen, long stacking, Findings found) {
        double size = seen.stream().mapToDouble(Component::size).sum() * stacking;
        boolean hasImage = seen.stream().anyMatch(Component::isImage);
        boolean hasVector = seen.stream().anyMatch(each -> !each.isImage());
        String encoder = hasImage ? hasVector ? "ConvNet for the image, MLPNet for the rest" : "ConvNet" : "MLPNet";
        String memory = found.has(Code.S12) || found.has(Code.S13) ? ", or RecurrentNet in place of stacking" : "";
        found.fact("flattened_size", FactNumber.fact(size));
        found.fact("encoder", encoder + memory);
        found.fact("critic_only", components.size() - seen.size());
        found.fact("components", seen.stream().map(Component::facts).toList());
    }
}

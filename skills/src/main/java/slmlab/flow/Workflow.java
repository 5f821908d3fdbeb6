package slmlab.flow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.skill.FrontMatter;
import slmlab.skill.Skill;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Suggestion;

/// A workflow: the steps of a skill that leads through several others.
///
/// @param name of the skill
/// @param about what it is for
public record Workflow(String name, String about, List<FlowStep> steps) {
    private static final Pattern FILE = Pattern.compile("steps/step-(\\d\\d)-([a-z0-9_-]+)\\.md");
    private static final Set<String> FILES = Set.of("artefact", "spec", "folder"); // placeholders of command lines

    public Workflow {
        steps = List.copyOf(steps);
    }

    /// Return whether a skill has steps.
    static boolean isIn(Skill skill) {
        return skill.files().stream().anyMatch(file -> FILE.matcher(file).matches());
    }

    /// Read the steps of a skill; a [slmlab.spec.text.SpecException] names a file that is wrong, and its problems.
    static Workflow read(Skill skill) {
        List<FlowStep> steps = new ArrayList<>();
        for (String file : skill.files()) {
            Matcher matcher = FILE.matcher(file);
            if (matcher.matches()) {
                String source = skill.id() + "/" + file;
                FlowStep step = StepReader.read(source, skill.frontMatter(file));
                Problems problems = new Problems();
                if (step.number() != steps.size() + 1 || step.number() != Integer.parseInt(matcher.group(1))) {
                    problems.add("step", "is %s; needs %s, as the name of the file", step.number(), steps.size() + 1);
                }
                if (!step.id().equals(matcher.group(2))) {
                    problems.add("id", "is %s; needs %s, as the name of the file", step.id(), matcher.group(2));
                }
                checkReferences(step, steps, problems);
                problems.throwIfAny(source);
                steps.add(step);
            }
        }
        FrontMatter main = skill.frontMatter(Skill.MAIN);
        return new Workflow(skill.id(), main.text("description").orElse(""), steps);
    }

    private static void checkReferences(FlowStep step, List<FlowStep> earlier, Problems problems) {
        Set<String> known = new HashSet<>();
        for (FlowStep each : earlier) {
            each.questions().forEach(question -> known.add(each.id() + "." + question.key()));
        }
        step.needs().stream()
                .filter(id -> earlier.stream().noneMatch(each -> each.id().equals(id)))
                .forEach(id -> problems.add(
                        "needs",
                        "names %s, which is no earlier step%s",
                        id,
                        Suggestion.hint(id, earlier.stream().map(FlowStep::id).toList())));
        check("ask_if", paths(step.onlyIf()), known, problems);
        for (int i = 0; i < step.questions().size(); i++) {
            Question question = step.questions().get(i);
            String at = "questions[%s].".formatted(i);
            check(at + "if", paths(question.onlyIf()), known, problems);
            check(at + "default", question.references(), known, problems);
            known.add(question.key());
            known.add(step.id() + "." + question.key());
        }
        known.addAll(FILES);
        for (int i = 0; i < step.runs().size(); i++) {
            check("runs[%s]".formatted(i), Placeholders.in(step.runs().get(i).words()), known, problems);
        }
    }

    private static void check(String at, List<String> paths, Set<String> known, Problems problems) {
        paths.stream()
                .filter(path -> !known.contains(path))
                .forEach(path -> problems.add(
                        at, "refers to %s, which no earlier question asks%s", path, Suggestion.hint(path, known)));
    }

    private static List<String> paths(@Nullable AskIf condition) {
        return condition == null ? List.of() : List.of(condition.path());
    }

    /// Return a step by its id; an [IllegalArgumentException] lists the others.
    public FlowStep step(String id) {
        List<String> ids = steps.stream().map(FlowStep::id).toList();
        return find(id).orElseThrow(() -> new IllegalArgumentException("%s has no step %s%s; its steps are %s"
                .formatted(name, id, Suggestion.hint(id, ids), String.join(", ", ids))));
    }

    Optional<FlowStep> find(String id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst();
    }

    /// Return whether it works on a spec from its first step on.
    boolean hasSpec() {
        return steps.stream().anyMatch(FlowStep::isSpec);
    }

    /// Return the ids of the steps that a step builds on: those that it names, and those whose answers it refers
    /// to. The last step builds on all.
    public Set<String> needs(FlowStep step) {
        Set<String> needs = new LinkedHashSet<>();
        List<String> paths = new ArrayList<>(paths(step.onlyIf()));
        step.questions().forEach(question -> {
            paths.addAll(paths(question.onlyIf()));
            paths.addAll(question.references());
        });
        step.runs().forEach(run -> paths.addAll(Placeholders.in(run.words())));
        for (FlowStep each : steps) {
            boolean isReferred = paths.stream().anyMatch(path -> path.startsWith(each.id() + "."));
            boolean isNeeded = isReferred || step.needs().contains(each.id()) || step.emits() != null;
            if (each.number() < step.number() && isNeeded) {
                needs.add(each.id());
            }
        }
        return needs;
    }

    /// Return the steps that build on a step, or on one that does.
    List<FlowStep> dependents(FlowStep changed) {
        Set<String> reached = new LinkedHashSet<>(Set.of(changed.id()));
        List<FlowStep> dependents = new ArrayList<>();
        for (FlowStep step : steps) {
            if (needs(step).stream().anyMatch(reached::contains)) {
                reached.add(step.id());
                dependents.add(step);
            }
        }
        return dependents;
    }
}

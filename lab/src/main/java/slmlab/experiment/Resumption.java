package slmlab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;
import slmlab.run.RunChange;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;

/// What a command asks of a run that is resumed, beside what the run is.
///
/// The spec that the command names is read as at the start of the run, with the variables and settings that
/// it had then where the command gives no others. A key in which it differs from the run's own spec is an
/// intention: it is taken if it can be and the user says so, or refused.
public final class Resumption {
    private final RunFolder folder;
    private final String file;
    private final Plan own;
    private final Plan asked;
    private final boolean hasMaxFrame;
    private final RunSettings settings;
    private final Map<String, @Nullable Object> kept;
    private final List<String> problems = new ArrayList<>();

    /// @param source the spec file that the command names, to be given values
    /// @param chosen tells which spec of a file is meant
    /// @param values what the command puts in place of the spec's own
    /// @param hasMaxFrame whether the command has `--max-frame`, which needs no `--override`
    public Resumption(
            RunFolder folder,
            Function<Map<String, String>, SpecFile> source,
            Function<SpecFile, String> chosen,
            Map<String, String> values,
            boolean hasMaxFrame) {
        this.folder = folder;
        this.hasMaxFrame = hasMaxFrame;
        this.own = Lab.plan(folder);
        RunSettings before = RunSettings.of(folder);
        Map<String, String> all = new LinkedHashMap<>(before.vars());
        all.putAll(values);
        SpecFile read = source.apply(all);
        this.file = read.toString();
        String name = chosen.apply(read);
        List<String> old = before.vars().keySet().stream()
                .filter(var -> !values.containsKey(var) && read.unmatched(name).contains(var))
                .toList();
        SpecFile plain = read.without(old);
        SpecFile specs = plain.with(before.keys());
        this.asked = Plan.read(specs, name);
        this.settings = new RunSettings(specs.vars(name), specs.settings(name));
        this.kept = new LinkedHashMap<>(before.keys());
        plain.settings(name).keySet().forEach(kept::remove);
        if (!asked.spec().name().equals(folder.name())) {
            throw new IllegalArgumentException("%s is a run of the spec %s, not of %s"
                    .formatted(folder.path(), folder.name(), asked.spec().name()));
        }
    }

    /// Return what the run keeps of its command lines from here on.
    public RunSettings settings() {
        return settings;
    }

    /// Note a seed that is not the run's.
    public void checkSeed(long seed) {
        long was = Lab.seed(folder);
        if (seed != was) {
            problems.add("--seed    %s → %s; a run keeps its seed".formatted(was, seed));
        }
    }

    /// Return the plan to resume with.
    ///
    /// @param instead what a refusal advises to do
    /// @param tell gets a line for each thing that is taken or kept
    /// @throws IllegalArgumentException that lists every key that cannot be taken
    public Plan checked(boolean override, String instead, Consumer<String> tell) {
        List<PlanChange> changes = PlanChange.between(own, asked);
        for (PlanChange change : changes) {
            boolean isLonger = hasMaxFrame && change.path().equals(PlanChange.MAX_FRAME);
            if (!change.isPossible()) {
                problems.add(
                        "%s    %s; cannot change in a run that has begun".formatted(change.path(), change.values()));
            } else if (!override && !isLonger) {
                problems.add("%s    %s; --override takes it".formatted(change.path(), change.values()));
            }
        }
        if (!problems.isEmpty()) {
            throw refusal(instead);
        }
        if (override && changes.isEmpty()) {
            tell.accept("--override: the spec is the run's own; nothing changes");
        }
        tellKept(tell);
        changes.forEach(change -> {
            tell.accept("takes %s: %s".formatted(change.path(), change.values()));
            if (change.path().equals(PlanChange.MAX_FRAME)) {
                tellExtension(changes, tell);
            }
        });
        return asked;
    }

    private IllegalArgumentException refusal(String instead) {
        return new IllegalArgumentException("%s differs from %s, which is to be resumed%n  %s%n%s"
                .formatted(file, folder.path(), String.join(System.lineSeparator() + "  ", problems), instead));
    }

    /// Say what the command lines of before set, where the spec file alone says something else.
    private void tellKept(Consumer<String> tell) {
        kept.forEach((path, value) ->
                tell.accept("keeps %s = %s, as the run was started".formatted(path, PlanChange.text(value))));
    }

    /// Say whether the longer run equals one that had so many frames from the start. It does not where anything
    /// else has changed on the way, now or at an earlier resume.
    private void tellExtension(List<PlanChange> changes, Consumer<String> tell) {
        List<String> reasons = new ArrayList<>();
        changes.stream()
                .filter(change -> !change.path().equals(PlanChange.MAX_FRAME) && change.changesNumbers())
                .forEach(change -> reasons.add("%s changes on the way".formatted(change.path())));
        RunChange.of(folder).stream()
                .filter(change -> !change.path().equals(PlanChange.MAX_FRAME)
                        && new PlanChange(change.path(), null, null).changesNumbers())
                .forEach(change -> reasons.add("%s changed at %s".formatted(change.path(), change.when())));
        reasons.addAll(PlanChange.tiedToMaxFrame(own));
        tell.accept(
                reasons.isEmpty()
                        ? "nothing else depends on max_frame: the run equals one that was started with it"
                        : "the run will not equal one that was started with it: " + String.join("; ", reasons));
    }
}

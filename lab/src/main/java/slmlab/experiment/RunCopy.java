package slmlab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;
import slmlab.experiment.state.RunLock;
import slmlab.file.Folders;
import slmlab.run.RunFolder;

/// One run that continues from the last state of another with other settings, as population-based training does:
/// weights, target networks, optimizers, memories, normalizers, envs and rows are the other run's. Random numbers
/// are its own, those of its own seed, so that two runs with the same settings do not do the same.
///
/// Whoever copies makes sure that nobody trains the other run meanwhile. A kill leaves the copy to be made again.
public final class RunCopy {
    private static final String STATE = "state";
    private static final String ASIDE = ".copy.part";

    private RunCopy() {}

    /// Let a run continue from a copy of another one. Nothing happens if it has made this copy before.
    ///
    /// @param number of the copy in the population's history, by which it is known again
    /// @param plan what the run does from now on
    /// @throws IllegalArgumentException if the plan changes what a state holds already
    public static void make(RunFolder run, RunFolder other, int number, Plan plan) {
        if (Provenance.hasCopy(run, number)) {
            return;
        }
        Plan own = Lab.plan(other);
        List<PlanChange> changes = PlanChange.between(own, plan);
        changes.stream().filter(change -> !change.isHeritable()).findFirst().ifPresent(change -> {
            throw new IllegalArgumentException(
                    "%s cannot change in a copy of a run: %s".formatted(change.path(), change.values()));
        });
        try (RunLock _ = RunLock.take(run)) {
            replace(
                    run.path().resolve(STATE),
                    other.path().resolve(STATE),
                    run.path().resolve(ASIDE));
            Lab.writeSpec(run, plan);
            Map<String, Object> copy = new LinkedHashMap<>();
            copy.put("number", number);
            copy.put("from", String.valueOf(other.path().getFileName()));
            copy.put("frame", other.lastState(0).orElse(0));
            Map<String, Object> keys = new LinkedHashMap<>();
            changes.forEach(change -> keys.put(change.path(), change.written()));
            copy.put("keys", keys);
            Provenance.copy(run, copy); // last: without it the copy is made again
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy %s to %s: %s".formatted(other.path(), run.path(), e), e);
        }
    }

    private static void replace(Path folder, Path source, Path aside) throws IOException {
        Folders.delete(aside);
        try (Stream<Path> entries = Files.walk(source)) {
            for (Path entry : entries.toList()) {
                Files.copy(entry, aside.resolve(source.relativize(entry).toString()));
            }
        }
        Folders.delete(folder);
        Files.move(aside, folder);
    }
}

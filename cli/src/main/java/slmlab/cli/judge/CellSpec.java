package slmlab.cli.judge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import slmlab.benchmark.Cell;
import slmlab.experiment.Lab;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;
import slmlab.run.RunFolder;
import slmlab.spec.SpecFile;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;

/// The spec of a cell: its file, unchanged, with the cell's env, budget and what it sets.
final class CellSpec {
    /// The budget is checked by itself, and threads do not change a number.
    private static final Set<String> FREE = Set.of("env.max_frame", "meta.max_session", "env.threads");

    private final Cell cell;
    private final Function<Map<String, String>, SpecFile> file;

    /// @param specs folder of the spec files
    /// @throws SpecException if the file cannot be read
    CellSpec(Cell cell, Path specs) {
        this.cell = cell;
        this.file = SpecFile.source(specs.resolve(cell.file()));
    }

    /// Whether the file leaves the env to the command line.
    private boolean isOpen() {
        return file.apply(Map.of()).unset(cell.spec()).stream()
                .map(Problem::path)
                .anyMatch("env.name"::equals);
    }

    private Plan plan() {
        Map<String, String> given = new LinkedHashMap<>(cell.settings());
        if (isOpen()) {
            given.put("env.name", cell.env());
        }
        given.put("env.max_frame", String.valueOf(cell.frames()));
        given.put("meta.max_session", String.valueOf(cell.sessions()));
        return Plan.read(file.apply(given), cell.spec());
    }

    /// Return in which keys a run's spec differs from it, each as `key value → value of the run`. Defaults that
    /// were added since the run are filled in on both sides.
    List<String> differences(RunFolder run) {
        try {
            return PlanChange.between(plan(), Lab.plan(run)).stream()
                    .filter(change -> !FREE.contains(change.path()))
                    .map(change -> "%s %s".formatted(change.path(), change.values()))
                    .toList();
        } catch (SpecException e) {
            return List.of("it cannot be compared: %s".formatted(e.getMessage()));
        }
    }

    /// Return the command that trains it.
    String command() {
        List<String> words = new ArrayList<>(List.of("slm-lab run spec/" + cell.file(), cell.spec(), "train"));
        if (isOpen()) {
            words.add("-s env=" + cell.env());
        }
        words.addAll(cell.flags());
        words.add("--max-frame " + cell.frames());
        words.add("--seeds " + cell.sessions());
        if (cell.fromSeed() != null) {
            words.add("--seed " + cell.fromSeed());
        }
        return String.join(" ", words);
    }
}

package slmlab.flow.emit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Problem;

/// What the last step of a workflow writes: something that runs.
public interface Emitter {

    /// Write it, and run the commands that show that it works. An [IllegalArgumentException] says which answer does
    /// not fit.
    ///
    /// @return what was written and how to use it, one line each
    List<String> emit(EmitterContext context);

    /// Say what is wrong with the answers so far, after each step: what a person should not learn at the end only.
    ///
    /// @return problems with the paths of the answers; none where the answers fit, or are too few to tell
    default List<Problem> problems(EmitterContext context) {
        return List.of();
    }

    /// Return the emitter of a name that a step gives; null if there is none.
    static @Nullable Emitter of(String name) {
        return all().get(name);
    }

    /// Return the names of all.
    static List<String> names() {
        return List.copyOf(all().keySet());
    }

    private static SequencedMap<String, Emitter> all() {
        SequencedMap<String, Emitter> all = new LinkedHashMap<>();
        all.put("spec", new SpecEmitter());
        all.put("audit", new AuditEmitter());
        all.put("environment", new EnvironmentEmitter());
        all.put("dossier", new DossierEmitter());
        all.put("runbook", new RunbookEmitter());
        return all;
    }
}

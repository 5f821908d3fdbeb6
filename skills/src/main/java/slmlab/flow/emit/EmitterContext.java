package slmlab.flow.emit;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an [Emitter] works with.
///
/// @param folder of the workflow
/// @param steps before the last, in order
/// @param runner of commands
/// @param files writes a file into the folder, by its name there
public record EmitterContext(Path folder, List<AnsweredStep> steps, StepRunner runner, FileWriter files) {

    /// Writes a file.
    public interface FileWriter {
        void write(String name, byte[] content);
    }

    /// Return an answer; empty where the question was not asked.
    ///
    /// @param path `STEP.KEY`
    Optional<Object> answer(String path) {
        int dot = path.indexOf('.');
        return steps.stream()
                .filter(step -> step.id().equals(path.substring(0, dot)))
                .findFirst()
                .flatMap(step -> Optional.ofNullable(step.answers().get(path.substring(dot + 1))));
    }

    /// Return an answer that is a text.
    Optional<String> text(String path) {
        return answer(path).map(String::valueOf);
    }

    /// Return an answer that is a text, or throw an [IllegalArgumentException] that names the question.
    String required(String path) {
        return text(path).orElseThrow(() -> new IllegalArgumentException("%s has no answer".formatted(path)));
    }

    /// Return the answers of a step; none where it was not asked.
    Map<String, Object> answers(String id) {
        return steps.stream()
                .filter(step -> step.id().equals(id))
                .findFirst()
                .map(AnsweredStep::answers)
                .orElse(Map.of());
    }

    /// Return a file in the folder, as commands take it.
    String path(String name) {
        return folder.resolve(name).toString();
    }
}

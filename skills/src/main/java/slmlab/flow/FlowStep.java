package slmlab.flow;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One step of a workflow, as its file describes it.
///
/// @param number from 1
/// @param skill that explains how to decide; null in the first and the last step
/// @param needs ids of the earlier steps whose answers it builds on
/// @param onlyIf when it is asked; null for always
/// @param missing what the lab would have to be able to do; null for a step that it can do
/// @param fixed constants of the artefact
/// @param isSpec whether the keys of its questions are paths of the workflow's spec
/// @param emits what the last step writes; null in all others
/// @param hash of all this: another text of the file's lower part is still the same step
/// @param body Markdown
public record FlowStep(
        int number,
        String id,
        String title,
        @Nullable String skill,
        List<String> needs,
        @Nullable AskIf onlyIf,
        @Nullable String missing,
        List<Question> questions,
        Map<String, Object> fixed,
        boolean isSpec,
        List<CommandTemplate> runs,
        @Nullable String emits,
        String hash,
        String body) {

    /// Return the name of its artefact: `02-state.json`.
    public String artefact() {
        return name() + ".json";
    }

    /// Return the name of the page about it: `02-state.md`.
    public String page() {
        return name() + ".md";
    }

    private String name() {
        return String.format(Locale.ROOT, "%02d-%s", number, id);
    }

    /// Return the question of a key.
    public Optional<Question> question(String key) {
        return questions.stream().filter(question -> question.key().equals(key)).findFirst();
    }
}

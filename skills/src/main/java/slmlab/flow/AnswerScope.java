package slmlab.flow;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The answers that a step can refer to: its own by their keys, and those of earlier steps as `STEP.KEY`.
///
/// @param steps answers by step and key
/// @param id of the step
/// @param own answers of the step so far
record AnswerScope(Map<String, ? extends Map<String, Object>> steps, String id, Map<String, Object> own)
        implements Function<String, @Nullable Object> {

    /// Return an answer; null where there is none.
    @Override
    public @Nullable Object apply(String path) {
        Object answer = own.get(path);
        int dot = path.indexOf('.');
        if (answer != null || dot < 0) {
            return answer;
        }
        String step = path.substring(0, dot);
        String key = path.substring(dot + 1);
        if (step.equals(id)) {
            return own.get(key);
        }
        Map<String, Object> answers = steps.get(step);
        return answers == null ? null : answers.get(key);
    }
}

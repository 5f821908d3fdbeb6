package slmlab.flow;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What is known of a step.
///
/// @param hash of the step's questions when it was answered
/// @param answers by the keys of the questions, in their order
/// @param note why it is not applicable, missing or failed; empty otherwise
public record StepState(StepStatus status, String hash, Map<String, Object> answers, String note) {
    public StepState {
        answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers)); // keeps their order
    }

    StepState with(StepStatus other, String why) {
        return new StepState(other, hash, answers, why);
    }
}

package slmlab.flow;

import java.util.Map;
import slmlab.flow.emit.SpecDraft;

/// The spec of a workflow whose questions are about the keys of a spec: what its first step begins with, and over it
/// the answers.
final class FlowSpec {
    /// Name of the file in the workflow's folder.
    static final String FILE = "spec.json";

    private FlowSpec() {}

    /// Return the file.
    ///
    /// @param answers by step and key
    static byte[] of(Workflow flow, Map<String, Map<String, Object>> answers) {
        SpecDraft spec = SpecDraft.of(answers.getOrDefault("init", Map.of()));
        for (FlowStep step : flow.steps()) {
            Map<String, Object> own = answers.get(step.id());
            if (own == null || !step.isSpec()) {
                continue;
            }
            for (Question question : step.questions()) {
                Object answer = own.get(question.key());
                if (answer != null && !question.isApart()) {
                    spec.set(question.key(), answer);
                }
            }
        }
        return spec.file();
    }
}

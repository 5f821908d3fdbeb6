package slmlab.flow;

import java.util.Map;
import slmlab.flow.emit.NestedValues;

/// The mapping that the answers of a step make.
final class Artefact {
    private Artefact() {}

    /// Return the answers under the keys of their questions, whose dots make mappings, over what is fixed.
    static Map<String, Object> of(FlowStep step, Map<String, Object> answers) {
        Map<String, Object> artefact = NestedValues.copy(step.fixed());
        for (Question question : step.questions()) {
            Object answer = answers.get(question.key());
            if (answer != null && !question.isApart()) {
                NestedValues.put(artefact, question.key(), answer);
            }
        }
        return artefact;
    }
}

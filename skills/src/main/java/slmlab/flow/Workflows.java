package slmlab.flow;

import java.util.List;
import slmlab.skill.Bundle;
import slmlab.skill.Skill;
import slmlab.spec.text.Suggestion;

/// The workflows of a bundle of skills: those that have steps.
///
/// @param skills whose steps they are
public record Workflows(Bundle skills) {

    /// Return those that come with this lab.
    public static Workflows shipped() {
        return new Workflows(Bundle.shipped());
    }

    /// Return the names, in their order.
    public List<String> names() {
        return skills.skills().stream().filter(Workflow::isIn).map(Skill::id).toList();
    }

    /// Return all workflows.
    public List<Workflow> all() {
        return names().stream().map(this::named).toList();
    }

    /// Return a workflow; an [IllegalArgumentException] lists those that exist.
    public Workflow named(String name) {
        return skills.skill(name)
                .filter(Workflow::isIn)
                .map(Workflow::read)
                .orElseThrow(() -> new IllegalArgumentException("there is no flow %s%s; the flows are %s"
                        .formatted(name, Suggestion.hint(name, names()), String.join(", ", names()))));
    }
}

package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.List;
import slmlab.env.Envs;
import slmlab.spec.Problem;
import slmlab.spec.Problems;
import slmlab.spec.Spec;
import slmlab.spec.SpecException;
import slmlab.spec.SpecFile;

/// What there is to say about a spec, without running it.
///
/// @param problems what is wrong
/// @param notes what a run would need besides
public record SpecCheck(String file, String name, List<Problem> problems, List<String> notes) {

    /// Reads a spec; makes no env and no net.
    public static SpecCheck of(SpecFile file, String name) {
        Problems problems = new Problems();
        List<String> notes = new ArrayList<>();
        try {
            List<Problem> unset = file.unset(name);
            unset.stream().map(Problem::message).distinct().forEach(notes::add);
            Problems found = new Problems();
            Spec spec = file.spec(name, found);
            Plan plan = Plan.of(spec, found);
            if (plan != null && found.list().isEmpty()) {
                Demand demand = Demand.atLeast(plan);
                String tooLarge = demand.problem(1, Runtime.getRuntime().maxMemory());
                if (tooLarge != null) {
                    found.add(demand.path(), "%s", tooLarge);
                }
            }
            found.list().stream()
                    .filter(problem ->
                            unset.stream().noneMatch(hole -> hole.path().equals(problem.path())))
                    .forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
            String env = spec.env().name();
            if (!env.contains("${") && Envs.find(env).isEmpty()) {
                notes.add("%s is not installed".formatted(env));
            }
        } catch (SpecException e) {
            e.problems().forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
        }
        return new SpecCheck(file.toString(), name, problems.list(), notes);
    }
}

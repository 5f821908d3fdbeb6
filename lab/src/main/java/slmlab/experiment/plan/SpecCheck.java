package slmlab.experiment.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.env.Envs;
import slmlab.spec.Spec;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;

/// What there is to say about a spec without running it.
///
/// @param problems what is wrong
/// @param missing what a run would need besides: an env, a variable
/// @param warnings what is allowed and probably not meant
public record SpecCheck(
        String file, String name, List<Problem> problems, List<String> missing, List<Problem> warnings) {

    /// Whether nothing is wrong with the spec itself.
    public boolean isRight() {
        return problems.isEmpty();
    }

    /// Whether it would run here, as it is.
    public boolean isRunnable() {
        return isRight() && missing.isEmpty();
    }

    /// A file that holds no spec that can be read.
    public static SpecCheck of(String file, SpecException e) {
        return new SpecCheck(file, "", e.problems(), List.of(), List.of());
    }

    /// Read a spec and, where its env is installed, make its envs, nets and programs once.
    ///
    /// @param threads how many sessions a run would run at a time
    public static SpecCheck of(SpecFile file, String name, int threads) {
        try {
            List<Problem> unset = file.unset(name);
            List<String> missing = new ArrayList<>();
            unset.stream().map(Problem::message).distinct().forEach(missing::add);
            Problems problems = new Problems();
            Spec spec = file.spec(name, problems);
            Plan plan = Plan.of(spec, problems);
            String env = plan == null ? spec.env().name() : plan.env().name();
            if (!env.contains("${")) {
                Envs.missing(env).ifPresent(missing::add);
            }
            if (plan != null && unset.isEmpty()) {
                SearchCheck.of(file, name, plan, problems)
                        .unused()
                        .forEach((path, why) -> problems.note("search." + path, "is not searched: %s", why));
            }
            fit(plan, missing.isEmpty(), threads, problems);
            List<Problem> wrong = problems.list().stream()
                    .filter(problem ->
                            unset.stream().noneMatch(hole -> hole.path().equals(problem.path())))
                    .toList();
            List<Problem> warnings = plan == null || !wrong.isEmpty()
                    ? List.of()
                    : plan.with(problems.notes()).warnings();
            return new SpecCheck(file.toString(), name, wrong, missing, warnings);
        } catch (SpecException e) {
            return new SpecCheck(file.toString(), name, e.problems(), List.of(), List.of());
        }
    }

    /// Find what would keep a spec that stands in no file yet from running here, and add it.
    ///
    /// @param threads how many sessions a run would run at a time
    public static void check(Spec spec, int threads, Problems problems) {
        fit(Plan.of(spec, problems), Envs.missing(spec.env().name()).isEmpty(), threads, problems);
    }

    private static void fit(@Nullable Plan plan, boolean canBeMade, int threads, Problems problems) {
        if (plan == null) {
            return;
        }
        if (canBeMade) {
            FitCheck.find(plan, MemoryEstimate.atATime(plan.meta(), threads), problems);
        } else if (problems.isEmpty()) {
            MemoryEstimate demand = MemoryEstimate.atLeast(plan);
            String tooLarge = demand.problem(1, Runtime.getRuntime().maxMemory());
            if (tooLarge != null) {
                problems.add(demand.path(), "%s", tooLarge);
            }
        }
    }
}

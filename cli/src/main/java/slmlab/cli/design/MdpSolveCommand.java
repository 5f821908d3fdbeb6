package slmlab.cli.design;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.TextColumns;
import slmlab.design.FactNumber;
import slmlab.design.validate.MdpSolution;
import slmlab.design.validate.MdpSolution.StateValue;
import slmlab.spec.text.Suggestion;

/// `slm-lab mdp solve`: the value of each state, and the best actions.
@Command(
        name = "solve",
        header = "Print the optimal value and the best actions of each state.",
        footer = {
            "",
            "docs/validate.md describes the file. Exit code 0 solved, 2 no valid table.",
            "",
            "Examples:",
            "  slm-lab mdp solve problem.yaml",
            "  slm-lab mdp solve problem.yaml --policy uniform --json"
        })
final class MdpSolveCommand extends InputCommand {
    private static final List<String> POLICIES = List.of("optimal", "uniform");

    @Parameters(paramLabel = "FILE", description = "a table as for slm-lab validate mdp: YAML or JSON")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--gamma", paramLabel = "X", description = "discount in place of the file's")
    private @Nullable Double gamma;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description =
                    "optimal, or uniform: the values of choosing each action with the same probability (default: ${DEFAULT-VALUE})")
    private String policy = "optimal";

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter out) {
        json.check();
        if (!POLICIES.contains(policy)) {
            throw new IllegalArgumentException("--policy is %s; needs %s%s"
                    .formatted(policy, String.join(" or ", POLICIES), Suggestion.hint(policy, POLICIES)));
        }
        OptionalDouble given = gamma == null ? OptionalDouble.empty() : OptionalDouble.of(gamma);
        MdpSolution solution =
                policy.equals("uniform") ? MdpSolution.uniform(file, given) : MdpSolution.optimal(file, given);
        tell(solution, json.text(out));
        json.write(() -> written(solution), out);
    }

    private void tell(MdpSolution solution, PrintWriter out) {
        boolean isOptimal = policy.equals("optimal");
        String how = solution.horizon().isPresent()
                ? "over %s".formatted(Counts.of(solution.sweeps().orElseThrow(), "step"))
                : isOptimal
                        ? "after %s of value iteration"
                                .formatted(Counts.of(solution.sweeps().orElseThrow(), "sweep"))
                        : "by linear equations";
        out.println("%s values with gamma %s, %s; %s at the start"
                .formatted(
                        policy, FactNumber.number(solution.gamma()), how, FactNumber.number(solution.valueAtStart())));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("state", "value", isOptimal ? "best actions" : ""));
        for (StateValue each : solution.states()) {
            String actions = each.terminal() ? "(terminal)" : String.join(", ", each.actions());
            rows.add(List.of(each.state(), FactNumber.number(each.value()), actions));
        }
        TextColumns.aligned(rows).forEach(out::println);
    }

    private Map<String, Object> written(MdpSolution solution) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("policy", policy);
        all.put("gamma", solution.gamma());
        solution.horizon().ifPresent(steps -> all.put("horizon", steps));
        solution.sweeps().ifPresent(sweeps -> all.put("sweeps", sweeps));
        all.put("value_at_start", solution.valueAtStart());
        all.put("states", solution.states().stream().map(this::entry).toList());
        return all;
    }

    private Map<String, Object> entry(StateValue each) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("state", each.state());
        entry.put("value", each.value());
        entry.put("terminal", each.terminal());
        if (policy.equals("optimal")) {
            entry.put("actions", each.actions());
        }
        return entry;
    }
}

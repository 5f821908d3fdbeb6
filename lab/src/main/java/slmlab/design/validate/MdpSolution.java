package slmlab.design.validate;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.design.DesignFinding;
import slmlab.design.DesignSection;
import slmlab.design.Findings;
import slmlab.design.mdp.Mdp;
import slmlab.spec.MappingFile;

/// The values of a tabular MDP from a file: of the optimal policy, or of the one that acts uniformly at random.
///
/// @param gamma discount that was used
/// @param horizon steps of an episode; empty for no limit
/// @param sweeps of value iteration, or one for each step of the horizon; empty where linear equations were solved
/// @param valueAtStart mean over the start distribution
public record MdpSolution(
        double gamma, Optional<Long> horizon, OptionalInt sweeps, double valueAtStart, List<StateValue> states) {

    /// Changes of the last sweep are at most this fraction of the largest reward, or of 1 if all are smaller.
    public static final double TOLERANCE = 1e-10;

    private static final double TIE = 1e-8;
    private static final long MOST_STEPS = 100_000;

    /// @param actions the best ones, several if they tie; empty in a terminal state, and of a policy that is given
    public record StateValue(String state, double value, boolean terminal, List<String> actions) {}

    /// Return the optimal values, with all greedy actions. With a horizon they are those of the first step.
    ///
    /// @param gamma in place of the file's
    public static MdpSolution optimal(Path file, OptionalDouble gamma) {
        TabularDesign table = read(file, gamma);
        Mdp mdp = table.mdp();
        if (table.horizon().isPresent()) {
            int steps = steps(file, table.horizon().get());
            double[] after = new double[mdp.states()];
            for (int step = 1; step < steps; step++) {
                after = mdp.sweep(after);
            }
            return of(table, mdp.sweep(after), OptionalInt.of(steps), greedy(table, after));
        }
        double largest = 1;
        for (int state = 0; state < mdp.states(); state++) {
            for (int action = 0; action < mdp.actions(); action++) {
                largest = Math.max(largest, Math.abs(mdp.reward(state, action)));
            }
        }
        try {
            Mdp.Settled settled = mdp.settled(TOLERANCE * largest);
            return of(table, settled.value(), OptionalInt.of(settled.sweeps()), greedy(table, settled.value()));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "%s: the values do not settle with gamma %s; lower gamma, or give a horizon"
                            .formatted(file, table.gamma()),
                    e);
        }
    }

    /// Return the values of the policy that takes each action with the same probability: exact, by linear
    /// equations.
    ///
    /// @param gamma in place of the file's
    public static MdpSolution uniform(Path file, OptionalDouble gamma) {
        TabularDesign table = read(file, gamma);
        Mdp mdp = table.mdp();
        double[][] policy = mdp.uniform();
        List<List<String>> actions = Collections.nCopies(mdp.states(), List.of());
        if (table.horizon().isPresent()) {
            int steps = steps(file, table.horizon().get());
            double[] value = new double[mdp.states()];
            for (int step = 0; step < steps; step++) {
                value = mdp.sweep(value, policy);
            }
            return of(table, value, OptionalInt.of(steps), actions);
        }
        try {
            return of(table, mdp.evaluate(policy), OptionalInt.empty(), actions);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "%s: random actions do not end every episode, so with gamma %s they have no value; lower gamma, or give a horizon"
                            .formatted(file, table.gamma()),
                    e);
        }
    }

    private static TabularDesign read(Path file, OptionalDouble gamma) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>(MappingFile.read(file));
        gamma.ifPresent(given -> values.put("gamma", given));
        Findings found = new Findings();
        DesignSection design = new DesignSection(file, "", values, found); // a table names no other files
        if (!MdpDesign.isTable(design)) {
            throw new IllegalArgumentException(
                    "%s describes an MDP and has no table of its transitions; add states, actions and P, or use slm-lab validate mdp"
                            .formatted(file));
        }
        Optional<TabularDesign> table = MdpDesign.table(design, found);
        design.finish();
        List<DesignFinding> errors = found.verdict().errors();
        if (table.isEmpty() || !errors.isEmpty()) {
            throw new IllegalArgumentException("%s is no valid MDP:\n%s"
                    .formatted(file, errors.stream().map(each -> "  " + each).collect(Collectors.joining("\n"))));
        }
        return table.get();
    }

    private static int steps(Path file, long horizon) {
        if (horizon > MOST_STEPS) {
            throw new IllegalArgumentException("%s: horizon is %s; %s sweeps are too many, so write at most %s or none"
                    .formatted(file, horizon, horizon, MOST_STEPS));
        }
        return (int) horizon;
    }

    private static List<List<String>> greedy(TabularDesign table, double[] after) {
        Mdp mdp = table.mdp();
        return IntStream.range(0, mdp.states())
                .mapToObj(state -> {
                    double tie = TIE * Math.max(1, Math.abs(mdp.best(after, state)));
                    return mdp.greedy(after, state, tie).stream()
                            .mapToObj(table.actions()::get)
                            .toList();
                })
                .toList();
    }

    private static MdpSolution of(TabularDesign table, double[] value, OptionalInt sweeps, List<List<String>> actions) {
        List<StateValue> states = IntStream.range(0, value.length)
                .mapToObj(state -> new StateValue(
                        table.states().get(state), value[state], table.mdp().isTerminal(state), actions.get(state)))
                .toList();
        return new MdpSolution(table.gamma(), table.horizon(), sweeps, table.atStart(value), states);
    }
}

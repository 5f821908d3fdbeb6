package slmlab.design.validate;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.mdp.Cycles;
import slmlab.design.mdp.Mdp;
import slmlab.spec.MappingFile;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.Suggestion;

/// A table of transitions as a design file has it: `P: {state: {action: {next: probability}}}`.
///
/// @param start probability of beginning in each state
/// @param horizon steps of an episode; empty for no limit
record TabularDesign(
        List<String> states, List<String> actions, Mdp mdp, double[] start, double gamma, Optional<Long> horizon) {

    private static final double ROUNDING = 1e-8;
    private static final int MOST_STATES = 2000;

    boolean isTerminal(String state) {
        return mdp.isTerminal(states.indexOf(state));
    }

    String names(List<Integer> indices) {
        return indices.stream().map(states::get).collect(Collectors.joining(" → "));
    }

    double atStart(double[] value) {
        double sum = 0;
        for (int i = 0; i < value.length; i++) {
            sum += start[i] * value[i];
        }
        return sum;
    }

    /// Read a table; empty where it has errors.
    static Optional<TabularDesign> read(DesignSection design, Findings found) {
        return new Reader(design, found).read();
    }

    /// Read the file of a table that a key names; empty, with a finding, where it is not valid.
    static Optional<TabularDesign> readFile(DesignSection design, String key, Findings found) {
        return design.file(key).flatMap(file -> {
            try {
                Findings inside = new Findings();
                DesignSection model =
                        new DesignSection(file, "", MappingFile.read(file), inside); // it names no files itself
                Optional<TabularDesign> table = read(model, inside);
                model.finish();
                if (inside.hasErrors()) {
                    String fix = "see slm-lab validate mdp " + file.getFileName();
                    found.add(Code.F07, design.at(key), "is no valid tabular MDP", fix);
                    return Optional.empty();
                }
                return table;
            } catch (SpecException e) {
                found.add(Code.F07, design.at(key), String.valueOf(e.getMessage()), "name the file of a tabular MDP");
                return Optional.empty();
            }
        });
    }

    private static final class Reader {
        private final DesignSection design;
        private final Findings found;
        private final List<String> states;
        private final List<String> actions;
        private final List<String> terminal;

        Reader(DesignSection design, Findings found) {
            this.design = design;
            this.found = found;
            design.require("states", "actions", "P", "gamma");
            this.states = distinct("states");
            this.actions = distinct("actions");
            this.terminal = design.texts("terminal");
        }

        private List<String> distinct(String key) {
            List<String> names = design.texts(key);
            if (names.isEmpty() || new HashSet<>(names).size() < names.size() || names.size() > MOST_STATES) {
                found.add(
                        Code.M01,
                        design.at(key),
                        "has no name, more than %s, or one twice".formatted(MOST_STATES),
                        "list each once");
            }
            return names.stream().distinct().limit(MOST_STATES).toList();
        }

        Optional<TabularDesign> read() {
            Optional<Double> gamma = MdpDesign.gamma(design, found);
            Optional<Long> horizon = design.atLeast(1, "horizon");
            terminal.forEach(state -> isKnown(state, states, design.at("terminal")));
            double[] start = start();
            if (states.isEmpty() || actions.isEmpty()) {
                return Optional.empty();
            }
            Mdp.Builder builder = new Mdp.Builder(states.size(), actions.size(), gamma.orElse(0.0));
            terminal.stream().filter(states::contains).forEach(state -> builder.terminal(states.indexOf(state)));
            Optional<DesignSection> rewards = design.section("R");
            rewards.ifPresent(each -> each.keys().forEach(state -> isKnown(state, states, each.at(state))));
            design.section("P").ifPresent(rows -> {
                rows.keys().forEach(state -> isKnown(state, states, rows.at(state)));
                states.forEach(state -> rows(state, rows, rewards.flatMap(each -> each.section(state)), builder));
            });
            if (found.hasErrors() || gamma.isEmpty()) {
                return Optional.empty();
            }
            TabularDesign table = new TabularDesign(states, actions, builder.build(), start, gamma.get(), horizon);
            checkGraph(table);
            return Optional.of(table);
        }

        private boolean isKnown(String name, List<String> known, String path) {
            if (!known.contains(name)) {
                String hint = "list it, or use one of the list" + Suggestion.hint(name, known);
                found.add(Code.M02, path, "names %s, which is not in the list".formatted(name), hint);
            }
            return known.contains(name);
        }

        private double[] start() {
            double[] start = new double[states.size()];
            if (!design.isMapping("start")) {
                Optional<String> only = design.text("start");
                only.filter(state -> isKnown(state, states, design.at("start")))
                        .ifPresent(state -> start[states.indexOf(state)] = 1);
                if (only.isEmpty() && !states.isEmpty()) {
                    start[0] = 1;
                }
                return start;
            }
            design.section("start").ifPresent(shares -> {
                double sum = 0;
                for (String state : shares.keys()) {
                    double share = probability(shares, state);
                    sum += share;
                    if (isKnown(state, states, shares.at(state))) {
                        start[states.indexOf(state)] = share;
                    }
                }
                if (Math.abs(sum - 1) > ROUNDING) {
                    found.add(
                            Code.M07,
                            shares.path(),
                            "sums to %s".formatted(FactNumber.number(sum)),
                            "make it sum to 1");
                }
            });
            return start;
        }

        private void rows(String state, DesignSection rows, Optional<DesignSection> rewards, Mdp.Builder builder) {
            boolean isTerminal = terminal.contains(state);
            Optional<DesignSection> row = rows.section(state);
            row.ifPresent(each -> each.keys().forEach(action -> isKnown(action, actions, each.at(action))));
            rewards.ifPresent(each -> each.keys().forEach(action -> isKnown(action, actions, each.at(action))));
            for (String action : actions) {
                Optional<DesignSection> moves = row.flatMap(each -> each.section(action));
                if (moves.isEmpty() && !isTerminal) {
                    found.add(
                            Code.M05,
                            rows.at(state) + "." + action,
                            "has no transitions, and %s is not terminal".formatted(state),
                            "say where it leads, or list the state under terminal");
                }
                moves.ifPresent(each -> moves(state, action, each, rewards, builder));
            }
        }

        private void moves(
                String state,
                String action,
                DesignSection moves,
                Optional<DesignSection> rewards,
                Mdp.Builder builder) {
            double sum = 0;
            Optional<DesignSection> byNext =
                    rewards.filter(each -> each.isMapping(action)).flatMap(each -> each.section(action));
            byNext.ifPresent(each -> each.keys().forEach(next -> isKnown(next, states, each.at(next))));
            double same = rewards.filter(each -> !each.isMapping(action))
                    .flatMap(each -> each.number(action))
                    .orElse(0.0);
            for (String next : moves.keys()) {
                double probability = probability(moves, next);
                sum += probability;
                double reward = byNext.flatMap(each -> each.number(next)).orElse(same);
                if (terminal.contains(state) && ((!next.equals(state) && probability > 0) || reward != 0)) {
                    found.add(
                            Code.M06,
                            moves.path(),
                            "continues from %s, which is terminal, or has a reward there".formatted(state),
                            "remove the row: a terminal state stays and reaches 0");
                } else if (isKnown(next, states, moves.at(next)) && probability > 0) {
                    builder.add(
                            states.indexOf(state), actions.indexOf(action), states.indexOf(next), probability, reward);
                }
            }
            if (Math.abs(sum - 1) > ROUNDING) {
                found.add(Code.M04, moves.path(), "sums to %s".formatted(FactNumber.number(sum)), "make it sum to 1");
            }
        }

        private double probability(DesignSection section, String key) {
            double probability = section.number(key).orElse(0.0);
            if (probability < 0 || probability > 1) {
                String message = "is %s".formatted(FactNumber.number(probability));
                found.add(Code.M03, section.at(key), message, "write a probability from 0 to 1");
            }
            return probability;
        }

        private void checkGraph(TabularDesign table) {
            BitSet begin = new BitSet();
            for (int i = 0; i < table.start.length; i++) {
                begin.set(i, table.start[i] > 0);
            }
            BitSet reached = Cycles.reachable(table.mdp, begin);
            for (int i = 0; i < states.size(); i++) {
                if (!reached.get(i)) {
                    String message = "has %s, which no action leads to from the start".formatted(states.get(i));
                    found.add(Code.M08, design.at("states"), message, "remove it, or add a way to it");
                } else if (!terminal.isEmpty() && table.horizon.isEmpty() && !canEnd(table.mdp, i)) {
                    String message = "has %s, from which no terminal state can be reached".formatted(states.get(i));
                    found.add(Code.M09, design.at("states"), message, "add a way to an end, or give a horizon");
                }
            }
        }

        private static boolean canEnd(Mdp mdp, int state) {
            return Cycles.reachable(mdp, Cycles.only(state)).stream().anyMatch(mdp::isTerminal);
        }
    }
}

package slmlab.design.validate;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.Findings;
import slmlab.design.mdp.Cycles;

/// Checks the options of a hierarchy: where each can start, whether it ends, and whether every state has one.
final class OptionDesign {
    private static final String EVERYWHERE = "all";

    private final DesignSection design;
    private final Findings found;
    private final List<String> states;
    private final Optional<TabularDesign> model;
    private final Set<String> covered = new HashSet<>();

    private OptionDesign(DesignSection design, Findings found) {
        this.design = design;
        this.found = found;
        this.model = TabularDesign.readFile(design, "model", found);
        List<String> listed = design.texts("states");
        this.states = listed.isEmpty() ? model.map(TabularDesign::states).orElse(List.of()) : listed;
    }

    static void check(DesignSection design, String paradigm, Findings found) {
        List<DesignSection> options = design.sections("options");
        boolean hasPrimitives = design.flag("primitives");
        OptionDesign check = new OptionDesign(design, found);
        if (paradigm.equals("options") && options.isEmpty()) {
            found.add(Code.H15, design.at("options"), "is empty in the paradigm options", "list them");
        } else if (!paradigm.isEmpty() && !paradigm.equals("options") && !options.isEmpty()) {
            String message = "are given in the paradigm %s".formatted(paradigm);
            found.add(Code.H15, design.at("options"), message, "remove them, or write paradigm: options");
        }
        Set<String> ids = new HashSet<>();
        options.forEach(option -> check.option(option, ids));
        if (!hasPrimitives && !options.isEmpty()) {
            check.checkCover();
        }
    }

    private void option(DesignSection option, Set<String> ids) {
        option.require("id", "initiation", "policy", "termination");
        option.text("policy");
        option.text("id")
                .filter(id -> !ids.add(id))
                .ifPresent(id -> found.add(
                        Code.H02, option.at("id"), "is %s, as an earlier option".formatted(id), "rename one"));
        List<String> initiation = named(option, "initiation");
        List<String> ends = named(option, "termination");
        covered.addAll(initiation);
        if (option.has("initiation") && initiation.isEmpty()) {
            found.add(Code.H09, option.at("initiation"), "is empty", "name states, or all");
        }
        if (option.has("termination") && ends.isEmpty()) {
            found.add(Code.H10, option.at("termination"), "is empty", "name the states in which it ends");
        }
        model.filter(_ -> !initiation.isEmpty() && !ends.isEmpty())
                .ifPresent(table -> checkReached(table, option, initiation, ends));
    }

    /// Return the states that a key names.
    private List<String> named(DesignSection option, String key) {
        List<String> names = option.texts(key);
        if (names.equals(List.of(EVERYWHERE))) {
            return states.isEmpty() ? names : states;
        }
        for (String name : names) {
            if (!states.isEmpty() && !states.contains(name)) {
                found.add(Code.H13, option.at(key), "names %s, which is no state".formatted(name), "list it in states");
            }
        }
        return names;
    }

    private void checkReached(TabularDesign table, DesignSection option, List<String> initiation, List<String> ends) {
        for (String state : initiation) {
            int from = table.states().indexOf(state);
            boolean canEnd = from < 0
                    || Cycles.reachable(table.mdp(), Cycles.only(from)).stream()
                            .anyMatch(to -> ends.contains(table.states().get(to))
                                    || table.mdp().isTerminal(to));
            if (!canEnd) {
                found.add(
                        Code.H11,
                        option.at("termination"),
                        "cannot be reached from %s".formatted(state),
                        "remove %s from initiation, or add an end".formatted(state));
                return;
            }
        }
    }

    private void checkCover() {
        boolean isEverywhere = covered.contains(EVERYWHERE);
        states.stream()
                .filter(state -> !isEverywhere && !covered.contains(state) && !isTerminal(state))
                .findFirst()
                .ifPresent(state -> found.add(
                        Code.H12,
                        design.at("options"),
                        "has none that starts in %s".formatted(state),
                        "add one, or write primitives: true"));
    }

    private boolean isTerminal(String state) {
        return model.filter(table -> table.states().contains(state) && table.isTerminal(state))
                .isPresent();
    }
}

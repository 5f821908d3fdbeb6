package slmlab.env.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.EnvException;
import slmlab.env.EnvVector;
import slmlab.env.Envs;

/// Checks the contract of any env, ours or a user's: one [Finding] per rule, with what to do if it is broken.
///
/// ```java
/// EnvCheck.run("Corridor-v0", Map.of()).forEach(System.out::println);
/// ```
public final class EnvCheck {

    /// Outcome of a rule. Only `BROKEN` makes an env unusable.
    public enum Level {
        HOLDS,
        INFO,
        WARNING,
        BROKEN
    }

    /// @param code of the rule, which keeps its meaning from version to version: [ContractRule] has all
    /// @param rule short name of the rule
    /// @param text what was observed and, if it is wrong, what to do
    public record Finding(String code, String rule, Level level, String text) {
        private Finding(ContractRule rule, Level level, String text) {
            this(rule.code(), rule.title(), level, text);
        }
    }

    private record Tested(ContractRule rule, Supplier<Finding> test) {}

    private static final double SECONDS = 30;

    private final List<Finding> findings = new ArrayList<>();
    private final CheckBudget patience;
    private final Consumer<Finding> told;

    private EnvCheck(CheckBudget patience, Consumer<Finding> told) {
        this.patience = patience;
        this.told = told;
    }

    /// Check a registered env, with arguments as [Envs#make] takes them and refuses them.
    public static List<Finding> run(String id, Map<String, ?> arguments) {
        return run(id, arguments, _ -> {});
    }

    /// Check a registered env in at most half a minute, however slow it is.
    ///
    /// @param told receives each finding as soon as there is one
    public static List<Finding> run(String id, Map<String, ?> arguments, Consumer<Finding> told) {
        if (Envs.find(id).isEmpty() && Envs.families().stream().anyMatch(family -> family.has(id))) {
            Envs.make(id, 1, arguments).close();
            return run(new Subject(id, () -> Envs.make(id, 1, arguments), null, -1, Map.of(), patience()), told);
        }
        Envs.Entry entry = Envs.entry(id);
        Map<String, Object> own = new LinkedHashMap<>(arguments);
        int maxSteps = Envs.takeLimit(id, own, entry.maxSteps());
        try {
            Envs.make(id, 1, arguments).close();
        } catch (EnvException _) {
            // the first rule reports it
        }
        Supplier<Env> make = () -> entry.make().apply(new Args(id, own));
        return run(
                new Subject(id, () -> new EnvVector(id, make, 1, maxSteps), make, maxSteps, arguments, patience()),
                told);
    }

    /// Check an env that need not be registered.
    ///
    /// @param maxSteps time limit of an episode, in steps; 0 for no limit
    public static List<Finding> run(String name, Supplier<? extends Env> make, int maxSteps) {
        return run(Subject.of(name, make, maxSteps, patience()), _ -> {});
    }

    private static CheckBudget patience() {
        return new CheckBudget(SECONDS, System::nanoTime);
    }

    static List<Finding> run(Subject subject, Consumer<Finding> told) {
        SpaceRules spaces = new SpaceRules(subject);
        EpisodeRules episodes = new EpisodeRules(subject);
        SeedRules seeds = new SeedRules(subject);
        ActionRules actions = new ActionRules(subject);
        DeclarationRules declared = new DeclarationRules(subject);
        LifeRules life = new LifeRules(subject);
        // Without valid spaces there are no actions, and an env that throws would fail every other rule.
        List<Tested> first = List.of(
                new Tested(ContractRule.SPACES, spaces::spaces),
                new Tested(ContractRule.RESET, episodes::reset),
                new Tested(ContractRule.RUNS, episodes::runs));
        List<Tested> others = List.of(
                new Tested(ContractRule.OBSERVATIONS, spaces::observations),
                new Tested(ContractRule.REWARDS, episodes::rewards),
                new Tested(ContractRule.FACTS, declared::facts),
                new Tested(ContractRule.ENDS, episodes::ends),
                new Tested(ContractRule.TIME_LIMIT, episodes::timeLimit),
                new Tested(ContractRule.SAME_SEED, seeds::sameSeed),
                new Tested(ContractRule.SAVE_AND_LOAD, seeds::saveAndLoad),
                new Tested(ContractRule.OTHER_SEEDS, seeds::otherSeeds),
                new Tested(ContractRule.REPEATED_EPISODES, seeds::nextEpisodes),
                new Tested(ContractRule.ARGUMENTS, declared::arguments),
                new Tested(ContractRule.WRONG_ACTIONS, actions::wrongActions),
                new Tested(ContractRule.ACTION_BOUNDS, actions::bounds),
                new Tested(ContractRule.FIXED_SPACES, spaces::fixedSpaces),
                new Tested(ContractRule.MASK, spaces::mask),
                new Tested(ContractRule.IMAGE, life::image),
                new Tested(ContractRule.CLOSE, life::close),
                new Tested(ContractRule.INFINITE_BOUNDS, declared::infiniteBounds),
                new Tested(ContractRule.ACTION_RANGE, declared::actionRange),
                new Tested(ContractRule.CONSTANT_VALUES, declared::constantValues),
                new Tested(ContractRule.WRAPPED, declared::wrapped));
        EnvCheck check = new EnvCheck(subject.patience(), told);
        int left = first.size() + others.size() + 1; // with the measurement of speed, the last
        boolean isUsable = true;
        for (Tested each : first) {
            left--;
            isUsable = isUsable && check.rule(each, left);
        }
        boolean isRepeatable = true;
        for (Tested each : isUsable ? others : List.<Tested>of()) {
            left--;
            if (each.rule != ContractRule.SAVE_AND_LOAD || isRepeatable) {
                boolean holds = check.rule(each, left);
                isRepeatable &= holds || each.rule != ContractRule.SAME_SEED;
            }
        }
        if (isUsable && subject.patience().begin(ContractRule.SPEED.title(), 0)) {
            new SpeedRules(subject).measure().forEach(check::add);
        }
        String tooSlow = subject.patience().inWords();
        if (!tooSlow.isEmpty()) {
            check.add(warning(ContractRule.SKIPPED, tooSlow));
        }
        return List.copyOf(check.findings);
    }

    /// Add what a rule finds, and return whether the env keeps it; an exception breaks the rule too.
    ///
    /// @param following how many rules come after it
    private boolean rule(Tested tested, int following) {
        if (!patience.begin(tested.rule.title(), following)) {
            return true;
        }
        Finding finding = found(tested.rule, tested.test);
        add(finding);
        return finding.level != Level.BROKEN;
    }

    /// Return what a test finds; what it throws, as a broken rule.
    static Finding found(ContractRule rule, Supplier<Finding> test) {
        try {
            return test.get();
        } catch (EnvException e) {
            return broken(rule, "%s; fix it there".formatted(e.getMessage()));
        } catch (RuntimeException | Error e) { // thrown by our own code on what such an env returns
            return broken(rule, "threw %s".formatted(e));
        }
    }

    private void add(Finding finding) {
        findings.add(finding);
        told.accept(finding);
    }

    static Finding holds(ContractRule rule, String text) {
        return new Finding(rule, Level.HOLDS, text);
    }

    static Finding info(ContractRule rule, String text) {
        return new Finding(rule, Level.INFO, text);
    }

    static Finding warning(ContractRule rule, String text) {
        return new Finding(rule, Level.WARNING, text);
    }

    static Finding broken(ContractRule rule, String text) {
        return new Finding(rule, Level.BROKEN, text);
    }
}

package slmlab.env.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.EnvException;
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

    /// @param rule short name of the rule
    /// @param text what was observed and, if it is wrong, what to do
    public record Finding(String rule, Level level, String text) {}

    private static final double SECONDS = 30;
    private static final int RULES = 13; // with the measurement of speed, the last

    private final List<Finding> findings = new ArrayList<>();
    private final CheckBudget patience;
    private final Consumer<Finding> told;
    private int begun;

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
            return run(new Subject(id, () -> Envs.make(id, 1, arguments), null, -1, patience()), told);
        }
        Envs.Entry entry = Envs.entry(id);
        Map<String, Object> own = new LinkedHashMap<>(arguments);
        int maxSteps = Envs.takeLimit(id, own, entry.maxSteps());
        try {
            Envs.make(id, 1, arguments).close();
        } catch (EnvException _) {
            // the first rule reports it
        }
        return run(Subject.of(id, () -> entry.make().apply(new Args(id, own)), maxSteps, patience()), told);
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
        SpeedRules speed = new SpeedRules(subject);
        EnvCheck check = new EnvCheck(subject.patience(), told);
        // Without valid spaces there are no actions, and an env that throws would fail every other rule.
        if (check.rule("spaces", spaces::spaces) && check.rule("runs", episodes::runs)) {
            check.rule("observations", spaces::observations);
            check.rule("rewards", episodes::rewards);
            check.rule("ends", episodes::ends);
            check.rule("time limit", episodes::timeLimit);
            if (check.rule("same seed", seeds::sameSeed)) {
                check.rule("save and load", seeds::saveAndLoad);
            }
            check.rule("other seeds", seeds::otherSeeds);
            check.rule("wrong actions", actions::wrongActions);
            check.rule("action bounds", actions::bounds);
            check.rule("fixed spaces", spaces::fixedSpaces);
            check.rule("mask", spaces::mask);
            if (subject.patience().begin("speed", 0)) {
                speed.measure().forEach(check::add);
            }
        }
        String tooSlow = subject.patience().inWords();
        if (!tooSlow.isEmpty()) {
            check.add(warning("skipped", tooSlow));
        }
        return List.copyOf(check.findings);
    }

    /// Add what a rule finds; an exception breaks the rule too.
    private boolean rule(String rule, Supplier<@Nullable Finding> test) {
        begun++;
        if (!patience.begin(rule, RULES - begun)) {
            return true;
        }
        Finding finding;
        try {
            finding = test.get();
        } catch (EnvException e) {
            finding = broken(rule, "%s; fix it there".formatted(e.getMessage()));
        } catch (RuntimeException | Error e) { // thrown by our own rules on what such an env returns
            finding = broken(rule, "threw %s".formatted(e));
        }
        if (finding != null) {
            add(finding);
        }
        return finding == null || finding.level != Level.BROKEN;
    }

    private void add(Finding finding) {
        findings.add(finding);
        told.accept(finding);
    }

    static Finding holds(String rule, String text) {
        return new Finding(rule, Level.HOLDS, text);
    }

    static Finding info(String rule, String text) {
        return new Finding(rule, Level.INFO, text);
    }

    static Finding warning(String rule, String text) {
        return new Finding(rule, Level.WARNING, text);
    }

    static Finding broken(String rule, String text) {
        return new Finding(rule, Level.BROKEN, text);
    }
}

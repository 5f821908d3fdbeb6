package slmlab.experiment.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import slmlab.agent.Clock;
import slmlab.agent.net.NetConfig;
import slmlab.agent.part.EnvSpaces;
import slmlab.agent.part.Sharing;
import slmlab.env.Space;
import slmlab.env.wrapper.WrapperStack;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Written;
import slmlab.spec.text.Problem;
import slmlab.tensor.RandomStream;

/// What does not fit together in a spec whose keys are right one by one, found by making its envs and its agent once.
///
/// An agent stops at its first misfit. So that `check` finds all of them, one that does not fit is tried again with a
/// plain net, and with each kind of action: the first shows what is wrong beside the net, the second what is wrong
/// with the net whatever the actions are.
final class FitCheck {
    private static final List<Space> ACTIONS = List.of(new Space.Discrete(2), Space.Box.of(-1, 1, 1));

    private final Plan plan;
    private final Set<Problem> found = new LinkedHashSet<>();

    private FitCheck(Plan plan) {
        this.plan = plan;
    }

    /// Make what a run of this plan would make, and add what is in the way.
    ///
    /// @param sessions how many would run at a time
    static void find(Plan plan, int sessions, Problems problems) {
        FitCheck misfits = new FitCheck(plan);
        if (misfits.fitsIntoMemory(MemoryEstimate.atLeast(plan), sessions)) {
            misfits.make(sessions);
        }
        List<Problem> known = problems.list();
        misfits.found.stream()
                .filter(problem -> known.stream().noneMatch(other -> isSame(other.path(), problem.path())))
                .forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
    }

    /// A key that is wrong is reported once, not again as what follows from it.
    private static boolean isSame(String path, String other) {
        return (path + ".").startsWith(other + ".") || (other + ".").startsWith(path + ".");
    }

    private boolean fitsIntoMemory(MemoryEstimate estimate, int sessions) {
        String tooLarge = estimate.problem(sessions, Runtime.getRuntime().maxMemory());
        if (tooLarge != null) {
            found.add(new Problem(estimate.path(), tooLarge));
        }
        return tooLarge == null;
    }

    private void make(int sessions) {
        WrapperStack stack;
        try {
            stack = EnvFactory.train(plan);
        } catch (RuntimeException e) {
            found.add(new Problem("env", inWords(e)));
            return;
        }
        try (var env = stack.env()) {
            if (!fitsIntoMemory(MemoryEstimate.of(plan, stack.bare()), sessions) || fits(plan, EnvSpaces.of(env), "")) {
                return;
            }
            NetConfig plain = new NetConfig(
                    "MLPNet",
                    plan.net().learning(),
                    NetConfig.defaults("MLPNet").arch());
            fits(plan.with(plain), EnvSpaces.of(env), "agent.algorithm");
            ACTIONS.forEach(action -> fits(plan, EnvSpaces.of(env).withAction(action, false), "agent.net"));
        }
    }

    /// Make an agent; add why it cannot be made, if that is about the section at `about`.
    private boolean fits(Plan tried, EnvSpaces env, String about) {
        try {
            Clock clock = new Clock(env.envs(), tried.env().maxFrame());
            Learner.agent(tried, env, clock, RandomStream.ofSeed(0), Sharing.none(), null);
            return true;
        } catch (RuntimeException e) {
            problems(e).filter(problem -> problem.path().startsWith(about)).forEach(found::add);
            return false;
        }
    }

    private Stream<Problem> problems(RuntimeException e) {
        return e instanceof ConfigException config && !config.problems().isEmpty()
                ? config.problems().stream().map(problem -> placed(problem.path(), problem.message()))
                : Stream.of(placed(inWords(e)));
    }

    /// A message begins with the key that it is about, or with the word algorithm.
    private Problem placed(String message) {
        String[] words = message.split(":? ", 2);
        Problem problem = words.length == 2 ? placed(words[0], words[1]) : placed("", message);
        return problem.path().equals("agent") ? new Problem("agent", message) : problem;
    }

    private Problem placed(String path, String message) {
        String key = path.split("\\.", 2)[0];
        if (key.equals("algorithm")) {
            return new Problem("agent.algorithm", message);
        }
        if (plan.criticNet() == null && key.equals("type")) {
            return new Problem("agent.net.type", message);
        }
        if (plan.criticNet() == null && has(key, plan.net().arch(), plan.net().learning())) {
            return new Problem("agent.net." + path, message);
        }
        if (has(key, plan.algorithm().config(), plan.acting())) {
            return new Problem("agent.algorithm." + path, message);
        }
        return new Problem("agent", path.isEmpty() ? message : path + ": " + message);
    }

    private static boolean has(String key, Record... sections) {
        return Stream.of(sections).anyMatch(section -> Written.of(section).containsKey(key));
    }

    private static String inWords(RuntimeException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}

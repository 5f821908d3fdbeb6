package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import slmlab.env.Env;
import slmlab.env.EnvException;
import slmlab.env.EnvVector;
import slmlab.env.RandomActions;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;

/// Rules on spaces: observations lie in the declared space, and the spaces stay fixed.
final class SpaceRules {
    private final Subject subject;

    SpaceRules(Subject subject) {
        this.subject = subject;
    }

    Finding spaces() {
        Supplier<? extends Env> make = subject.make();
        if (make == null) {
            try (VecEnv env = subject.vector().get()) {
                return spaces(env.obsSpace(), env.actionSpace());
            }
        }
        Env env = EnvVector.made(subject.name(), make);
        Finding finding = EnvCheck.found(
                ContractRule.SPACES,
                () -> spaces(
                        EnvException.call(subject.name(), "obsSpace()", env::obsSpace),
                        EnvException.call(subject.name(), "actionSpace()", env::actionSpace)));
        Finding closed = EnvCheck.found(ContractRule.CLOSE, () -> {
            EnvException.run(subject.name(), "close()", env::close);
            return finding;
        });
        return finding.level() == EnvCheck.Level.BROKEN ? finding : closed;
    }

    private static Finding spaces(Space obs, Space action) {
        if (obs.row().volume() == 0) {
            return broken(ContractRule.SPACES, "the observation %s is empty; needs at least one value".formatted(obs));
        }
        return switch (action) {
            case Space.Dict _, Space.Tuple _ ->
                broken(ContractRule.SPACES, "actions of %s are not supported; use a plain space".formatted(action));
            case Space.Box box
            when box.dtype() != DType.FLOAT32 ->
                broken(ContractRule.SPACES, "actions are a box of %s; use FLOAT32".formatted(box.dtype()));
            case Space.Box box
            when box.row().volume() == 0 ->
                broken(ContractRule.SPACES, "the action %s is empty; needs at least one value".formatted(action));
            case Space.Box _, Space.Discrete _, Space.MultiDiscrete _, Space.MultiBinary _ ->
                holds(ContractRule.SPACES, "%s → %s".formatted(obs, action));
        };
    }

    Finding observations() {
        try (Subject.Run run = subject.run(1)) {
            String problem = run.obsProblem();
            int t = 1;
            for (; problem == null && subject.allows(t, Subject.STEPS); t++) {
                run.advance();
                problem = run.obsProblem();
                if (problem == null && run.isDone()) {
                    problem =
                            Membership.problem(run.env().obsSpace(), run.step().finalObs(), 0);
                }
                if (problem != null) {
                    problem += " at step " + t;
                }
            }
            return problem == null
                    ? holds(
                            ContractRule.OBSERVATIONS,
                            String.format(Locale.ROOT, "finite and in their space at reset and over %,d steps", t - 1))
                    : broken(
                            ContractRule.OBSERVATIONS, "%s; widen the space or fix the observation".formatted(problem));
        }
    }

    /// Check the env's own spaces: a vector keeps those it began with.
    Finding fixedSpaces() {
        Supplier<? extends Env> make = subject.make();
        if (make == null) {
            return info(ContractRule.FIXED_SPACES, "not tested: the env runs outside the JVM");
        }
        List<Env> made = new ArrayList<>();
        Supplier<Env> kept = () -> {
            made.add(make.get());
            return made.getLast();
        };
        int steps = 0;
        try (VecEnv env = new EnvVector(subject.name(), kept, 2, subject.maxSteps())) {
            RandomActions actions = new RandomActions(env.actionSpace(), 2, RandomStream.ofSeed(0));
            Step step = env.reset(1);
            for (int t = 0; subject.allows(t, Subject.STEPS); t++) {
                steps = t;
                for (Env one : made) {
                    if (!one.obsSpace().equals(env.obsSpace())
                            || !one.actionSpace().equals(env.actionSpace())) {
                        return broken(
                                ContractRule.FIXED_SPACES,
                                "%s → %s became %s → %s after %s steps; spaces may depend on the arguments only"
                                        .formatted(
                                                env.obsSpace(),
                                                env.actionSpace(),
                                                one.obsSpace(),
                                                one.actionSpace(),
                                                t));
                    }
                }
                env.step(actions.next(step.actionMask()));
            }
        }
        return holds(
                ContractRule.FIXED_SPACES,
                String.format(Locale.ROOT, "the same in two envs and after %,d steps", steps));
    }

    Finding mask() {
        try (Subject.Run run = subject.run(1)) {
            Array mask = run.step().actionMask();
            if (mask == null) {
                return info(ContractRule.MASK, "none: every action is always allowed");
            }
            for (int t = 0; subject.allows(t, Subject.STEPS); t++) {
                int allowed = 0;
                for (byte flag : mask.bytes()) {
                    allowed += flag;
                }
                if (allowed == 0) {
                    return broken(
                            ContractRule.MASK,
                            "no action is allowed after %s steps; allow one or end there".formatted(t));
                }
                run.advance();
            }
            return holds(ContractRule.MASK, "always allows an action");
        }
    }
}

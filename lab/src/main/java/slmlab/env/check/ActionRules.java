package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.tensor.Array;
import slmlab.tensor.DType;

/// Rules on actions outside the space: discrete ones are refused, continuous ones are clipped.
final class ActionRules {
    private final Subject subject;

    ActionRules(Subject subject) {
        this.subject = subject;
    }

    Finding wrongActions() {
        try (Subject.Run run = subject.run(1)) {
            int numbers = run.env().actionSpace().row().volume();
            for (int at = 0; at < numbers; at++) {
                for (Number wrong : wrong(run.env().actionSpace(), at)) {
                    Array action = run.action();
                    if (action.dtype() == DType.FLOAT32) {
                        action.floats()[at] = wrong.floatValue();
                    } else {
                        action.ints()[at] = wrong.intValue();
                    }
                    String refusal = refusal(run.env(), action);
                    if (refusal == null || !refusal.contains(wrong.toString())) {
                        return broken(
                                ContractRule.WRONG_ACTIONS,
                                "%s as value %s is %s; throw an IllegalArgumentException that names it"
                                        .formatted(wrong, at, refusal == null ? "accepted" : "refused as: " + refusal));
                    }
                }
            }
            run.advance();
            return holds(ContractRule.WRONG_ACTIONS, "refused, and the env keeps working");
        }
    }

    /// Step with values beyond a box's bounds, as unbounded policies give them: the env must clip them, as
    /// Gymnasium's do.
    Finding bounds() {
        try (Subject.Run run = subject.run(1)) {
            if (!(run.env().actionSpace() instanceof Space.Box)) {
                return info(ContractRule.ACTION_BOUNDS, "actions are not continuous");
            }
            for (int t = 1; subject.allows(t, Subject.STEPS); t++) {
                Array action = run.action();
                for (int i = 0; i < action.floats().length; i++) {
                    action.floats()[i] = action.floats()[i] * 10;
                }
                run.env().step(action);
                String problem = run.obsProblem();
                if (problem == null && !Float.isFinite(run.step().reward().item())) {
                    problem = "the reward is %s".formatted(run.step().reward().item());
                }
                if (problem != null) {
                    return broken(
                            ContractRule.ACTION_BOUNDS,
                            "%s at step %s of actions ten times as large as allowed; clip them in step()"
                                    .formatted(problem, t));
                }
            }
            return holds(ContractRule.ACTION_BOUNDS, "values beyond them are handled");
        }
    }

    private static List<Number> wrong(Space action, int at) {
        return switch (action) {
            case Space.Discrete(int n, int start) -> List.of(start - 1, start + n);
            case Space.MultiDiscrete(var sizes) -> List.of(-1, sizes.get(at));
            case Space.MultiBinary _ -> List.of(-1, 2);
            case Space.Box _ -> List.of(Float.NaN);
            case Space.Dict _, Space.Tuple _ -> List.of();
        };
    }

    private static @Nullable String refusal(VecEnv env, Array action) {
        try {
            env.step(action);
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }
}

package slmlab.experiment.profile;

import java.util.List;
import java.util.Locale;

/// Where the time of a frame goes.
enum FramePhase {
    /// Making envs, networks and programs.
    SETUP,
    /// `VecEnv.step`.
    ENV,
    /// `Algorithm.act`.
    ACT,
    /// `Algorithm.observe`.
    OBSERVE,
    /// Sampling and gathering a batch, inside an update.
    GATHER,
    /// The rest of `Algorithm.update`: loss, gradient, optimizer.
    UPDATE,
    /// Rows of the session table, and evaluation.
    ROWS,
    /// Checkpoints, curves and states, on a thread of their own.
    FILES,
    /// What belongs to none of these.
    OTHER;

    private static final String SESSION = "slmlab.experiment.Session";
    private static final String EXPERIMENT = "slmlab.experiment.";

    /// A line of a stack: a class and one of its methods.
    record Call(String type, String method) {}

    /// Return the phase of a stack.
    ///
    /// @param stack from the innermost call to the outermost
    static FramePhase of(List<Call> stack) {
        int session = outermost(stack, SESSION);
        if (session < 0) {
            return background(stack);
        }
        int below = session;
        while (below > 0 && stack.get(below).type().startsWith(SESSION)) {
            below--;
        }
        Call call = stack.get(below);
        if (call.type().startsWith("slmlab.env.")) {
            return stack.get(session).method().equals("<init>") ? SETUP : ENV;
        }
        if (call.type().startsWith("slmlab.agent.")) {
            return switch (call.method()) {
                case "act" -> ACT;
                case "observe" -> OBSERVE;
                case "update" -> touches(stack.subList(0, below), "slmlab.agent.memory.") ? GATHER : UPDATE;
                default -> SETUP;
            };
        }
        if (stack.get(session).method().equals("<init>")) {
            return SETUP;
        }
        return call.type().startsWith(EXPERIMENT) || call.type().startsWith("slmlab.report.") ? ROWS : OTHER;
    }

    private static FramePhase background(List<Call> stack) {
        if (touches(stack, "slmlab.experiment.state.") || touches(stack, "slmlab.report.")) {
            return FILES;
        }
        return touches(stack, EXPERIMENT) || touches(stack, "slmlab.spec.") || touches(stack, "slmlab.cli.")
                ? SETUP
                : OTHER;
    }

    private static int outermost(List<Call> stack, String type) {
        for (int i = stack.size() - 1; i >= 0; i--) {
            if (stack.get(i).type().equals(type)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean touches(List<Call> stack, String prefix) {
        return stack.stream().anyMatch(call -> call.type().startsWith(prefix));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

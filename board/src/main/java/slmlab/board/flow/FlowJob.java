package slmlab.board.flow;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.StepState;
import slmlab.flow.StepStatus;

/// A step whose commands run while the page waits.
final class FlowJob implements Runnable {
    private final FlowRun run;
    private final FlowStep step;
    private final Map<String, Object> answers;
    private final StringWriter output = new StringWriter(); // its buffer takes turns by itself
    private volatile boolean atWork = true;
    private volatile String problem = "";

    /// @param run closed at the end
    FlowJob(FlowRun run, FlowStep step, Map<String, Object> answers) {
        this.run = run;
        this.step = step;
        this.answers = answers;
    }

    @Override
    public void run() {
        try (run) {
            StepState state = run.answer(step, answers, new PrintWriter(output, true));
            if (state.status() == StepStatus.FAILED) {
                problem = "step %s failed: %s".formatted(step.id(), state.note());
            }
        } catch (RuntimeException e) {
            problem = "step %s failed: %s".formatted(step.id(), e.getMessage());
        } finally {
            atWork = false;
        }
    }

    boolean isAtWork() {
        return atWork;
    }

    /// Return what its commands have printed, and what went wrong.
    String output() {
        return problem.isEmpty() ? output.toString() : output + problem + "\n";
    }

    Map<String, Object> view() {
        return FlowView.working(run, step, output());
    }
}

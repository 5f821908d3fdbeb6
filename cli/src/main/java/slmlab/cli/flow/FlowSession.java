package slmlab.cli.flow;

import java.io.BufferedReader;
import java.io.Console;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.JsonFlag;
import slmlab.cli.OwnCommands;
import slmlab.flow.AnswersFile;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.StepState;
import slmlab.flow.StepStatus;
import slmlab.flow.Workflow;

/// One run of a workflow, with answers from a file or from a terminal.
final class FlowSession {
    private final Workflow flow;
    private final Path folder;
    private final JsonFlag json;
    private final PrintWriter out;
    private final PrintWriter text;
    private final PrintWriter err;

    FlowSession(Workflow flow, Path folder, JsonFlag json, PrintWriter out, PrintWriter err) {
        this.flow = flow;
        this.folder = folder;
        this.json = json;
        this.out = out;
        this.text = json.text(out);
        this.err = err;
    }

    /// Run it and return the exit code.
    ///
    /// @param file with the answers; null to ask
    /// @param step to answer again; null to continue where the workflow stands
    int run(@Nullable Path file, @Nullable String step) {
        Optional<Reader> terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(Console::reader);
        if (file == null && (terminal.isEmpty() || json.isPrinted())) {
            throw new IllegalArgumentException(
                    "a flow asks its questions on a terminal; name a file with --answers (slm-lab flow show %s lists the questions)"
                            .formatted(flow.name()));
        }
        Map<String, Map<String, Object>> answers = file == null ? Map.of() : AnswersFile.read(file, flow);
        Thread hook = new Thread(() -> err.println(resume()));
        Runtime.getRuntime().addShutdownHook(hook);
        try (FlowRun run = FlowRun.open(flow, folder, new OwnCommands(), step)) {
            int code = file == null
                    ? new Interviewer(run, new BufferedReader(terminal.orElseThrow()), text, resume()).ask()
                    : take(run, answers);
            if (code == Cli.DONE) {
                text.println("%s is done: %s".formatted(flow.name(), folder));
            }
            json.write(() -> result(run), out);
            return code;
        } finally {
            remove(hook);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            return; // the process ends already
        }
    }

    private int take(FlowRun run, Map<String, Map<String, Object>> answers) {
        run.expect(answers);
        for (Optional<FlowStep> next = run.next(); next.isPresent(); next = run.next()) {
            FlowStep step = next.get();
            text.println(
                    "step %s of %s: %s".formatted(step.number(), flow.steps().size(), step.title()));
            StepState state = run.answer(step, Objects.requireNonNull(answers.get(step.id())), text);
            if (state.status() == StepStatus.FAILED) {
                text.flush();
                err.println("step %s failed: %s".formatted(step.id(), state.note()));
                err.println("change its answers and run the same command again; finished steps are kept");
                return Cli.FAILED;
            }
        }
        return Cli.DONE;
    }

    private String resume() {
        return "continue with: " + Called.with("flow", "resume", folder.toString());
    }

    private Map<String, Object> result(FlowRun run) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("flow", flow.name());
        result.put("folder", folder.toString());
        result.put("steps", flow.steps().stream().map(step -> entry(run, step)).toList());
        result.put("files", run.files());
        return result;
    }

    private static Map<String, Object> entry(FlowRun run, FlowStep step) {
        StepState state = run.state(step);
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("step", step.number());
        entry.put("id", step.id());
        entry.put("status", state == null ? "open" : state.status().toString());
        entry.put("note", state == null ? "" : state.note());
        entry.put("artefacts", state == null ? List.of() : List.of(step.artefact(), step.page()));
        return entry;
    }
}

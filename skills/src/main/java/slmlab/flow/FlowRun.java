package slmlab.flow;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.flow.emit.AnsweredStep;
import slmlab.flow.emit.CommandOutcome;
import slmlab.flow.emit.CommandRunner;
import slmlab.flow.emit.StepRunner;

/// A workflow in its folder: which step is next, what its answers lead to, and what is known afterwards.
///
/// Every step is kept as soon as it is answered, so that a process may end at any time. The files depend on the answers
/// alone: a flow that was interrupted ends with the bytes of one that was not.
public final class FlowRun implements AutoCloseable {
    private final Workflow flow;
    private final FlowFolder folder;
    private final CommandRunner commands;
    private FlowState state;

    private FlowRun(Workflow flow, FlowFolder folder, CommandRunner commands, FlowState state) {
        this.flow = flow;
        this.folder = folder;
        this.commands = commands;
        this.state = state;
    }

    /// Open a folder for a workflow, or make it.
    ///
    /// @param redo id of a step to answer again; null to continue where the workflow stands
    /// @throws IllegalArgumentException that says why the folder cannot be used
    public static FlowRun open(Workflow flow, Path path, CommandRunner commands, @Nullable String redo) {
        FlowFolder folder = FlowFolder.open(path);
        try {
            FlowState state = folder.state(flow.name());
            FlowRun run = new FlowRun(flow, folder, commands, state);
            run.check(redo);
            run.markChangedQuestions();
            if (redo != null) {
                run.redo(flow.step(redo));
            }
            return run;
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /// Return the name of the workflow in a folder; an [IllegalArgumentException] says that there is none.
    public static String flowIn(Path folder) {
        return FlowFolder.flow(folder);
    }

    /// Refuse a state of other steps, links, and files that somebody has changed.
    private void check(@Nullable String redo) {
        folder.refuseLinks(Stream.concat(
                flow.steps().stream().flatMap(step -> Stream.of(step.artefact(), step.page())),
                state.files().keySet().stream()));
        state.steps().keySet().stream()
                .filter(id -> flow.find(id).isEmpty())
                .findFirst()
                .ifPresent(id -> {
                    throw new IllegalArgumentException(
                            "%s has a step %s, which %s does not have in this slm-lab; begin again in another folder"
                                    .formatted(folder.path().resolve(FlowFolder.STATE), id, flow.name()));
                });
        if (state.steps().values().stream().anyMatch(step -> step.status() == StepStatus.INTERRUPTED)) {
            return; // its files may be half of the old and half of the new ones, and are written again
        }
        folder.changed(state).stream()
                .filter(file -> !owner(file).id().equals(redo))
                .findFirst()
                .ifPresent(file -> {
                    throw new IllegalArgumentException(
                            "%s is not as slm-lab wrote it; restore it, or answer its step again with --step %s, which keeps it as %s.orig"
                                    .formatted(
                                            folder.path().resolve(file),
                                            owner(file).id(),
                                            file));
                });
    }

    /// Return the step that writes a file; the last one writes what is not named after a step.
    private FlowStep owner(String file) {
        return flow.steps().stream()
                .filter(step -> file.equals(step.artefact()) || file.equals(step.page()))
                .findFirst()
                .orElse(flow.steps().getLast());
    }

    private void markChangedQuestions() {
        for (FlowStep step : flow.steps()) {
            StepState known = state.step(step.id());
            if (known != null
                    && known.status() == StepStatus.DONE
                    && !known.hash().equals(step.hash())) {
                redo(step);
            }
        }
    }

    private void redo(FlowStep step) {
        state = state.change(step.id(), known -> known.with(StepStatus.STALE, ""));
    }

    /// Note the answers of a file: a step that is done and has others there is answered again.
    public void expect(Map<String, Map<String, Object>> answers) {
        for (FlowStep step : flow.steps()) {
            StepState known = state(step);
            Map<String, Object> other = answers.get(step.id());
            if (known != null && other != null && !known.answers().equals(other)) {
                redo(step);
            }
        }
    }

    public Workflow flow() {
        return flow;
    }

    public Path folder() {
        return folder.path();
    }

    /// Return what is known of a step; null if nobody has answered it yet.
    public @Nullable StepState state(FlowStep step) {
        return state.step(step.id());
    }

    /// Return how many steps need no answer any more.
    public int settled() {
        return (int) flow.steps().stream()
                .map(this::state)
                .filter(known -> known != null && isSettled(known.status()))
                .count();
    }

    private static boolean isSettled(StepStatus status) {
        return status == StepStatus.DONE || status == StepStatus.NOT_APPLICABLE || status == StepStatus.MISSING;
    }

    /// Return the names of the files that were written, sorted.
    public List<String> files() {
        return List.copyOf(state.files().keySet());
    }

    /// Return the next step to answer; empty if there is none. Steps that are not asked are noted on the way.
    public Optional<FlowStep> next() {
        for (FlowStep step : flow.steps()) {
            Optional<StepState> unasked = unasked(step);
            StepState known = state(step);
            if (unasked.isPresent()) {
                if (!unasked.get().equals(known)) {
                    skip(step, unasked.get());
                }
            } else if (known == null || known.status() != StepStatus.DONE) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    private Optional<StepState> unasked(FlowStep step) {
        AnswerScope scope = new AnswerScope(state.answers(), step.id(), Map.of());
        AskIf condition = step.onlyIf();
        if (condition != null && !condition.holds(scope)) {
            return Optional.of(
                    new StepState(StepStatus.NOT_APPLICABLE, step.hash(), Map.of(), condition.failure(scope)));
        }
        return Optional.ofNullable(step.missing())
                .map(what -> new StepState(
                        StepStatus.MISSING, step.hash(), Map.of(), "slm-lab does not have %s yet".formatted(what)));
    }

    private void skip(FlowStep step, StepState reason) {
        Map<String, Object> artefact = new LinkedHashMap<>();
        artefact.put("status", reason.status().toString());
        artefact.put("reason", reason.note());
        begin(step, reason.answers());
        write(step.artefact(), JsonFile.bytes(artefact));
        finish(step, reason, List.of(), List.of());
    }

    /// Return the questions of a step, with its earlier answers as presets.
    public Interview interview(FlowStep step) {
        StepState known = state(step);
        return new Interview(step, state.answers(), known == null ? Map.of() : known.answers());
    }

    /// Take the answers of a step: write its artefact and run its commands.
    ///
    /// @param answers that fit its questions
    /// @param out gets what the commands print
    /// @return what became of it
    public StepState answer(FlowStep step, Map<String, Object> answers, PrintWriter out) {
        StepState before = state(step);
        if (before != null && !before.answers().equals(answers)) {
            flow.dependents(step).forEach(this::staleIfDone);
        }
        begin(step, answers);
        write(step.artefact(), JsonFile.bytes(Artefact.of(step, answers)));
        StepRunner runner = new StepRunner(commands, folder.path(), out);
        StepWork work = new StepWork(flow, folder.path(), before(step), state.answers(), runner, this::write);
        String problem = work.run(step, answers);
        List<String> emitted = work.emitted();
        emitted.forEach(out::println);
        StepStatus status = problem.isEmpty() ? StepStatus.DONE : StepStatus.FAILED;
        StepState done = new StepState(status, step.hash(), answers, problem);
        finish(step, done, runner.outcomes(), emitted);
        return done;
    }

    /// Return the steps before one that is being answered.
    private List<AnsweredStep> before(FlowStep last) {
        return flow.steps().subList(0, last.number() - 1).stream()
                .map(step -> StepPage.answered(step, Objects.requireNonNull(state(step)), folder.lines(step.page())))
                .toList();
    }

    /// Note that a step is being answered, before its files change.
    private void begin(FlowStep step, Map<String, Object> answers) {
        state = state.with(step.id(), new StepState(StepStatus.INTERRUPTED, step.hash(), answers, ""));
        folder.write(state);
    }

    private void staleIfDone(FlowStep step) {
        state = state.change(step.id(), known -> isSettled(known.status()) ? known.with(StepStatus.STALE, "") : known);
    }

    private void finish(FlowStep step, StepState done, List<CommandOutcome> outcomes, List<String> emitted) {
        String page = StepPage.text(step, done, outcomes, emitted);
        write(step.page(), page.getBytes(StandardCharsets.UTF_8));
        state = state.with(step.id(), done);
        folder.write(state);
    }

    /// Write a file and note its hash.
    private void write(String name, byte[] content) {
        state = state.withFile(name, folder.write(name, content, state.files()));
    }

    /// Let others use the folder.
    @Override
    public void close() {
        folder.close();
    }
}

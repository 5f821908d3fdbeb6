package slmlab.flow;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import slmlab.file.Quoted;

/// How far a workflow is in its folder: the content of `flow.json`.
///
/// @param flow name of the workflow
/// @param steps by id, in the order in which they were first answered
/// @param files hash of each file that was written, by its name in the folder
record FlowState(String flow, SequencedMap<String, StepState> steps, SortedMap<String, String> files) {
    private static final int FORMAT = 1;

    FlowState {
        steps = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(steps));
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    static FlowState of(String flow) {
        return new FlowState(flow, new LinkedHashMap<>(), new TreeMap<>());
    }

    @Nullable
    StepState step(String id) {
        return steps.get(id);
    }

    FlowState with(String id, StepState step) {
        SequencedMap<String, StepState> changed = new LinkedHashMap<>(steps);
        changed.put(id, step);
        return new FlowState(flow, changed, files);
    }

    FlowState withFile(String name, String hash) {
        SortedMap<String, String> changed = new TreeMap<>(files);
        changed.put(name, hash);
        return new FlowState(flow, steps, changed);
    }

    FlowState change(String id, UnaryOperator<StepState> change) {
        StepState step = steps.get(id);
        return step == null ? this : with(id, change.apply(step));
    }

    /// Return the answers of the steps that are done.
    SequencedMap<String, Map<String, Object>> answers() {
        SequencedMap<String, Map<String, Object>> answers = new LinkedHashMap<>();
        steps.forEach((id, step) -> {
            if (step.status() == StepStatus.DONE) {
                answers.put(id, step.answers());
            }
        });
        return answers;
    }

    /// Return it as a file has it.
    Map<String, Object> json() {
        Map<String, Object> written = new LinkedHashMap<>();
        steps.forEach((id, step) -> {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("status", step.status().toString());
            each.put("text", step.hash());
            each.put("answers", step.answers());
            each.put("note", step.note());
            written.put(id, each);
        });
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("flow", flow);
        json.put("steps", written);
        json.put("files", files);
        return json;
    }

    /// Read what a file has; an [IllegalArgumentException] says what is wrong with it, as the end of a sentence
    /// that begins with its name.
    static FlowState of(Object json) {
        Map<?, ?> state = map(json, "holds no mapping");
        Object format = state.get("format");
        if (!(format instanceof Integer number) || !(state.get("flow") instanceof String flow)) {
            throw new IllegalArgumentException("is not the state of a flow: it has no format or no flow");
        }
        if (number > FORMAT) {
            throw new IllegalArgumentException(
                    "was written by a newer slm-lab (format %s; this one reads %s)".formatted(number, FORMAT));
        }
        SequencedMap<String, StepState> steps = new LinkedHashMap<>();
        map(state.get("steps"), "is damaged: steps is no mapping")
                .forEach((id, step) -> steps.put(String.valueOf(id), step(String.valueOf(id), step)));
        SortedMap<String, String> files = new TreeMap<>();
        map(state.get("files"), "is damaged: files is no mapping")
                .forEach((name, hash) -> files.put(String.valueOf(name), String.valueOf(hash)));
        return new FlowState(flow, steps, files);
    }

    private static StepState step(String id, @Nullable Object json) {
        Map<?, ?> step = map(json, "is damaged: step %s is no mapping".formatted(Quoted.text(id)));
        StepStatus status = StepStatus.of(String.valueOf(step.get("status")))
                .orElseThrow(() -> new IllegalArgumentException("is damaged: step %s has the status %s"
                        .formatted(Quoted.text(id), Quoted.text(String.valueOf(step.get("status"))))));
        Map<String, Object> answers = new LinkedHashMap<>();
        map(step.get("answers"), "is damaged: the answers of step %s are no mapping".formatted(Quoted.text(id)))
                .forEach((key, value) -> {
                    if (value != null) {
                        answers.put(String.valueOf(key), AnswerReader.plain(value));
                    }
                });
        if (!(step.get("text") instanceof String hash) || !(step.get("note") instanceof String note)) {
            throw new IllegalArgumentException("is damaged: step %s has no text or no note".formatted(Quoted.text(id)));
        }
        return new StepState(status, hash, answers, note);
    }

    private static Map<?, ?> map(@Nullable Object json, String problem) {
        if (json instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException(problem);
    }
}

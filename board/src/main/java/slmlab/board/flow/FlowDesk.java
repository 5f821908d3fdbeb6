package slmlab.board.flow;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import slmlab.file.OutputFile;
import slmlab.flow.FlowRun;
import slmlab.flow.FlowStep;
import slmlab.flow.Interview;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;
import slmlab.flow.emit.CommandRunner;

/// Workflows in the folders `flow-…` of one place, as `slm-lab flow` makes them.
public final class FlowDesk implements AutoCloseable {
    private static final String FOLDER = "flow-[a-z0-9][a-z0-9-]{0,60}";

    private final Workflows flows;
    private final Path place;
    private final CommandRunner commands;
    private final Map<String, FlowJob> jobs = new ConcurrentHashMap<>(); // by folder; steps that are at work, or were
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("flow").factory());

    /// @param place folder of the folders
    public FlowDesk(Workflows flows, Path place, CommandRunner commands) {
        this.flows = flows;
        this.place = place;
        this.commands = commands;
    }

    /// Return which workflows there are, and which were begun here.
    public Map<String, Object> list() {
        Map<String, Object> list = new LinkedHashMap<>();
        List<Object> known = new ArrayList<>();
        for (Workflow flow : flows.all()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("name", flow.name());
            each.put("about", flow.about());
            each.put("steps", flow.steps().size());
            each.put("folder", free(flow.name()));
            known.add(each);
        }
        list.put("flows", known);
        list.put("begun", begun());
        return list;
    }

    private List<Object> begun() {
        List<Object> begun = new ArrayList<>();
        for (String folder : folders()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("folder", folder);
            try {
                each.put("flow", FlowRun.flowIn(place.resolve(folder)));
                begun.add(each);
            } catch (IllegalArgumentException e) {
                each.put("problem", String.valueOf(e.getMessage()));
                begun.add(each);
            }
        }
        return begun;
    }

    private List<String> folders() {
        try (Stream<Path> entries = Files.list(place)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> name.matches(FOLDER))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(place, OutputFile.reason(e)), e);
        }
    }

    /// Return a name for a folder that is not there yet.
    private String free(String flow) {
        List<String> taken = folders();
        String name = "flow-" + flow;
        for (int i = 2; taken.contains(name); i++) {
            name = "flow-%s-%s".formatted(flow, i);
        }
        return name;
    }

    /// Return where a workflow stands, and its next question.
    ///
    /// @throws IllegalArgumentException that says what is wrong with what was asked, or with the folder
    public Map<String, Object> look(FlowRequest asked) {
        FlowJob job = jobs.get(asked.folder());
        if (job != null && job.isAtWork()) {
            return job.view();
        }
        try (FlowRun run = open(asked)) {
            Optional<FlowStep> next = run.next();
            String output = job == null ? "" : job.output();
            if (next.isEmpty()) {
                return FlowView.of(run, null, output);
            }
            Interview interview = run.interview(next.get());
            replay(interview, asked);
            return FlowView.of(run, interview, output);
        }
    }

    /// Take an answer. The last one of a step starts its commands.
    public Map<String, Object> answer(FlowRequest asked) {
        FlowJob before = jobs.get(asked.folder());
        if (before != null && before.isAtWork()) {
            return before.view();
        }
        FlowRun run = open(asked);
        boolean isTaken = false;
        try {
            FlowStep step = run.next()
                    .filter(next -> next.id().equals(asked.step()))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "step %s is not the next one; load the page again".formatted(asked.step())));
            Interview interview = run.interview(step);
            String refusal = replay(interview, asked);
            if (interview.next().isPresent()) {
                jobs.remove(asked.folder());
                Map<String, Object> view = FlowView.of(run, interview, "");
                view.put("refusal", refusal);
                return view;
            }
            FlowJob job = new FlowJob(run, step, interview.answers());
            jobs.put(asked.folder(), job);
            worker.execute(job);
            isTaken = true;
            return job.view();
        } finally {
            if (!isTaken) {
                run.close();
            }
        }
    }

    private FlowRun open(FlowRequest asked) {
        return FlowRun.open(flows.named(asked.flow()), place.resolve(checked(asked.folder())), commands, asked.redo());
    }

    private static String checked(String folder) {
        if (!folder.matches(FOLDER)) {
            throw new IllegalArgumentException("'%s' is no folder of a flow".formatted(folder));
        }
        return folder;
    }

    /// Give the answers of a request to its questions; return why the first wrong one is none, empty if all are
    /// right.
    private static String replay(Interview interview, FlowRequest asked) {
        if (!interview.step().id().equals(asked.step())) {
            return "";
        }
        try {
            asked.typed().forEach(interview::answer);
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// Return a file of a workflow.
    public byte[] file(String folder, String name) {
        try {
            return Files.readAllBytes(known(folder, name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(name, OutputFile.reason(e)), e);
        }
    }

    /// Return all files of a workflow, packed.
    public byte[] zip(String folder) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : files(folder)) {
                ZipEntry entry = new ZipEntry(folder + "/" + name);
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(file(folder, name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot pack %s: %s".formatted(folder, OutputFile.reason(e)), e);
        }
        return bytes.toByteArray();
    }

    /// Return the file of a name, if it is one that the workflow wrote.
    private Path known(String folder, String name) {
        if (!files(folder).contains(name)) {
            throw new IllegalArgumentException("there is no file %s in this flow".formatted(name));
        }
        return place.resolve(folder).resolve(name);
    }

    private List<String> files(String folder) {
        FlowJob job = jobs.get(folder);
        if (job != null && job.isAtWork()) {
            throw new IllegalArgumentException("a step is at work; wait for its end");
        }
        Path path = place.resolve(checked(folder));
        Workflow flow = flows.named(FlowRun.flowIn(path));
        try (FlowRun run = FlowRun.open(flow, path, commands, null)) {
            return run.files();
        }
    }

    /// Let nobody ask any more.
    @Override
    public void close() {
        worker.shutdownNow();
    }

    /// What the page asks.
    ///
    /// @param redo step that is answered again; null for none
    /// @param step that the answers are for
    /// @param typed answers to its first questions, as a person types them
    public record FlowRequest(
            String flow, String folder, @Nullable String redo, String step, List<String> typed) {

        /// Read it from JSON; an [IllegalArgumentException] says that it is something else.
        public static FlowRequest of(@Nullable Object json) {
            if (!(json instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("the request is no mapping");
            }
            Object typed = Objects.requireNonNullElse(map.get("typed"), List.of());
            if (!(typed instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
                throw new IllegalArgumentException("typed is no list of texts");
            }
            return new FlowRequest(
                    text(map, "flow"),
                    text(map, "folder"),
                    map.get("redo") instanceof String redo && !redo.isEmpty() ? redo : null,
                    map.get("step") instanceof String step ? step : "",
                    list.stream().map(String::valueOf).toList());
        }

        private static String text(Map<?, ?> map, String key) {
            if (map.get(key) instanceof String text) {
                return text;
            }
            throw new IllegalArgumentException("the request has no %s".formatted(key));
        }
    }
}

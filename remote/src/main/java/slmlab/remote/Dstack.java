package slmlab.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.Folders;
import slmlab.file.JsonFile;

/// Runs in clouds, through the program `dstack`: its configurations lie in `.dstack` of the project, with SLM-Lab's
/// names, and get SLM-Lab's variables.
///
/// Tokens go to dstack in the environment, never as arguments, and are taken out of what it prints.
public final class Dstack {
    private static final String PROGRAM = "dstack";
    private static final String FOLDER = ".dstack";
    private static final String LAST = "200"; // runs that are looked through
    private static final Set<String> SECRETS = Set.of("HF_TOKEN", "DSTACK_TOKEN");
    private static final List<String> PASSED = List.of("HF_TOKEN", "HF_REPO");
    /// Reasons of dstack for the end of a job that mean that its machine was taken away.
    private static final Set<String> TAKEN =
            Set.of("interrupted_by_no_capacity", "instance_unreachable", "instance_access_revoked");

    private final RemoteRuns runs;
    private final Path project;
    private final Map<String, String> environment;

    /// @param project the folder that has `.dstack`
    /// @param environment of this process, with that of `.env`
    public Dstack(RemoteRuns runs, Path project, Map<String, String> environment) {
        this.runs = runs;
        this.project = project;
        this.environment = environment;
    }

    /// How a run is started.
    ///
    /// @param gpu whether its machine has one
    /// @param profile of SLM-Lab's flag
    public record Flags(boolean gpu, boolean profile) {}

    /// What dstack has said, and its exit code.
    public record Said(int code, String text) {}

    /// Return the command that launches a run, SLM-Lab's word for word.
    static List<String> command(RemoteRun.Task task, String name, boolean gpu) {
        String machine = gpu ? "gpu" : "cpu";
        String what = task.mode().equals("search") ? "search" : "train";
        return List.of(
                PROGRAM,
                "apply",
                "-f",
                "%s/run-%s-%s.yml".formatted(FOLDER, machine, what),
                "-y",
                "--detach",
                "--name",
                name);
    }

    /// Return the variables that the run gets.
    ///
    /// @param spec the spec file, as it is found there
    static Map<String, String> variables(String spec, RemoteRun.Task task, boolean profile, Map<String, String> given) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("SPEC_FILE", spec);
        variables.put("SPEC_NAME", task.name());
        variables.put("LAB_MODE", task.mode());
        variables.put(
                "SPEC_VARS",
                String.join(
                        " ",
                        Stream.concat(task.settings().stream().map("-s "::concat), task.flags().stream())
                                .toList()));
        variables.put("PROFILE", Boolean.toString(profile));
        variables.put("PROF_SKIP", given.getOrDefault("PROF_SKIP", ""));
        variables.put("PROF_ACTIVE", given.getOrDefault("PROF_ACTIVE", ""));
        PASSED.forEach(name -> variables.put(name, given.getOrDefault(name, "")));
        return variables;
    }

    /// Start a run.
    ///
    /// @param name null for one made of the spec's
    /// @param parcel of a spec that lies outside of the project; null for one inside
    /// @param say gets what dstack prints
    /// @return its exit code
    public int launch(
            RemoteRun.Task task, @Nullable String name, Flags flags, @Nullable Parcel parcel, Consumer<String> say) {
        task.settings().stream()
                .filter(setting -> setting.matches("(?s).*\\s.*"))
                .findFirst()
                .ifPresent(odd -> {
                    throw new IllegalArgumentException(
                            "-s %s has a space, which dstack's SPEC_VARS cannot carry; write it without"
                                    .formatted(odd));
                });
        String chosen = name == null ? RemoteRun.nameOf(task.name()) : name;
        RemoteRun.checkName(chosen);
        List<String> command = command(task, chosen, flags.gpu);
        Path file = project.resolve(command.get(3));
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    "there is no %s; dstack launches from a clone of the project, a package only with --host"
                            .formatted(file));
        }
        String spec = parcel == null ? task.spec() : send(parcel);
        Said said = call(command, variables(spec, task, flags.profile, environment));
        say.accept(said.text.stripTrailing());
        if (said.code == 0) {
            runs.write(RemoteRun.launched(chosen, task, RemoteRun.Place.dstack()));
        }
        return said.code;
    }

    private String send(Parcel parcel) {
        Path sent = project.resolve(FOLDER).resolve("sent");
        Path work = sent.resolve("work");
        try {
            Files.createDirectories(sent);
            Folders.delete(work);
            parcel.copyTo(sent);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write in %s: %s".formatted(sent, e.getMessage()), e);
        }
        return "/sent/work/" + parcel.specFile();
    }

    private Said call(List<String> command, Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        ToolRun program = ToolRun.run(command, all, project);
        if (program.code() == ToolRun.MISSING) {
            throw new IllegalArgumentException(
                    "there is no dstack on this machine; install it with uv tool install dstack (or pip install dstack) and set"
                            + " up a project, or use --host for a machine that ssh reaches");
        }
        String text = program.out() + program.err();
        for (String secret : SECRETS) {
            String value = all.getOrDefault(secret, "");
            text = value.isBlank() ? text : text.replace(value, "…");
        }
        return new Said(program.code(), SshRuns.printable(text));
    }

    /// Ask dstack how runs are, and write down what it says.
    public List<RemoteRun> look(List<RemoteRun> mine) {
        ToolRun program = ToolRun.run(List.of(PROGRAM, "ps", "--last", LAST, "--json"), environment, project);
        if (program.code() != 0) { // its output has the environment of all runs, and is never shown
            throw RemoteException.unreachable(
                    program.code() == ToolRun.MISSING
                            ? "there is no dstack on this machine"
                            : "dstack ps failed with code %s; try it".formatted(program.code()));
        }
        Map<String, Map<?, ?>> known = new LinkedHashMap<>();
        if (JsonFile.parse(program.out().getBytes(StandardCharsets.UTF_8), "what dstack ps prints")
                        instanceof Map<?, ?> all
                && all.get("runs") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> run && run.get("run_spec") instanceof Map<?, ?> spec) {
                    known.putIfAbsent(String.valueOf(spec.get("run_name")), run); // the newest comes first
                }
            }
        }
        return mine.stream()
                .map(run -> runs.write(run.with(sign(run, known.get(run.name())))))
                .toList();
    }

    private static RemoteRun.Sign sign(RemoteRun run, @Nullable Map<?, ?> facts) {
        String now = Instant.now().toString();
        if (facts == null) {
            return new RemoteRun.Sign("lost", null, now, run.sign().seen(), "dstack does not list it", List.of());
        }
        String status = String.valueOf(facts.get("status"));
        String seen = facts.get("last_processed_at") instanceof String time && time.matches("[0-9T:.Z+-]{10,40}")
                ? time
                : run.sign().seen();
        String why = reasons(facts).stream().filter(TAKEN::contains).findFirst().orElse("");
        return switch (status) {
            case "done" -> new RemoteRun.Sign("done", 0, now, seen, "", List.of());
            case "terminated" -> new RemoteRun.Sign("stopped", null, now, seen, "", List.of());
            case "failed" ->
                why.isEmpty()
                        ? new RemoteRun.Sign("failed", 1, now, seen, "slm-lab remote logs " + run.name(), List.of())
                        : new RemoteRun.Sign("lost", null, now, seen, "its machine was taken away: " + why, List.of());
            case "running" -> new RemoteRun.Sign("running", null, now, seen, "", List.of());
            default -> new RemoteRun.Sign("starting", null, now, seen, "", List.of()); // pending, provisioning
        };
    }

    private static List<String> reasons(Map<?, ?> facts) {
        List<String> reasons = new ArrayList<>();
        if (facts.get("jobs") instanceof List<?> jobs) {
            jobs.stream()
                    .flatMap(job -> job instanceof Map<?, ?> map && map.get("job_submissions") instanceof List<?> all
                            ? all.stream()
                            : Stream.of())
                    .filter(Map.class::isInstance)
                    .map(submission -> ((Map<?, ?>) submission).get("termination_reason"))
                    .filter(Objects::nonNull)
                    .forEach(reason -> reasons.add(String.valueOf(reason)));
        }
        return reasons;
    }

    /// Return the log of a run.
    public Said logs(RemoteRun run) {
        return call(List.of(PROGRAM, "logs", run.name()), Map.of());
    }

    public Said stop(RemoteRun run) {
        return call(List.of(PROGRAM, "stop", "-y", run.name()), Map.of());
    }
}

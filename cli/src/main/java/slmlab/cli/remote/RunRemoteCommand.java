package slmlab.cli.remote;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.SpecPaths;
import slmlab.experiment.Variation;
import slmlab.remote.Dstack;
import slmlab.remote.DstackFleet;
import slmlab.remote.Machine;
import slmlab.remote.PackageArchive;
import slmlab.remote.Parcel;
import slmlab.remote.RemoteJob;
import slmlab.remote.RemoteRun;
import slmlab.remote.RemoteRuns;
import slmlab.remote.SshFleet;
import slmlab.remote.SshRuns;
import slmlab.spec.SpecFile;

/// `slm-lab run-remote`: train on another machine.
@Command(
        name = "run-remote",
        header = "Train on another machine: over SSH, or in a cloud (dstack).",
        footer = {
            "",
            "With --host, the lab is sent to that Linux machine once, needs no Java there, and",
            "the run continues when the connection ends. Without it, dstack finds a machine.",
            "slm-lab remote ps, logs, stop, resume and fetch work on what was launched.",
            "",
            "Examples:",
            "  slm-lab run-remote ppo/cartpole.json ppo_cartpole train --host me@server",
            "  slm-lab run-remote --job job/experiments.json --host me@server"
        })
public final class RunRemoteCommand extends InputCommand {
    private static final List<String> OURS = List.of("-d", "--data", "--name", "--job");

    @Parameters(index = "0", paramLabel = "SPEC", arity = "0..1", description = "a spec file, .json or .yaml")
    private @Nullable String given;

    @Parameters(index = "1", paramLabel = "NAME", arity = "0..1", description = "a spec in the file")
    private @Nullable String name;

    @Parameters(index = "2", paramLabel = "MODE", arity = "0..1", description = "train, dev or search (default: train)")
    private String mode = "train";

    @Parameters(
            index = "3..*",
            paramLabel = "FLAGS",
            arity = "0..*",
            description = "further flags of slm-lab run, behind --: -- --seeds 4")
    private List<String> flags = List.of();

    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            description = "name of the remote run (default: the spec's, with - for _)")
    private @Nullable String runName;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "as for slm-lab run; may be repeated")
    private List<String> settings = List.of();

    @Option(names = "--gpu", description = "with dstack: a machine with a GPU")
    private boolean gpu;

    @Option(names = "--profile", description = "profile the run there")
    private boolean profile;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "user@machine, or a name of your ssh configuration; several for a job")
    private List<String> hosts = List.of();

    @Option(
            names = "--ssh-option",
            paramLabel = "KEY=VALUE",
            description = "option of ssh, such as Port=2222; may be repeated")
    private List<String> sshOptions = List.of();

    @Option(
            names = "--package",
            paramLabel = "FILE",
            description = "archive of scripts/package to send (default: made of this build)")
    private @Nullable Path archive;

    @Option(
            names = "--job",
            paramLabel = "FILE",
            description =
                    "JSON file with a batch of runs, {\"spec file\": {\"name\": \"mode\"}}, in place of SPEC NAME MODE")
    private @Nullable Path job;

    @Option(names = "--max-concurrent", paramLabel = "N", description = "runs of a job at a time (default: 10)")
    private int mostAtATime = 10;

    @Option(
            names = "--every",
            paramLabel = "S",
            description = "seconds between two looks at the runs of a job (default: 30)")
    private double every = 30;

    @Option(
            names = "--patience",
            paramLabel = "S",
            description = "seconds after which a machine that does not answer counts as taken away (default: 600)")
    private double patience = 600;

    @Mixin
    private final DataFolder data = new DataFolder();

    private int exit;

    @Override
    protected void run(PrintWriter out) {
        check();
        RemoteRuns runs = new RemoteRuns(data.path());
        Consumer<String> say = line -> {
            out.println(line);
            out.flush();
        };
        if (job != null) {
            runJob(job, runs, say);
        } else if (given == null || name == null) {
            throw new IllegalArgumentException("which spec? needs SPEC NAME and MODE, or --job FILE");
        } else {
            RemoteRun.Task task = new RemoteRun.Task(given, name, mode, settings, allFlags(), "");
            if (hosts.isEmpty()) {
                exit = Project.dstack(runs).launch(task, runName, new Dstack.Flags(gpu, profile), outside(task), say);
                if (exit == 0) {
                    tell(runName == null ? name.replace('_', '-') : runName, say);
                }
            } else {
                Parcel parcel = parcel(task); // before anything is packed and sent
                RemoteRun run = new SshRuns(runs, say, Project.hasTerminal())
                        .launch(machines().getFirst(), packed(say), parcel, task, runName, null);
                say.accept("%s runs on %s".formatted(run.name(), run.place()));
                tell(run.name(), say);
            }
        }
    }

    private void check() {
        if (!mode.matches("dev|train|search")) {
            throw new IllegalArgumentException("mode '%s'; needs train, dev or search".formatted(mode));
        }
        if (job != null && (given != null || runName != null)) {
            throw new IllegalArgumentException(
                    "--job names its own specs; remove %s".formatted(given == null ? "-n" : given));
        }
        if (!hosts.isEmpty() && gpu) {
            throw new IllegalArgumentException("--gpu is for dstack; with --host, the machine is the one you name");
        }
        if (hosts.isEmpty() && (archive != null || !sshOptions.isEmpty())) {
            throw new IllegalArgumentException("--package and --ssh-option are for --host");
        }
        if (hosts.size() > 1 && job == null) {
            throw new IllegalArgumentException("one run goes to one --host; several are for --job");
        }
        if (mostAtATime < 1 || !(every > 0) || !(patience >= 0)) {
            throw new IllegalArgumentException("--max-concurrent, --every and --patience need numbers above 0");
        }
        flags.stream()
                .filter(flag -> OURS.contains(flag.replaceFirst("=.*", "")))
                .findFirst()
                .ifPresent(flag -> {
                    throw new IllegalArgumentException(
                            "%s is not for a remote run, whose folder is made there".formatted(flag));
                });
    }

    private List<String> allFlags() {
        List<String> all = new ArrayList<>(flags);
        if (profile && !hosts.isEmpty()) {
            all.add("--profile");
        }
        return all;
    }

    private List<Machine> machines() {
        return hosts.stream().map(host -> Machine.of(host, sshOptions)).toList();
    }

    private PackageArchive packed(Consumer<String> say) {
        return archive == null ? PackageArchive.ofThisBuild(Project.home(), say) : PackageArchive.of(archive);
    }

    private static Parcel parcel(RemoteRun.Task task) {
        List<Map<String, String>> values = Variation.all(task.settings(), Map.of()).stream()
                .map(Variation::values)
                .toList();
        Path file = SpecPaths.find(task.spec());
        values.forEach(
                each -> SpecFile.read(file, each).spec(task.name())); // a mistake is told here, and nothing is sent
        return Parcel.of(file, task.name(), values);
    }

    /// Return what dstack has to send beside the project; null for a spec in it.
    private static @Nullable Parcel outside(RemoteRun.Task task) {
        Parcel parcel = parcel(task);
        Path file = SpecPaths.find(task.spec()).toAbsolutePath().normalize();
        return file.startsWith(Project.home().toAbsolutePath().normalize()) ? null : parcel;
    }

    private void runJob(Path file, RemoteRuns runs, Consumer<String> say) {
        List<RemoteRun.Task> tasks = RemoteTasks.read(file, settings, allFlags());
        tasks.forEach(RunRemoteCommand::parcel);
        Duration look = Duration.ofMillis((long) (1000 * every));
        RemoteJob.Fleet fleet;
        if (hosts.isEmpty()) {
            Dstack dstack = Project.dstack(runs);
            fleet = new DstackFleet(runs, dstack, new Dstack.Flags(gpu, profile), RunRemoteCommand::outside, look, say);
        } else {
            Duration wait = Duration.ofMillis((long) (1000 * patience));
            fleet = new SshFleet(
                    runs,
                    new SshFleet.Means(machines(), packed(say), RunRemoteCommand::parcel, data.path()),
                    new SshFleet.Times(look, look.multipliedBy(10), wait),
                    say);
        }
        List<RemoteRun> ended = new RemoteJob(fleet, mostAtATime, say).run(tasks);
        boolean done = ended.size() == tasks.size()
                && ended.stream().allMatch(run -> run.sign().state().equals("done"));
        exit = done ? Cli.DONE : Cli.FAILED;
    }

    private static void tell(String run, Consumer<String> say) {
        say.accept("logs    " + Called.with("remote", "logs", run));
        say.accept("fetch   " + Called.with("remote", "fetch", run));
    }

    @Override
    protected int code() {
        return exit;
    }
}

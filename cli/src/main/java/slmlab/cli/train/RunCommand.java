package slmlab.cli.train;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.cli.GivenFlags;
import slmlab.cli.Ignored;
import slmlab.cli.NamedSpec;
import slmlab.cli.SpecPaths;
import slmlab.cli.hub.UploadFlag;
import slmlab.cli.search.SearchFlags;
import slmlab.cli.search.SearchStart;
import slmlab.experiment.Lab;
import slmlab.experiment.RunOptions;
import slmlab.experiment.RunSettings;
import slmlab.experiment.Sweep;
import slmlab.experiment.Variation;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// `slm-lab run`: train what a spec says, resume a run, or show a trained agent.
@Command(
        name = "run",
        header = "Train a spec, resume or search; watch a trained agent.",
        footer = {
            "",
            "Modes:",
            "  dev            one session, every row shown",
            "  train          all sessions of the spec",
            "  train@latest   resume the newest run of that spec",
            "  train@DIR      resume the run in that folder",
            "  search         try values of the keys that the spec's search section names",
            "  search@latest, search@DIR   resume a search",
            "  enjoy@latest, enjoy@DIR     watch the best session of a run",
            "",
            "The word run is optional. SPEC NAME may be omitted before train@, enjoy@ and",
            "search@, which then use the spec in the run folder. Without a SPEC and a MODE,",
            "PPO trains on CartPole until it is solved.",
            "",
            "Examples:",
            "  slm-lab run ppo/cartpole.json ppo_cartpole train --seeds 4",
            "  slm-lab run ppo/cartpole.json enjoy@latest --gif cartpole.gif"
        })
public final class RunCommand implements Callable<Integer> {
    private static final Pattern MODE = Pattern.compile("dev|train|search|(train|enjoy|search)@.*");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SPEC", arity = "0..1", description = "a spec file, .json or .yaml")
    private @Nullable String given;

    @Parameters(
            index = "1",
            paramLabel = "NAME",
            arity = "0..1",
            description = "a spec in the file (default: the only one)")
    private @Nullable String name;

    @Parameters(
            index = "2",
            paramLabel = "MODE",
            arity = "0..1",
            description =
                    "dev, train, train@…, search, search@…, enjoy@… (default: dev); may follow SPEC where it has one"
                            + " spec")
    private String mode = "dev";

    @Mixin
    private RunFlags flags = new RunFlags();

    @Mixin
    private SearchFlags searching = new SearchFlags();

    @Mixin
    private Ignored ignored = new Ignored();

    @Mixin
    private WatchFlags watch = new WatchFlags();

    @Mixin
    private UploadFlag upload = new UploadFlag();

    @Option(
            names = "--job",
            paramLabel = "FILE",
            defaultValue = "${env:JOB:-" + Option.NULL_VALUE + "}",
            description = "JSON file with a batch of runs, {\"spec file\": {\"name\": \"mode\"}}, in place of SPEC NAME"
                    + " MODE; the other flags apply to each (env variable: JOB)")
    private @Nullable Path job;

    private @Nullable NamedSpec chosen;

    private @Nullable RunDashboard dashboard; // one for all runs of a sweep

    @Override
    public Integer call() {
        try {
            return run(spec.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int run(PrintWriter out) {
        Lab.warmUp();
        ignored.tell(System.getenv(), spec.commandLine().getErr());
        if (!mode.startsWith("enjoy@")) {
            upload.check(err());
        }
        if (job != null) {
            return runJob(job, out);
        }
        if (given == null) {
            refuseUnused("the demo");
            return Demo.run(runner(options(false), out), flags.values("the demo"), options(false), out);
        }
        if (name == null && MODE.matcher(given).matches() && Files.notExists(Path.of(given))) {
            takeSpecOf(given);
        }
        if (name != null
                && mode.equals("dev")
                && MODE.matcher(name).matches()
                && !spec.commandLine().getParseResult().hasMatchedPositional(2)) {
            mode = name; // of the only spec
            name = null;
        }
        String[] parts = mode.split("@", 2);
        String detail = parts.length > 1 ? parts[1] : "";
        refuseUnused(parts[0]);
        return switch (mode.startsWith("dev@") ? mode : parts[0]) {
            case "dev" -> train(out, true);
            case "train" -> parts.length == 1 ? train(out, false) : resume(out, detail);
            case "enjoy" -> watch.enjoy(() -> older(out).folder(detail, flags.values(mode)), flags.seed(), out, err());
            case "search" ->
                parts.length == 1 ? search(out).begin() : search(out).resume(detail);
            default ->
                throw new IllegalArgumentException(
                        "mode '%s'; needs dev, train, train@latest, train@DIR, search, search@latest, search@DIR, enjoy@latest or enjoy@DIR"
                                .formatted(mode));
        };
    }

    /// Take the spec of the folder that a mode names, where the command line has no other.
    private void takeSpecOf(String alone) {
        if (!alone.contains("@")) {
            throw new IllegalArgumentException(
                    "%s is a mode, and the spec before it is missing; needs run SPEC NAME %s".formatted(alone, alone));
        }
        FolderSpec found = FolderSpec.of(alone, flags.data());
        given = found.file();
        name = found.name();
        mode = found.mode();
    }

    private int train(PrintWriter out, boolean dev) {
        if (dev) {
            SpecFile specs = named().read(flags.values("dev")).with(Map.of("meta.max_session", 1));
            return train(specs, out, true);
        }
        List<Variation> variations = flags.variations();
        return variations.size() == 1
                ? train(named().read(variations.getFirst().values()), out, false)
                : new SweepMode(Sweep.of(variations, options(false), this::swept), out, err())
                        .run(options -> runner(options, out));
    }

    private int train(SpecFile specs, PrintWriter out, boolean dev) {
        String which = named().chosen(specs);
        RunSettings settings = new RunSettings(specs.vars(which), specs.settings(which));
        return runner(options(dev).settings(settings), out).train(Plan.read(specs, which));
    }

    private Sweep.Chosen swept(Map<String, String> values) {
        SpecFile specs = named().read(values);
        return new Sweep.Chosen(specs, named().chosen(specs));
    }

    private NamedSpec named() {
        if (chosen == null) {
            chosen = new NamedSpec(Objects.requireNonNull(given), name);
        }
        return chosen;
    }

    private int resume(PrintWriter out, String which) {
        return older(out).resume(which, settings -> runner(options(false).settings(settings), out));
    }

    private RunResume older(PrintWriter out) {
        return new RunResume(named(), flags, flagged(), out, err());
    }

    private SearchStart search(PrintWriter out) {
        return new SearchStart(named(), flags, searching, () -> options(false), flagged(), upload, out, err());
    }

    private int runJob(Path jobs, PrintWriter out) {
        if (given != null) {
            throw new IllegalArgumentException("--job names its own specs; remove %s".formatted(given));
        }
        if (flags.name() != null) {
            throw new IllegalArgumentException("--name names one run; a job has several");
        }
        flags.values("--job");
        List<String> others = new ArrayList<>();
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!option.longestName().equals("--job")) {
                option.originalStringValues()
                        .forEach(value -> others.add(
                                option.longestName() + (option.arity().max() == 0 ? "" : "=" + value)));
            }
        }
        return new JobFile(SpecPaths.job(jobs), others, options(false).threads())
                .run(out, spec.commandLine().getErr());
    }

    /// Refuse a flag that a mode has no use for.
    private void refuseUnused(String verb) {
        GivenFlags words = flagged();
        if (!verb.equals("search")) {
            words.refuse(SearchFlags.SEARCHING, flag -> "%s is for search, not for %s".formatted(flag, verb));
        }
        if (verb.equals("enjoy")) {
            words.refuse(RunFlags.TRAINING, "%s is not for enjoy@, which plays what was trained"::formatted);
            if (flags.hasSettings() && !mode.equals("enjoy@latest")) {
                throw new IllegalArgumentException("-s is not for enjoy@DIR, which plays what was trained");
            }
        } else {
            if (flags.isOverridden() && !mode.startsWith("train@")) {
                throw new IllegalArgumentException("--override is for train@, which resumes a run");
            }
            if (flags.name() != null && mode.contains("@")) {
                throw new IllegalArgumentException("--name is for a new run; %s resumes one".formatted(mode));
            }
            words.refuse(
                    WatchFlags.WATCHING,
                    flag -> "%s is for enjoy@, not for %s".formatted(flag, given == null ? verb : mode));
        }
    }

    private GivenFlags flagged() {
        return new GivenFlags(spec.commandLine().getParseResult());
    }

    private Runner runner(RunOptions options, PrintWriter out) {
        if (dashboard == null && flags.hasDashboard()) {
            dashboard = new RunDashboard(out, err());
        }
        return new Runner(
                options, flags.isQuiet(), flags.isProfiled(), watch.isRendered(), dashboard, upload, out, err());
    }

    private RunOptions options(boolean dev) {
        return flags.options(command()).checked(dev);
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    private List<String> command() {
        List<String> words = new ArrayList<>(List.of("slm-lab"));
        words.addAll(spec.commandLine().getParent().getParseResult().originalArgs());
        return words;
    }
}

package slmlab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.env.Envs;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.TrialResult;
import slmlab.experiment.plan.Plan;
import slmlab.file.Folders;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

/// `slm-lab bench specs`: runs every spec of a folder for a few frames, if its env is available.
@Command(name = "specs", header = "DIR: run every spec of a folder for a few frames, and report which fail.")
final class Specs implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "A folder of spec files, or one file.")
    private Path folder = Path.of(".");

    @Option(names = "--max-frame", paramLabel = "N", description = "Frames of each run (default: ${DEFAULT-VALUE}).")
    private long maxFrame = 2000;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = {
                "A value for ${KEY}, in the specs that have it;",
                "a KEY with a dot is the path of a key, in every spec."
            })
    private Map<String, String> given = Map.of();

    @Option(
            names = "--env",
            paramLabel = "PATTERN",
            description = "Only specs whose env's name matches this regular expression.")
    private Pattern envs = Pattern.compile(".*");

    @Option(names = "--trace", description = "Print the stack traces of failures.")
    private boolean traced;

    private int ok;
    private int failed;
    private int skipped;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (Path file : files()) {
            SpecFile raw = SpecFile.read(file, Map.of());
            for (String name : raw.names()) {
                Path data = Files.createTempDirectory("slm-lab-specs");
                try {
                    run(Plan.read(SpecFile.read(file, values(raw.raw(name).toString())), name), file, data, out);
                } catch (SpecException e) { // the env is not available, or a variable is not set
                    skipped++;
                    out.println("- %-60s %s".formatted(name, first(e.getMessage())));
                }
                out.flush();
                Folders.delete(data);
            }
        }
        out.println("%s ok, %s failed, %s skipped: env not available or not set".formatted(ok, failed, skipped));
        return failed == 0 ? Cli.DONE : Cli.FAILED;
    }

    /// Return the given values of one spec: its variables, and keys by their paths.
    private Map<String, String> values(String text) {
        return given.entrySet().stream()
                .filter(each -> each.getKey().contains(".") || text.contains("${" + each.getKey() + "}"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void run(Plan plan, Path file, Path data, PrintWriter out) {
        String name = plan.spec().name();
        String env = plan.env().name();
        if (!envs.matcher(env).matches()) {
            return;
        }
        Optional<String> missing = Envs.missing(env);
        if (missing.isPresent()) {
            skipped++;
            out.println("- %-60s %s".formatted(name, missing.get()));
            return;
        }
        Plan shortened = plan.with(plan.env().maxFrame(maxFrame), plan.meta().maxSession(1));
        try {
            TrialResult result = Lab.run(shortened, RunOptions.defaults().data(data), Listener.NONE);
            ok++;
            out.println(String.format(
                    Locale.ROOT,
                    "✓ %-60s %-16s %-22s %,9.0f fps",
                    name,
                    plan.algorithm().name(),
                    env,
                    result.sessions().getFirst().framesPerSecond()));
        } catch (RunFailedException | IllegalArgumentException e) {
            failed++;
            out.println("✗ %-60s %-16s %-22s %s  (%s)"
                    .formatted(name, plan.algorithm().name(), env, first(e.getMessage()), file));
            if (traced) {
                e.printStackTrace(out);
            }
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            return entries.filter(Files::isRegularFile)
                    .filter(SpecFile::isSpecFile)
                    .sorted()
                    .toList();
        }
    }

    private static String first(@Nullable String message) {
        return String.valueOf(message)
                .lines()
                .limit(2)
                .reduce("", (a, b) -> a + " " + b.strip())
                .strip();
    }
}

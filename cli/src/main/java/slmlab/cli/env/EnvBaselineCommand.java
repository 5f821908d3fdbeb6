package slmlab.cli.env;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.env.Envs;
import slmlab.env.check.RandomReturns;
import slmlab.metric.Baselines;
import slmlab.metric.Baselines.Baseline;

/// `slm-lab env baseline`: the mean return of random actions, which is the zero of strength.
@Command(
        name = "baseline",
        header = "Score random actions: mean and deviation of the returns.",
        footer = {
            "  slm-lab env baseline CartPole-v1",
            "  slm-lab env baseline Pendulum-v1 --episodes 20 --output=random.json"
        })
final class EnvBaselineCommand extends InputCommand {

    private static final String HOW =
            "slm-lab env baseline: returns of random actions, seeds of envs 0, 1, …; std with n";

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "ids of envs (default: all)")
    private List<String> names = List.of();

    @Option(names = "--episodes", paramLabel = "N", description = "episodes per env (default: ${DEFAULT-VALUE})")
    private int episodes = 100;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "JSON file to write, or to update where it exists")
    private @Nullable Path output;

    @Option(names = "--write", hidden = true)
    private @Nullable Path older;

    @Override
    protected void run(PrintWriter out) {
        Counts.checkEpisodes(episodes);
        @Nullable Path file = output == null ? older : output;
        Paths.checkWritable("--output", file); // problems are reported before minutes are spent
        if (file != null) {
            Baselines.read(file);
        }
        names.forEach(EnvBaselineCommand::check);
        List<String> ids =
                names.isEmpty() ? Envs.all().stream().map(Envs.Entry::id).toList() : names;
        Map<String, Baseline> baselines = new LinkedHashMap<>();
        for (String name : ids) {
            String id = Envs.find(name).map(Envs.Entry::id).orElse(name);
            Baseline baseline = of(RandomReturns.of(id, episodes));
            out.println(String.format(Locale.ROOT, "%-42s %12.4f ± %.4f", id, baseline.mean(), baseline.std()));
            out.flush();
            baselines.put(id, baseline);
        }
        if (file != null) {
            Baselines.write(file, HOW, baselines);
        }
    }

    /// Refuse an unknown id, and one whose environment is not installed.
    private static void check(String name) {
        if (Envs.families().stream().noneMatch(family -> family.has(name))) {
            Envs.entry(name);
        }
        Envs.missing(name).ifPresent(missing -> {
            throw new IllegalArgumentException("%s: %s".formatted(name, missing));
        });
    }

    private static Baseline of(double[] returns) {
        double mean = DoubleStream.of(returns).average().orElseThrow();
        double variance = DoubleStream.of(returns)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow();
        return new Baseline(mean, Math.sqrt(variance), returns.length);
    }
}

package slmlab.cli.env;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.JsonFlag;
import slmlab.design.probe.BaselineReturns;
import slmlab.design.probe.BaselineReturns.Returns;
import slmlab.design.probe.MarkovProbe;
import slmlab.env.Envs;
import slmlab.env.VecEnv;

/// `slm-lab env probe`: does one observation say enough, and what do policies reach that look at nothing?
@Command(
        name = "probe",
        header = "Measure whether observations are Markov, and their scales.",
        description = "Also the returns of random actions and of doing nothing.",
        footer = {
            "",
            "✓ well posed, ! needs a look, · a measurement. docs/envs.md explains the numbers.",
            "",
            "Examples:",
            "  slm-lab env probe CartPole-v1",
            "  slm-lab env probe CartPole-v1 --hide 1,3 --json"
        })
final class EnvProbeCommand extends EnvSubcommand {
    private static final int MOST_STEPS = 1_000_000;
    private static final int LONGEST = 20_000; // steps of an episode
    private static final double MOST_RATIO = 1000;
    private static final int MOST_SHOWN = 32;

    @Option(names = "--steps", paramLabel = "N", description = "random steps (default: ${DEFAULT-VALUE})")
    private int steps = 3000;

    @Option(names = "--episodes", paramLabel = "N", description = "episodes of each policy (default: ${DEFAULT-VALUE})")
    private int episodes = 20;

    @Option(names = "--seed", paramLabel = "N", description = "seed of envs and actions (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--hide",
            paramLabel = "I",
            split = ",",
            description = "components of the observation to leave out, from 0: what if they were not seen?")
    private Set<Integer> hidden = new TreeSet<>();

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    int run(String id, Map<String, Object> arguments, PrintWriter out) {
        if (steps < 1 || steps > MOST_STEPS) {
            throw new IllegalArgumentException("--steps is %s; needs 1 to %s".formatted(steps, MOST_STEPS));
        }
        Counts.checkEpisodes(episodes);
        json.check();
        MarkovProbe.Result probe;
        try (VecEnv env = Envs.make(id, 1, arguments)) {
            probe = MarkovProbe.run(env, seed, steps, hidden);
        }
        Returns random;
        Returns nothing;
        try (VecEnv envs = Envs.make(id, episodes, arguments)) {
            random = BaselineReturns.random(envs, seed, LONGEST);
            nothing = BaselineReturns.nothing(envs, seed, LONGEST);
        }
        tell(probe, random, nothing, json.text(out));
        json.write(() -> numbers(id, probe, random, nothing), out);
        return Cli.DONE;
    }

    private void tell(MarkovProbe.Result probe, Returns random, Returns nothing, PrintWriter out) {
        out.println(line(
                probe.isMarkov() ? '✓' : '!',
                "markov",
                String.format(
                        Locale.ROOT,
                        "the step before lowers the error of prediction by %.3f %% (limit %.0f %%)%s",
                        100 * probe.gain(),
                        100 * MarkovProbe.LIMIT,
                        probe.isMarkov() ? "" : ": stack observations, or use a RecurrentNet")));
        out.println(line(
                '·',
                "prediction",
                String.format(
                        Locale.ROOT,
                        "%.3g of the variance unexplained, %.3g with history, over %,d steps",
                        probe.error(),
                        probe.historyError(),
                        probe.steps())));
        boolean isWide = probe.scaleRatio() > MOST_RATIO;
        out.println(line(
                isWide ? '!' : '✓',
                "scales",
                String.format(
                        Locale.ROOT,
                        "largest deviation %.3g times the smallest%s",
                        probe.scaleRatio(),
                        isWide ? "; set normalize_obs" : "")));
        probe.parts().stream()
                .limit(MOST_SHOWN)
                .forEach(part -> out.println(line(
                        part.isConstant() || !part.same().isEmpty() ? '!' : '·', "obs " + part.index(), words(part))));
        if (probe.parts().size() > MOST_SHOWN) {
            out.println(
                    "  … and %s more; --json has all".formatted(probe.parts().size() - MOST_SHOWN));
        }
        out.println(line('·', "random", words(random)));
        boolean isIdleBest = nothing.returns().length > 0
                && random.returns().length > 0
                && nothing.mean() >= random.mean() + random.deviation();
        out.println(line(
                isIdleBest ? '!' : '·',
                "nothing",
                words(nothing) + (isIdleBest ? "; trying things costs: an agent may learn to sit still" : "")));
    }

    private static String line(char mark, String name, String text) {
        return "%s %-12s %s".formatted(mark, name, text);
    }

    private static String words(MarkovProbe.Part part) {
        String range = String.format(
                Locale.ROOT,
                "%.4g ± %.4g, from %.4g to %.4g",
                part.mean(),
                part.deviation(),
                part.least(),
                part.most());
        if (part.isConstant()) {
            return range + "; constant: it says nothing";
        }
        return part.same().isEmpty() ? range : range + "; says the same as " + part.same();
    }

    private static String words(Returns returns) {
        String open = returns.open() == 0
                ? ""
                : String.format(Locale.ROOT, "; %d did not end within %,d steps", returns.open(), LONGEST);
        return returns.returns().length == 0
                ? "no episode ended within %s steps".formatted(LONGEST)
                : String.format(
                        Locale.ROOT,
                        "return %.4g ± %.4g over %d episodes%s",
                        returns.mean(),
                        returns.deviation(),
                        returns.returns().length,
                        open);
    }

    private Map<String, Object> numbers(String id, MarkovProbe.Result probe, Returns random, Returns nothing) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        numbers.put("env", id);
        numbers.put("seed", seed);
        numbers.put("steps", probe.steps());
        numbers.put("markov", probe.isMarkov());
        numbers.put("gain", probe.gain());
        numbers.put("error", probe.error());
        numbers.put("history_error", probe.historyError());
        numbers.put("scale_ratio", probe.scaleRatio());
        numbers.put("observation", probe.parts());
        numbers.put("random", random);
        numbers.put("nothing", nothing);
        return numbers;
    }
}

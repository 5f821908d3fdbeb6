package slmlab.cli.search;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.cli.GivenFlags;
import slmlab.cli.NamedSpec;
import slmlab.cli.Paths;
import slmlab.cli.RunFolders;
import slmlab.cli.hub.UploadFlag;
import slmlab.cli.train.RunDashboard;
import slmlab.cli.train.RunFlags;
import slmlab.experiment.RunOptions;
import slmlab.search.pbt.Population;
import slmlab.search.trial.SearchFolder;
import slmlab.spec.SpecFile;

/// `slm-lab run … search` and `search@…`: begin or resume a study, or a population where the spec asks for one.
///
/// @param options makes those of the run, once everything else is right
/// @param given which flags the command line has
public record SearchStart(
        NamedSpec spec,
        RunFlags flags,
        SearchFlags searching,
        Supplier<RunOptions> options,
        GivenFlags given,
        UploadFlag upload,
        PrintWriter out,
        PrintWriter err) {
    private static final List<String> NOT_FOR_POPULATIONS = List.of(
            "--sampler",
            "--pruner",
            "--study",
            "--budget",
            "--frames",
            "--keep",
            "--confirm",
            "--no-confirm",
            "--render",
            "--profile");

    public int begin() {
        SpecFile specs = spec.read(flags.values("search"));
        String chosen = spec.chosen(specs);
        if (!isPopulation(specs, chosen)) {
            return study().begin(specs, chosen);
        }
        @Nullable Integer members = searching.trials();
        SpecFile sized = members == null ? specs : specs.with(Map.of("meta.max_trial", members));
        return population().begin(sized, chosen);
    }

    /// Whether a spec asks for a population, as far as its text says: whoever begins it reads the spec.
    private static boolean isPopulation(SpecFile specs, String name) {
        return specs.whole(name).get("meta") instanceof Map<?, ?> meta && meta.get("search_pbt") != null;
    }

    /// @param which the folder of a search, or `latest`
    public int resume(String which) {
        Map<String, String> values = flags.values("search@" + which);
        SpecFile named = spec.read(values);
        @Nullable Long seed = given.has("--seed") ? flags.seed() : null;
        Optional<Path> population = population(which, named);
        if (population.isPresent()) {
            if (searching.trials() != null) {
                throw new IllegalArgumentException(
                        "--trials is for a new population; one that has begun keeps its size");
            }
            return population().resume(population.get(), named, spec.chosen(named), seed);
        }
        SearchFolder folder = SearchMode.folder(
                which,
                flags.data(),
                which.equals(RunFolders.LATEST) ? named.spec(spec.chosen(named)).name() : "");
        return study().resume(folder, spec::read, spec::chosen, values, seed);
    }

    /// Return the folder of the population that a user names; empty where it is another search.
    private Optional<Path> population(String which, SpecFile specs) {
        if (which.equals(RunFolders.LATEST)) {
            String chosen = spec.chosen(specs);
            return isPopulation(specs, chosen)
                    ? Population.latest(flags.data(), specs.spec(chosen).name())
                    : Optional.empty();
        }
        return which.isEmpty() ? Optional.empty() : Optional.of(Paths.of(which)).filter(Population::isIn);
    }

    private PopulationRun population() {
        given.refuse(
                NOT_FOR_POPULATIONS,
                "%s is not for a population, which meta.search_pbt of the spec asks for"::formatted);
        return new PopulationRun(options.get(), flags.isQuiet(), page(), upload, out, err);
    }

    private SearchMode study() {
        given.refuse(List.of("--render", "--profile"), "%s is for one run; a search has many"::formatted);
        return new SearchMode(searching, options.get(), flags.isQuiet(), page(), upload, out, err);
    }

    private @Nullable RunDashboard page() {
        return flags.hasDashboard() ? new RunDashboard(out, err) : null;
    }
}

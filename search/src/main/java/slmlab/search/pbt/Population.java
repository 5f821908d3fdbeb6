package slmlab.search.pbt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.RunCopy;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.state.RunLock;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.search.Outcome;
import slmlab.search.PbtRule;
import slmlab.search.SearchSpace;
import slmlab.search.pbt.Members.Trained;
import slmlab.search.trial.SearchPlan;
import slmlab.spec.MetaConfig;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;
import slmlab.tensor.RandomStream;

/// A population of runs in one folder, `member_0`, `member_1` and so on, on one machine.
///
/// Its members train for an interval, side by side on threads; then the worst copy the best. What happens depends on
/// the spec and the seed alone: not on the number of threads, nor on kills. A generation is complete once it stands in
/// the [PopulationHistory]; copies are made from what stands there, before any member trains on.
public final class Population {
    private final Path folder;
    private final Members members;
    private final SearchSpace space;
    private final Map<String, String> unused;
    private final long interval;
    private final long maxFrame;
    private final int size;
    private PopulationHistory history;

    private Population(Path folder, RunOptions options, PopulationHistory history) {
        this.folder = folder;
        this.history = history;
        SearchPlan search = SearchPlan.read(file(), history.name());
        Plan plan = search.plan();
        this.space = search.space();
        this.unused = search.unused();
        MetaConfig.Pbt pbt = plan.meta().searchPbt();
        if (pbt == null) {
            throw new IllegalArgumentException("%s has no meta.search_pbt".formatted(history.name()));
        }
        this.interval = pbt.interval();
        Problems problems = new Problems();
        PbtCheck.check(plan, space, interval, problems);
        problems.throwIfAny(history.name());
        this.maxFrame = plan.env().maxFrame();
        this.size = Objects.requireNonNull(plan.meta().maxTrial());
        this.members = new Members(folder, size, options.seed(history.seed()));
    }

    /// Begin a population in a new folder; a [slmlab.spec.text.SpecException] lists what the spec cannot have for
    /// it.
    ///
    /// @param options how members run; their folders lie in `folder`
    public static Population begin(SpecFile file, String name, Path folder, RunOptions options) {
        String full = SearchPlan.read(file, name).name();
        PopulationHistory history = new PopulationHistory(
                full,
                file.whole(name),
                options.seed(),
                options.command(),
                Instant.now().toString(),
                List.of());
        Population population = new Population(folder, options, history);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create %s: %s".formatted(folder, e), e);
        }
        JsonFile.write(population.spec(), Map.of(full, history.spec()));
        history.write(folder);
        return population;
    }

    /// Resume the population in a folder.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Population resume(Path folder, RunOptions options) {
        if (!isIn(folder)) {
            throw new IllegalArgumentException("%s holds no population: it has no population.json".formatted(folder));
        }
        PopulationHistory history = PopulationHistory.read(folder);
        return new Population(folder, options, history);
    }

    /// Return whether a folder holds a population.
    public static boolean isIn(Path folder) {
        return PopulationHistory.isIn(folder);
    }

    /// Return the folder of the newest population of a spec among the folders in `data`; empty if there is none.
    public static Optional<Path> latest(Path data, String name) {
        return newest(data, folder -> name(folder).equals(name));
    }

    /// Return the folder of the newest population of any spec among the folders in `data`.
    public static Optional<Path> latest(Path data) {
        return newest(data, _ -> true);
    }

    private static Optional<Path> newest(Path data, Predicate<Path> which) {
        if (!Files.isDirectory(data)) {
            return Optional.empty();
        }
        try (Stream<Path> entries = Files.list(data)) {
            return entries.filter(Population::isIn).filter(which).max(Comparator.comparing(Population::started));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(data, e), e);
        }
    }

    /// Return when the population in a folder began.
    public static Instant started(Path folder) {
        return Instant.parse(PopulationHistory.read(folder).started());
    }

    /// Return the name of the spec of the population in a folder.
    public static String name(Path folder) {
        return PopulationHistory.read(folder).name();
    }

    /// Return the file with the spec of the population in a folder.
    public static Path spec(Path folder) {
        return folder.resolve(name(folder) + "_spec.json");
    }

    /// Return the paths of searched keys that change nothing, with the reason.
    public Map<String, String> unused() {
        return unused;
    }

    /// Return the file with the spec of the population.
    public Path spec() {
        return folder.resolve(history.name() + "_spec.json");
    }

    public long seed() {
        return history.seed();
    }

    /// Return the frames between two exchanges.
    public long interval() {
        return interval;
    }

    public Path folder() {
        return folder;
    }

    /// Return the plan that members begin with, but for the searched keys.
    public Plan plan() {
        return Plan.read(file(), history.name());
    }

    public int size() {
        return size;
    }

    /// Return how many generations there are to be.
    public int generations() {
        return Math.toIntExact((maxFrame + interval - 1) / interval);
    }

    /// Return the complete generations.
    public List<Generation> history() {
        return history.generations();
    }

    /// Return the run folder of a member.
    public Path member(int number) {
        return members.folder(number);
    }

    /// Train to the end.
    ///
    /// @param stop ends it with a state of every member once it is true
    /// @param told hears of every generation as it becomes complete
    /// @return whether it came to the end
    /// @throws RunFailedException if all members failed
    /// @throws IllegalArgumentException if another process trains the same population
    public boolean run(AtomicBoolean stop, Consumer<Generation> told) {
        try (RunLock _ = RunLock.take(new RunFolder(folder, history.name()))) {
            return locked(stop, told);
        }
    }

    private boolean locked(AtomicBoolean stop, Consumer<Generation> told) {
        new Lineage(space, history()).writeTable(folder); // a kill may have come before
        for (int number = history().size() + 1; number <= generations(); number++) {
            if (stop.get()) {
                return false;
            }
            copy();
            boolean isLast = number == generations();
            double[][] points = points();
            List<Trained> trained =
                    members.train(member -> plan(points[member]), isLast ? Long.MAX_VALUE : number * interval, stop);
            if (trained.stream().anyMatch(Trained::isStopped)) {
                return false;
            }
            Generation generation = generation(number, isLast, points, trained);
            history = history.with(generation);
            history.write(folder);
            new Lineage(space, history()).writeTable(folder);
            told.accept(generation);
        }
        return true;
    }

    /// Draw scores and settings over frames; a [slmlab.chart.ChartException] says why they cannot be drawn.
    public Path draw() {
        return new Lineage(space, history()).draw(folder, history.name());
    }

    /// Return the settings of all members, as the last complete generation left them.
    private double[][] points() {
        return history().isEmpty()
                ? IntStream.range(0, size)
                        .mapToObj(member -> space.draw(random().split("member " + member)))
                        .toArray(double[][]::new)
                : history().getLast().members().stream()
                        .map(Generation.Member::next)
                        .toArray(double[][]::new);
    }

    private Generation generation(int number, boolean isLast, double[][] points, List<Trained> trained) {
        double[] scores = IntStream.range(0, size)
                .mapToDouble(i -> trained.get(i).score(episodes(i)))
                .toArray();
        List<PbtRule.Copy> copies = isLast
                ? List.of()
                : PbtRule.copies(
                        space,
                        IntStream.range(0, size)
                                .mapToObj(i -> new Outcome(i, points[i], scores[i]))
                                .toList(),
                        random().split("generation " + number));
        List<Generation.Member> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int member = i;
            PbtRule.@Nullable Copy copy = copies.stream()
                    .filter(each -> each.member() == member)
                    .findFirst()
                    .orElse(null);
            RunFailedException failure = trained.get(i).failure();
            all.add(new Generation.Member(
                    member,
                    Double.isNaN(scores[i]) ? null : scores[i],
                    trained.get(i).episodes(),
                    failure == null ? null : String.valueOf(failure.getMessage()),
                    points[i],
                    space.values(points[i]),
                    copy == null ? null : copy.parent(),
                    copy == null ? points[i] : copy.point()));
        }
        return new Generation(number, Math.min(number * interval, maxFrame), all);
    }

    /// Return how many episodes had ended in a member's run, or in that of its parent, when the interval began.
    private long episodes(int member) {
        if (history().isEmpty()) {
            return 0;
        }
        List<Generation.Member> before = history().getLast().members();
        @Nullable Integer parent = before.get(member).parent();
        return before.get(parent == null ? member : parent).episodes();
    }

    /// Make the copies of the last complete generation, those that were made before a kill excepted. Parents do not
    /// copy, so each still has the state in which that generation left it.
    private void copy() {
        if (history().isEmpty()) {
            return;
        }
        Generation last = history().getLast();
        for (Generation.Member member : last.members()) {
            if (member.parent() != null) {
                RunCopy.make(
                        RunFolder.open(member(member.member())),
                        RunFolder.open(member(member.parent())),
                        last.number(),
                        plan(member.next()));
            }
        }
    }

    private RandomStream random() {
        return RandomStream.ofSeed(history.seed()).split("population");
    }

    private Plan plan(double[] point) {
        return Plan.read(file().with(space.values(point)), history.name());
    }

    private SpecFile file() {
        return SpecFile.of(history.name(), Map.of(history.name(), history.spec()));
    }
}

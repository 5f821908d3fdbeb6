package slmlab.search.pbt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.RunFiles;
import slmlab.experiment.RunOptions;
import slmlab.experiment.StopAt;
import slmlab.experiment.TinySpecs;
import slmlab.file.Folders;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.spec.SpecFile;
import slmlab.spec.text.SpecException;

/// Populations that really train.
@Tag("slow")
class PopulationTest {
    private static final int SIZE = 4;
    private static final String SEARCH = """
        "search": {"agent.algorithm.gamma__uniform": [0.9, 0.999], "agent.algorithm.lam__uniform": [0.8, 0.99],
         "agent.net.optim_spec.lr__loguniform": [0.0001, 0.1], "agent.algorithm.training_epoch__choice": [1, 2, 4],
         "agent.algorithm.entropy_coef_spec.start_val__uniform": [0, 0.1]}\
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    private static Path whole = Path.of("");

    @BeforeAll
    static void train() {
        whole = temp.resolve("whole");
        assertThat(begin(whole, 1).run(new AtomicBoolean(), _ -> {})).isTrue();
    }

    @Test
    void theWorstMemberContinuesAsTheBest() {
        Population population = Population.resume(whole, options(1));
        assertThat(population.history()).hasSize(4);
        Generation first = population.history().getFirst();
        assertThat(first.frame()).isEqualTo(300);
        Generation.Member child = first.members().stream()
                .filter(member -> member.parent() != null)
                .findFirst()
                .orElseThrow();
        int parent = Objects.requireNonNull(child.parent());
        assertThat(parent).isEqualTo(first.best().member());
        assertThat(child.next()).isNotEqualTo(child.point());
        assertThat(population.history().get(1).members().get(child.member()).point())
                .isEqualTo(child.next());
        assertThat(population.history().getLast().members()).allMatch(member -> member.parent() == null);

        Generation.Member worst = first.members().stream()
                .min(Comparator.comparingDouble(Generation.Member::scored))
                .orElseThrow();
        assertThat(child.member()).isEqualTo(worst.member());
        List<Generation.Member> alone = first.members().stream()
                .filter(member -> population.history().stream()
                        .allMatch(each -> each.members().get(member.member()).parent() == null))
                .toList();
        assertThat(alone).isNotEmpty(); // whose rows are still their own
        for (Generation.Member member : alone) {
            Table own = table(population, member.member());
            assertThat(own.column("frame")[2]).isEqualTo(300);
            assertThat(member.scored()).isEqualTo(own.column("mean_return")[2], within(1e-4));
        }

        RunFolder folder = RunFolder.open(population.member(child.member()));
        assertThat(JsonFile.read(folder.provenance()).toString()).contains("from=member_" + parent, "frame=300");
        Table history = Table.read(whole.resolve("history.csv"));
        assertThat(history.size()).isEqualTo(4 * SIZE);
        assertThat(history.column("parent")[child.member()]).isEqualTo(parent);
        assertThat(population.draw()).isNotEmptyFile();
    }

    /// What the session itself logs of its learning rate and its entropy coefficient before and after the last
    /// exchange: up to frame 900 the rows are the parent's, then it trains with the settings that were
    /// explored.
    @Test
    void aCopyTrainsWithTheExploredSettings() {
        Population population = Population.resume(whole, options(1));
        Generation third = population.history().get(2);
        Generation.Member child = third.members().stream()
                .filter(member -> member.parent() != null)
                .findFirst()
                .orElseThrow();
        Generation.Member parent = third.members().get(Objects.requireNonNull(child.parent()));
        Generation.Member next = population.history().get(3).members().get(child.member());
        Table table = table(population, child.member());
        for (var each : Map.of(
                        "lr", "agent.net.optim_spec.lr", "entropy_coef", "agent.algorithm.entropy_coef_spec.start_val")
                .entrySet()) {
            double before = number(parent, each.getValue());
            double after = number(next, each.getValue());
            assertThat(after).as(each.getValue()).isNotEqualTo(before);
            double[] logged = table.column(each.getKey());
            assertThat(logged[8]).as("%s at frame 900", each.getKey()).isCloseTo(before, withinPercentage(0.01));
            assertThat(logged[10]).as("%s at frame 1100", each.getKey()).isCloseTo(after, withinPercentage(0.01));
        }
        double[] own = table.column("total_reward");
        double[] theirs = table(population, parent.member()).column("total_reward");
        assertThat(Arrays.copyOf(own, 9)).isEqualTo(Arrays.copyOf(theirs, 9));
        assertThat(own).isNotEqualTo(theirs);
    }

    private static double number(Generation.Member member, String path) {
        return ((Number) Objects.requireNonNull(member.settings().get(path))).doubleValue();
    }

    private static Table table(Population population, int member) {
        return Table.read(RunFolder.open(population.member(member)).sessionTable(0, Phase.TRAIN));
    }

    /// All members have the same settings, so only their seeds tell them apart. 500 frames are two intervals and a
    /// half.
    @Test
    void membersHaveTheirOwnSeedsAndTheLastIntervalMayBeShorter() {
        Population population = begin(
                temp.resolve("seeds"),
                2,
                "\"max_frame\": 500",
                200,
                "{\"agent.algorithm.gamma__choice\": [0.99, 0.99]}");
        assertThat(population.generations()).isEqualTo(3);
        assertThat(population.run(new AtomicBoolean(), _ -> {})).isTrue();
        assertThat(population.history()).extracting(Generation::frame).containsExactly(200L, 400L, 500L);
        List<Generation.Member> first = population.history().getFirst().members();
        assertThat(first.get(0).score()).isNotEqualTo(first.get(1).score());
        for (int member = 0; member < 2; member++) {
            double[] frames = table(population, member).column("frame");
            assertThat(frames[frames.length - 1]).isEqualTo(500);
            assertThat(Lab.seed(RunFolder.open(population.member(member)))).isEqualTo(5 + member);
        }
    }

    /// A learning rate of 1e30 makes the loss NaN with the first update.
    @Test
    void oneMemberThatFailsDoesNotEndTheOthers() {
        Population population = begin(
                temp.resolve("fails"),
                SIZE,
                "\"max_frame\": 400",
                200,
                "{\"agent.net.optim_spec.lr__choice\": [0.01, 0.011, 0.012, 1e30]}");
        assertThat(population.run(new AtomicBoolean(), _ -> {})).isTrue();
        List<Generation.Member> first = population.history().getFirst().members();
        List<Generation.Member> failed =
                first.stream().filter(member -> member.error() != null).toList();
        assertThat(failed).as("another seed is needed").isNotEmpty();
        assertThat(failed.size()).isLessThan(SIZE);
        assertThat(failed).allMatch(member -> member.score() == null);
        assertThat(first).filteredOn(member -> member.error() == null).allMatch(member -> member.score() != null);
        assertThat(failed.getFirst().parent())
                .isNotNull()
                .satisfies(parent -> assertThat(first.get(parent).error()).isNull());
        assertThat(population.history()).hasSize(2);
        assertThat(population.history().getLast().best().scored()).isPositive();
    }

    @Test
    void threadsChangeNothing() {
        Path other = temp.resolve("threads");
        assertThat(begin(other, 3).run(new AtomicBoolean(), _ -> {})).isTrue();
        assertSame(other);
    }

    /// A kill between two generations, in the middle of a copy, in the middle of an interval, and after an interval
    /// whose generation was not written yet.
    @Test
    void killsChangeNothing() throws IOException {
        Path killed = temp.resolve("killed");
        AtomicBoolean stop = new AtomicBoolean();
        assertThat(begin(killed, 1).run(stop, _ -> stop.set(true))).isFalse();

        Population population = Population.resume(killed, options(1));
        Generation first = population.history().getLast();
        int child = first.members().stream()
                .filter(member -> member.parent() != null)
                .findFirst()
                .orElseThrow()
                .member();
        Folders.delete(population.member(child).resolve("state"));
        Files.createDirectories(population.member(child).resolve(".copy.part").resolve("s0"));
        int other = IntStream.range(0, SIZE)
                .filter(member -> first.members().get(member).parent() == null
                        && first.members().stream().noneMatch(each -> Objects.equals(each.parent(), member)))
                .findFirst()
                .orElseThrow();
        StopAt halfway = new StopAt(452, new AtomicBoolean());
        Lab.resume(RunFolder.open(population.member(other)), options(1), halfway, halfway.stop());
        assertThat(RunFolder.open(population.member(other)).lastState(0)).hasValue(452);

        AtomicBoolean again = new AtomicBoolean();
        assertThat(population.run(again, _ -> again.set(true))).isFalse();
        PopulationHistory history = PopulationHistory.read(killed);
        List<Generation> kept = new ArrayList<>(history.generations());
        kept.removeLast();
        new PopulationHistory(
                        history.name(), history.spec(), history.seed(), history.command(), history.started(), kept)
                .write(killed);

        assertThat(Population.resume(killed, options(1)).run(new AtomicBoolean(), _ -> {}))
                .isTrue();
        assertSame(killed);
    }

    private static void assertSame(Path folder) {
        Population ours = Population.resume(folder, options(1));
        assertThat(JsonFile.line(ours.history()))
                .isEqualTo(JsonFile.line(Population.resume(whole, options(1)).history()));
        for (int member = 0; member < SIZE; member++) {
            RunFiles.assertSame(RunFolder.open(ours.member(member)), RunFolder.open(whole.resolve("member_" + member)));
        }
    }

    @Test
    void whatAPopulationCannotHaveIsRefusedAllAtOnce() throws IOException {
        String text = TinySpecs.text("ppo", "\"normalize_obs\": true", """
            "max_trial": 1, "max_session": 2, "search_pbt": {"interval": 1200},
            "early_stop": {"mean_return": 100}\
            """).replace("\"meta\":", """
                "search": {"agent.net.hid_layers__choice": [[8], [16]], "env.num_envs__choice": [2, 4],
                 "agent.algorithm.time_horizon__choice": [8, 16], "agent.algorithm.gamma__choice": [0.9, 0.99]},
                "meta":\
                """);
        SpecFile file = SpecFile.read(Files.writeString(temp.resolve("bad.json"), text), Map.of());
        assertThatThrownBy(() -> Population.begin(file, "ppo", temp.resolve("bad"), options(1)))
                .isInstanceOf(SpecException.class)
                .message()
                .contains(
                        "meta.max_trial",
                        "meta.max_session",
                        "meta.early_stop",
                        "meta.search_pbt.interval",
                        "search.agent.net.hid_layers",
                        "search.env.num_envs",
                        "search.agent.algorithm.time_horizon")
                .doesNotContain("gamma ");
        assertThat(temp.resolve("bad")).doesNotExist();
        assertThatThrownBy(() -> Population.resume(temp, options(1))).hasMessageContaining("holds no population");
    }

    private static Population begin(Path folder, int threads) {
        return begin(folder, SIZE, "\"normalize_obs\": true", 300, SEARCH, threads);
    }

    private static Population begin(Path folder, int size, String env, int interval, String search) {
        return begin(folder, size, env, interval, "\"search\": " + search, 1);
    }

    private static Population begin(Path folder, int size, String env, int interval, String search, int threads) {
        String text =
                TinySpecs.text("ppo", env, """
                    "max_trial": %s, "search_pbt": {"interval": %s}\
                    """.formatted(size, interval)).replace("\"meta\":", search + ", \"meta\":");
        try {
            SpecFile file = SpecFile.read(Files.writeString(temp.resolve("ppo.json"), text), Map.of());
            return Population.begin(file, "ppo", folder, options(threads));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static RunOptions options(int threads) {
        return TinySpecs.options(temp).threads(threads).seed(5);
    }
}

package slmlab.search.pbt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.experiment.Lab;
import slmlab.experiment.RunFiles;
import slmlab.experiment.RunOptions;
import slmlab.experiment.StopAt;
import slmlab.experiment.TinySpecs;
import slmlab.report.Folders;
import slmlab.report.JsonFile;
import slmlab.report.RunFolder;
import slmlab.report.Table;
import slmlab.spec.SpecException;
import slmlab.spec.SpecFile;

/// Populations that really train.
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

        RunFolder folder = RunFolder.open(population.member(child.member()));
        assertThat(JsonFile.read(folder.provenance()).toString()).contains("from=member_" + parent, "frame=300");
        Table history = Table.read(whole.resolve("history.csv"));
        assertThat(history.size()).isEqualTo(4 * SIZE);
        assertThat(history.column("parent")[child.member()]).isEqualTo(parent);
        assertThat(population.draw()).isNotEmptyFile();
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
        History history = History.read(killed);
        List<Generation> kept = new ArrayList<>(history.generations());
        kept.removeLast();
        new History(history.name(), history.spec(), history.seed(), history.command(), history.started(), kept)
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
        String text = TinySpecs.text("ppo", "\"normalize_obs\": true", """
            "max_trial": %s, "search_pbt": {"interval": 300}\
            """.formatted(SIZE))
                .replace("\"meta\":", SEARCH + ", \"meta\":");
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

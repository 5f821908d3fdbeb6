package slmlab.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.search.plot.SyntheticStudy;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.trial.SearchFolder;

/// `slm-lab study plot`, as a user types it.
class StudyPlotCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // each test has its own
    private SearchFolder search;

    @BeforeEach
    void begin() {
        search = SearchFolder.create(temp, "ppo_cartpole", "search", Map.of("started", "2026"), Map.of(), _ -> {});
        try (Database database = Database.of(search.database())) {
            SyntheticStudy.run(Study.create(database, SyntheticStudy.plan(8)), 8);
        }
    }

    @Test
    void figuresGoIntoTheFolderOfTheSearchOrAsked() {
        CommandResult plot = CommandResult.of("study", "plot", search.path().toString());
        assertThat(plot.code()).as(plot.err()).isZero();
        assertThat(plot.out().lines()).hasSize(7).allMatch(file -> Files.exists(Path.of(file)));
        assertThat(search.path().resolve("graph/study_history.png")).exists();
        String file = search.path().resolve("study.db").toString();
        String out = temp.resolve("figures").toString();
        CommandResult dark = CommandResult.of(
                "study", "plot", "--study", file, "-o", out, "--format", "svg", "--dark", "--size", "900x700");
        assertThat(dark.code()).as(dark.err()).isZero();
        assertThat(temp.resolve("figures/study_contour.svg")).exists();
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        String folder = search.path().toString();
        CommandResult format = CommandResult.of("study", "plot", folder, "--format", "bmp");
        assertThat(format.code()).isEqualTo(2);
        assertThat(format.err()).contains("--format", "svg");
        CommandResult size = CommandResult.of("study", "plot", folder, "--size", "tiny");
        assertThat(size.code()).isEqualTo(2);
        assertThat(size.err()).contains("--size", "1200x800");
        CommandResult none = CommandResult.of("study", "plot", temp.toString());
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("is not the folder of a search");
        assertThat(search.path().resolve("graph")).doesNotExist();
    }

    @Test
    void theDashboardRefusesADatabaseThatNoSearchIsKeptIn() {
        CommandResult other = CommandResult.of("dashboard", temp.toString(), "--study", "postgresql://a@b/c");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("--study: no search in", "study.json");
    }
}

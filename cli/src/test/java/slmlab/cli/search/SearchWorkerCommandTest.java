package slmlab.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;

class SearchWorkerCommandTest {
    private static final SearchSpace SPACE =
            new SearchSpace(List.of(new Parameter("agent.algorithm.gamma", new Domain.Range(0.9, 1, 0, false, false))));

    @TempDir
    private Path folder;

    private void refused(String message, String... more) {
        List<String> args = new ArrayList<>(List.of("search-worker", "--study"));
        args.addAll(List.of(more));
        CommandResult result = CommandResult.of(args.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains(message).doesNotContain("\tat ");
    }

    @Test
    void aStudyThatIsNotThereIsRefused() {
        Path file = folder.resolve("study.db");
        refused("does not exist; a search makes it", file.toString());
        assertThat(file).doesNotExist();
    }

    @Test
    void oneOfSeveralStudiesIsChosenByItsName() {
        String file = folder.resolve("study.db").toString();
        try (Database database = Database.of(file)) {
            refused("holds no study", file);
            for (String name : List.of("cartpole", "pendulum")) {
                Study.create(database, new StudyPlan(name, Map.of(), SPACE, "tpe", Map.of("name", "none"), 0, 1));
            }
        }
        refused("holds several studies; choose one with --name: cartpole, pendulum", file);
        refused("study acrobot is not in", file, "--name", "acrobot");
        refused("--lost-after is 0.0; needs 1 second to a day", file, "--lost-after", "0");
        refused("threads is 0", file, "--threads", "0");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    /// `study` reads and writes nothing: it does not wait for a process that holds the file, and needs no disk that
    /// takes a write.
    @Test
    void aStudyIsShownWhileAnotherProcessWrites() throws Exception {
        String file = folder.resolve("study.db").toString();
        try (Database database = Database.of(file)) {
            Study.create(database, new StudyPlan("pendulum", Map.of(), SPACE, "tpe", Map.of("name", "none"), 0, 1));
        }
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            for (String verb : List.of("show", "list", "export")) {
                CommandResult result = CommandResult.of("study", verb, "--study", file);
                assertThat(result.code()).as(result.toString()).isZero();
            }
        }
    }

    /// A server that never answers is waited for as long as told, with a line; the port is one that nobody listens
    /// on.
    @Test
    void aServerThatDoesNotAnswerYetIsWaitedFor() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        CommandResult result = CommandResult.of(
                "search-worker", "--study", "postgresql://lab@127.0.0.1:%s/studies".formatted(port), "--wait", "0.5");
        assertThat(result.code()).isEqualTo(Cli.FAILED);
        assertThat(result.err()).contains("trying again in 0.1 s").doesNotContain("\tat ");
        refused(
                "--wait is -1.0; needs 0 seconds to a day",
                folder.resolve("x.db").toString(),
                "--wait",
                "-1");
    }

    @Test
    void whatIsNoDatabaseIsRefused() throws Exception {
        refused("is a folder", folder.toString());
        refused("give a file (SQLite) or postgresql://", "mysql://lab:secret@host/db");
        Path notes = Files.writeString(folder.resolve("notes.txt"), "these are notes".repeat(200));
        refused("notes.txt: the file is no SQLite database", notes.toString());
    }
}

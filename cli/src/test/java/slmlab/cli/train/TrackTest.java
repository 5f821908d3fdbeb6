package slmlab.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.experiment.TinySpecs;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.Table;
import slmlab.track.BoardReader;
import slmlab.track.MlflowServer;

/// `--track`: rows arrive where they should, and a tracker in trouble is no trouble for a run.
@Tag("python")
class TrackTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private String spec(String meta) throws IOException {
        Path file = temp.resolve("spec.json");
        Files.writeString(file, TinySpecs.text("ppo", "\"max_frame\": 1200", meta));
        return file.toString();
    }

    private CommandResult train(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "run",
                spec("\"max_session\": 2, \"log_frequency\": 200, \"eval_frequency\": 400, \"rigorous_eval\": 2"),
                "ppo"));
        all.addAll(List.of(words));
        all.addAll(List.of("-d", temp.resolve("data").toString(), "--quiet"));
        return CommandResult.of(all.toArray(String[]::new));
    }

    private RunFolder run(String name) {
        return RunFolder.open(temp.resolve("data").resolve(name));
    }

    private static Table table(RunFolder run, int session) {
        return Table.read(run.sessionTable(session, Phase.TRAIN));
    }

    private CommandResult trained(String track) throws IOException {
        CommandResult result = train("train", "--name", "one", "--track", track);
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.DONE);
        assertThat(table(run("one"), 1).column("frame")).endsWith(1200);
        return result;
    }

    @Test
    void tensorBoardListsTheScalars() throws Exception {
        CommandResult result = trained("tensorboard,jsonl");
        assertThat(result.err()).isEmpty();
        RunFolder run = run("one");
        for (int session = 0; session < 2; session++) {
            BoardReader board = BoardReader.read(run.path().resolve("log/tensorboard/s" + session));
            Table table = table(run, session);
            TreeSet<String> expected = new TreeSet<>();
            table.columns().stream()
                    .filter(column -> Arrays.stream(table.column(column)).anyMatch(each -> !Double.isNaN(each)))
                    .forEach(column -> expected.add("train/" + column)); // idle_units needs more updates
            List.of("total_reward", "total_reward_std", "length", "frame")
                    .forEach(name -> expected.add("eval/" + name));
            assertThat(board.scalars().keySet()).isEqualTo(expected);
            assertThat(expected)
                    .allSatisfy(tag -> assertThat(Metrics.of(tag.substring(tag.indexOf('/') + 1)))
                            .isPresent());
            double last = table.column("mean_return")[table.size() - 1];
            assertThat(board.scalars().get("train/mean_return")).isEqualTo("6 1200 " + (float) last);
            assertThat(board.settings()).contains("'agent.algorithm.gamma': 0.99", "'env.name': 'CartPole-v1'");
            assertThat(board.histograms()).isEmpty(); // those are for dev
        }
        assertThat(Files.readAllLines(run.path().resolve("log/metrics.jsonl"))).hasSize(2 * (6 + 3));
    }

    @Test
    void devShowsHistogramsOfWeights() throws Exception {
        CommandResult result = train("dev", "--name", "dev", "--track", "tensorboard");
        assertThat(result.code()).as(result.toString()).isEqualTo(Cli.DONE);
        BoardReader board = BoardReader.read(run("dev").path().resolve("log/tensorboard/s0"));
        assertThat(board.histograms()).isNotEmpty().allMatch(tag -> tag.startsWith("weights/"));
    }

    @Test
    void aResumeContinuesTheSameCurves() throws Exception {
        trained("tensorboard,jsonl");
        CommandResult more = train("train@" + run("one").path(), "--max-frame", "2000");
        assertThat(more.code()).as(more.toString()).isEqualTo(Cli.DONE);
        BoardReader board = BoardReader.read(run("one").path().resolve("log/tensorboard/s0"));
        assertThat(board.scalars().get("train/frame")).isEqualTo("10 2000 2000.0");
        assertThat(Files.readAllLines(run("one").path().resolve("log/metrics.jsonl")))
                .hasSize(2 * (10 + 5));
        CommandResult none = train("train@" + run("one").path(), "--max-frame", "2400", "--track", "none");
        assertThat(none.code()).as(none.toString()).isEqualTo(Cli.DONE);
        assertThat(Files.readAllLines(run("one").path().resolve("log/metrics.jsonl")))
                .hasSize(2 * (10 + 5));
    }

    @Test
    void theRunIsTheSameWithTrackersAndWithout() throws Exception {
        trained("tensorboard,jsonl");
        assertThat(train("train", "--name", "two").code()).isEqualTo(Cli.DONE);
        for (String column : List.of("loss", "mean_return", "entropy")) {
            assertThat(table(run("one"), 0).column(column))
                    .isEqualTo(table(run("two"), 0).column(column));
        }
        assertThat(run("two").path().resolve("log/tensorboard")).doesNotExist();
    }

    @Test
    void mlflowShowsTheRun() throws Exception {
        try (MlflowServer server = MlflowServer.start(temp)) {
            CommandResult result = trained("mlflow=" + server.address());
            assertThat(result.err()).isEmpty();
            CommandResult more = train("train@" + run("one").path(), "--max-frame", "2000");
            assertThat(more.code()).as(more.toString()).isEqualTo(Cli.DONE);
            assertThat(more.err()).isEmpty();
            String experiment = (String)
                    at(server.ask("experiments/get-by-name?experiment_name=slm-lab"), "experiment", "experiment_id");
            Map<?, ?> found = server.ask("runs/search", Map.of("experiment_ids", List.of(experiment)));
            Map<String, Map<?, ?>> runs = new TreeMap<>();
            for (Object each : (List<?>) at(found, "runs")) {
                runs.put((String) at((Map<?, ?>) each, "info", "run_name"), (Map<?, ?>) each);
            }
            assertThat(runs.keySet()).containsExactly("one_s0", "one_s1"); // the resume has made no others
            Map<?, ?> first = Objects.requireNonNull(runs.get("one_s0"));
            assertThat(at(first, "info", "status")).isEqualTo("FINISHED");
            assertThat(pairs(at(first, "data", "params")))
                    .containsEntry("agent.algorithm.gamma", "0.99")
                    .containsEntry("env.name", "CartPole-v1");
            Table table = table(run("one"), 0);
            assertThat(pairs(at(first, "data", "metrics")))
                    .containsEntry("train/mean_return", table.column("mean_return")[table.size() - 1])
                    .containsKey("eval/total_reward");
            Map<?, ?> history =
                    server.ask("metrics/get-history?metric_key=train/frame&run_id=" + at(first, "info", "run_id"));
            assertThat((List<?>) at(history, "metrics"))
                    .extracting(each -> ((Number) at((Map<?, ?>) each, "step")).intValue())
                    .containsExactly(200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000);
        }
    }

    private static Object at(Map<?, ?> map, String... path) {
        Object value = map;
        for (String key : path) {
            value = Objects.requireNonNull(((Map<?, ?>) value).get(key), key);
        }
        return value;
    }

    private static Map<String, Object> pairs(Object list) {
        Map<String, Object> pairs = new HashMap<>();
        for (Object each : (List<?>) list) {
            Map<?, ?> pair = (Map<?, ?>) each;
            pairs.put((String) at(pair, "key"), at(pair, "value"));
        }
        return pairs;
    }

    @Test
    void aServerThatIsDownIsNoTrouble() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(trained("mlflow=http://127.0.0.1:" + port).err())
                .contains("mlflow: 18 of 18 rows were not delivered (no answer from http://127.0.0.1:" + port);
        assertThat(Files.readString(run("one").log())).containsOnlyOnce("it is tried again, and the run continues");
    }

    @Test
    void aServerThatHangsIsNoTrouble() throws Exception {
        try (ServerSocket socket =
                new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) { // takes calls, answers none
            assertThat(trained("mlflow=http://127.0.0.1:" + socket.getLocalPort())
                            .err())
                    .contains("mlflow: 18 of 18 rows were not delivered");
        }
    }

    @Test
    void aServerThatFailsIsNoTrouble() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] words = "out of order".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(500, words.length);
            exchange.getResponseBody().write(words);
            exchange.close();
        });
        server.start();
        try {
            assertThat(trained("mlflow=http://127.0.0.1:" + server.getAddress().getPort())
                            .err())
                    .contains("mlflow: 18 of 18 rows were not delivered", "answers 500: out of order");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void filesThatCannotBeWrittenAreNoTrouble() throws Exception {
        assertThat(train("train", "--name", "one").code()).isEqualTo(Cli.DONE);
        Path log = run("one").path().resolve("log");
        Files.writeString(log.resolve("tensorboard"), "in the way");
        Files.createDirectory(log.resolve("metrics.jsonl"));
        CommandResult more = train("train@" + run("one").path(), "--max-frame", "1600", "--track", "tensorboard,jsonl");
        assertThat(more.code()).as(more.toString()).isEqualTo(Cli.DONE);
        assertThat(more.err())
                .contains("tensorboard: 6 of 6 rows were not delivered (cannot write", "jsonl: 6 of 6 rows");
        assertThat(table(run("one"), 0).column("frame")).endsWith(1600);
    }

    @Test
    void wrongTrackersAreRefusedBeforeAnythingIsMade() throws Exception {
        CommandResult result = train("train", "--track", "tensorbord");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).contains("--track: there is no tracker 'tensorbord'; there are tensorboard, jsonl");
        assertThat(temp.resolve("data")).doesNotExist();
        assertThat(CommandResult.of("run", spec(""), "ppo", "enjoy@latest", "--track", "jsonl")
                        .err())
                .contains("--track is not for enjoy@");
    }
}

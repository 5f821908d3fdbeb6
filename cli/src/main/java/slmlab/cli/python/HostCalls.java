package slmlab.cli.python;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import slmlab.LabException;
import slmlab.cli.Cli;
import slmlab.cli.Main;
import slmlab.cli.RunFolders;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.play.Player;
import slmlab.spec.text.SpecException;
import slmlab.tensor.safetensors.SafeTensorsException;
import tools.jackson.databind.JsonNode;

/// The requests of Python: `{"id": 7, "call": "make_vec", …}` is answered with `{"id": 7, "result": …}`, or with
/// `{"id": 7, "error": "input", "message": …}`, `"failed"` where it was no fault of the caller's.
final class HostCalls implements AutoCloseable {
    private static final int FIRST_ROWS = 64; // of a policy's channel; Python asks for more
    private static final int MOST_ENVS = 1 << 20;

    private final Frames frames;
    private final Trainings trainings;
    private final Map<Integer, Channel> channels = new ConcurrentHashMap<>();
    private final Map<Integer, Players> policies = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    private record Players(Player best, Player sampling) {}

    HostCalls(Frames frames) {
        this.frames = frames;
        this.trainings = new Trainings(frames);
    }

    /// Serve a message: at once what is short, on a thread of its own what may take long.
    void take(JsonNode message) {
        String call = message.path("call").asString("");
        switch (call) {
            case "wake" -> {
                Channel channel = channels.get(message.path("channel").asInt());
                if (channel != null) {
                    channel.wake(message.path("number").asLong());
                }
            }
            case "seen" -> trainings.seen(message);
            case "stop" -> trainings.stop(message.path("training").asLong());
            case "close" -> {
                Channel channel = channels.remove(message.path("channel").asInt());
                if (channel != null) {
                    channel.close();
                }
            }
            case "drop" -> policies.remove(message.path("policy").asInt());
            default -> Thread.ofPlatform().daemon().name("python-" + call).start(() -> answer(call, message));
        }
    }

    private void answer(String call, JsonNode message) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", message.path("id").asLong());
        try {
            answer.put("result", result(call, message));
        } catch (IllegalArgumentException | IllegalStateException | SafeTensorsException e) {
            refuse(answer, "input", String.valueOf(e.getMessage()));
        } catch (LabException e) {
            refuse(answer, e instanceof SpecException ? "input" : "failed", String.valueOf(e.getMessage()));
        } catch (IOException | RuntimeException | Error e) { // Python must not wait for ever
            e.printStackTrace(); // Python shows it where the message does not help
            refuse(answer, "failed", e.toString());
        }
        frames.write(answer);
    }

    private static void refuse(Map<String, Object> answer, String kind, String message) {
        answer.put("error", kind);
        answer.put("message", message);
    }

    private Object result(String call, JsonNode message) throws IOException {
        return switch (call) {
            case "make_vec" -> makeVec(message);
            case "load_policy" -> loadPolicy(message);
            case "policy_rows" ->
                policyRows(message.path("policy").asInt(), message.path("rows").asInt());
            case "warm_up" -> warmUp(message);
            case "command" -> command(Requests.texts(message.path("words")));
            case "train" -> trainings.train(message);
            case "resume" -> trainings.resume(message);
            default ->
                throw new IllegalArgumentException(
                        "unknown call '%s'; package and jars are of different versions".formatted(call));
        };
    }

    private Map<String, Object> makeVec(JsonNode message) throws IOException {
        long count = message.path("count").asLong();
        if (count < 1 || count > MOST_ENVS) {
            throw new IllegalArgumentException("num_envs is %s; needs 1 to %s".formatted(count, MOST_ENVS));
        }
        VecEnv env = Envs.make(
                message.path("env").asString(""),
                (int) count,
                Requests.values(message.path("arguments")),
                message.path("threads").asInt(1));
        try {
            if (message.path("next_step").asBoolean(false)) {
                env.pauseAfterEnds();
            }
            EnvCalls calls = new EnvCalls(env);
            Map<String, Object> made = open(calls, calls.arrays());
            made.put("obs", SpaceJson.of(env.obsSpace()));
            made.put("action", SpaceJson.of(env.actionSpace()));
            return made;
        } catch (RuntimeException | IOException e) {
            env.close();
            throw e;
        }
    }

    private Map<String, Object> open(Channel.Calls calls, SharedArrays arrays) {
        int id = numbers.incrementAndGet();
        Channel channel = new Channel(id, arrays, calls, frames);
        channels.put(id, channel);
        Map<String, Object> opened = new LinkedHashMap<>();
        opened.put("channel", channel.written());
        return opened;
    }

    private Map<String, Object> loadPolicy(JsonNode message) throws IOException {
        Path path = Path.of(message.path("path").asString(""));
        OptionalInt session = message.path("session").isNumber()
                ? OptionalInt.of(message.path("session").asInt())
                : OptionalInt.empty();
        Player best = session.isPresent() ? Player.load(run(path), session.getAsInt()) : Player.load(run(path));
        int id = numbers.incrementAndGet();
        policies.put(id, new Players(best, best.sampling(message.path("seed").asLong(0))));
        Map<String, Object> loaded = policyRows(id, FIRST_ROWS);
        loaded.put("policy", id);
        return loaded;
    }

    /// Return the run folder for a folder or a name, and a weights file as it is.
    private static Path run(Path path) {
        return path.toString().endsWith(".safetensors")
                ? path
                : RunFolders.of(path.toString()).path();
    }

    private Players players(int id) {
        Players players = policies.get(id);
        if (players == null) {
            throw new IllegalArgumentException("there is no policy %s".formatted(id));
        }
        return players;
    }

    private Map<String, Object> warmUp(JsonNode message) {
        Players players = players(message.path("policy").asInt());
        long most = Math.round(message.path("seconds").asDouble() * 1000);
        Duration half = Duration.ofMillis(most / 2);
        int rows = message.path("rows").asInt();
        boolean best = players.best().copy().warmUp(rows, half);
        boolean sampling = players.sampling().copy().warmUp(rows, half);
        return Map.of("done", best && sampling);
    }

    /// Open a channel on which a policy takes as many rows at once. Its players keep their past.
    private Map<String, Object> policyRows(int id, int rows) throws IOException {
        Players players = players(id);
        PolicyCalls calls = new PolicyCalls(players.best(), players.sampling(), rows);
        Map<String, Object> opened = open(calls, calls.arrays());
        opened.put("rows", rows);
        opened.putAll(calls.written());
        return opened;
    }

    /// Run a command of the command line, and return what it printed.
    private static Map<String, Object> command(List<String> words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Cli.of(new Main()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = line.execute(words.toArray(String[]::new));
        return Map.of("code", code, "out", out.toString(), "err", err.toString());
    }

    /// Stop the trainings, so that each writes its states, and close what is open.
    @Override
    public void close() {
        trainings.close();
        new ArrayList<>(channels.values()).forEach(Channel::close);
    }
}

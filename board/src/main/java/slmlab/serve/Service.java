package slmlab.serve;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.play.PolicyForm;

/// Answers requests, whatever brought them. What can go wrong becomes a sentence and a status.
final class Service {
    private static final String ACT = "/act";

    static final String STOPPING = "the server is stopping";

    private final ServeOptions options;
    private final RequestGate gate;
    private final RequestBody body;
    private final Sessions sessions;
    private final ServeMetrics counted;
    private final Batcher batcher;
    private final ObsForm obs;
    private final long started = System.nanoTime();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile @Nullable String problem; // with newer weights; null where there is none

    Service(Weights weights, ServeOptions options, boolean isPublic) {
        this.options = options;
        this.gate = new RequestGate(isPublic, options.names());
        this.body = new RequestBody(options.maxBody(), options.patience());
        this.sessions = new Sessions(options.sessions(), options.idle());
        this.counted = new ServeMetrics();
        this.obs = new ObsForm(weights.best(), options.maxBatch());
        this.batcher = new Batcher(weights, options.maxBatch(), options.maxDelay(), sessions, counted);
    }

    /// A request as it came in.
    ///
    /// @param header the value of a header by its name; null where there is none
    /// @param length of the body; −1 where the client did not announce it
    record Asked(
            String method, String path, Function<String, @Nullable String> header, long length, InputStream body) {}

    /// Answer a request.
    Reply answer(Asked asked) {
        String refusal = gate.refusal(asked.method, asked.path, asked.header);
        if (refusal != null) {
            return Reply.refusal(Refusal.FORBIDDEN, refusal);
        }
        return asked.path.equals(ACT) ? act(asked) : look(asked);
    }

    private Reply look(Asked asked) {
        ServePage.File file = ServePage.FILES.get(asked.path);
        boolean known =
                file != null || List.of("/health", "/metrics", "/policy").contains(asked.path);
        if (!known) {
            return Reply.refusal(Refusal.UNKNOWN, "there is nothing here; see /policy, /act, /health, /metrics");
        }
        if (!asked.method.equals("GET") && !asked.method.equals("HEAD")) {
            return Reply.refusal(Refusal.METHOD, "%s can only be read, with GET".formatted(asked.path));
        }
        return switch (asked.path) {
            case "/health" -> health();
            case "/metrics" -> Reply.text("text/plain; version=0.0.4; charset=utf-8", metrics());
            case "/policy" -> Reply.json(200, policy());
            default -> Reply.of(Objects.requireNonNull(file).type(), file.content());
        };
    }

    /// Return what was counted, as Prometheus reads it.
    String metrics() {
        return counted.text(batcher.waiting(), sessions.size(), batcher.weights());
    }

    private Reply health() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("status", stopping.get() ? "stopping" : "serving");
        Long frame = batcher.weights().frame();
        if (frame != null) {
            facts.put("frame", frame);
        }
        facts.put("seconds", (System.nanoTime() - started) / 1_000_000_000);
        String trouble = problem;
        if (trouble != null) {
            facts.put("problem", trouble);
        }
        return Reply.json(stopping.get() ? Refusal.BUSY : 200, facts);
    }

    /// Say what a client needs to know before it asks for actions.
    private Map<String, Object> policy() {
        Weights now = batcher.weights();
        PolicyForm form = now.best().form();
        Map<String, String> facts = now.best().facts();
        Map<String, Object> all = new LinkedHashMap<>();
        for (String fact : List.of("algorithm", "env", "spec")) {
            if (facts.containsKey(fact)) {
                all.put(fact, String.valueOf(facts.get(fact)));
            }
        }
        if (now.frame() != null) {
            all.put("frame", now.frame());
        }
        all.put("weights", String.valueOf(now.file().getFileName())); // whoever asks need not know the folder
        all.put("obs_shape", form.obsShape());
        all.put("obs_type", form.seesBytes() ? "uint8" : "float32");
        if (!form.parts().isEmpty()) {
            all.put("obs_parts", form.parts());
        }
        all.put("action", String.valueOf(facts.get("action")));
        all.put("mask_size", form.maskSize());
        all.put("session", form.hasPast());
        all.put("max_batch", options.maxBatch());
        all.put("max_body", options.maxBody());
        return all;
    }

    private Reply act(Asked asked) {
        long begun = System.nanoTime();
        Reply reply = acted(asked);
        counted.answered(reply.status(), System.nanoTime() - begun);
        return reply;
    }

    private Reply acted(Asked asked) {
        if (!asked.method.equals("POST")) {
            return Reply.refusal(Refusal.METHOD, "send observations with POST");
        }
        try {
            if (stopping.get()) {
                throw new Refusal(Refusal.BUSY, STOPPING);
            }
            String type = type(asked);
            return body.use(asked.body, asked.length, bytes -> {
                boolean isJson = type.equals(JsonActs.TYPE);
                Act act = (isJson ? JsonActs.read(bytes, obs) : TensorActs.read(bytes, obs)).act(obs.form());
                Answer answer = answer(act);
                boolean single = obs.form().isSingleChoice();
                byte[] written = isJson ? JsonActs.write(act, answer, single) : TensorActs.write(act, answer, single);
                Map<String, String> headers = answer.frame() == null
                        ? Map.of()
                        : Map.of("Weights-Frame", answer.frame().toString());
                return new Reply(200, type, written, headers, false);
            });
        } catch (Refusal e) {
            return Reply.refusal(e.status(), e.sentence());
        } catch (IOException e) {
            return Reply.refusal(Refusal.SLOW, "the request did not arrive whole: %s".formatted(e.getMessage()));
        }
    }

    private static String type(Asked asked) {
        String given = asked.header.apply("Content-Type");
        String type = given == null ? "" : given.split(";", 2)[0].strip();
        if (!type.equals(JsonActs.TYPE) && !type.equals(TensorActs.TYPE)) {
            throw new Refusal(
                    Refusal.TYPE,
                    "the Content-Type needs to be %s, or %s for safetensors".formatted(JsonActs.TYPE, TensorActs.TYPE));
        }
        return type;
    }

    private Answer answer(Act act) {
        boolean inSession = act.session() != null;
        if (inSession) {
            sessions.enter(act);
        }
        try {
            batcher.submit(act);
            return act.answer().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof Refusal refusal ? refusal : e;
        } finally {
            if (inSession) {
                sessions.leave(act);
            }
        }
    }

    Weights weights() {
        return batcher.weights();
    }

    /// Serve newer weights from the next act on.
    void replace(Weights newer) {
        batcher.replace(newer);
        counted.newer(true);
        problem = null;
    }

    /// Keep the weights, since newer ones cannot be used.
    void keep(String why) {
        if (!why.equals(problem)) {
            counted.newer(false);
        }
        problem = why;
    }

    /// Refuse further acts; those that were accepted are still answered.
    void stop() {
        stopping.set(true);
    }

    boolean isStopping() {
        return stopping.get();
    }

    /// End the thread that acts, after all that waits.
    void close() {
        batcher.close();
    }
}

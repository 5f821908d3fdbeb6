package slmlab.hub;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import slmlab.hub.StandInHub.Fault;
import slmlab.hub.StandInRepo.Entry;

/// What goes wrong between a client and a hub.
final class Faults {
    static final int ALWAYS = Integer.MAX_VALUE;
    private static final String TREE = "GET .*/tree/.*";
    private static final String FILE = "GET .*/(resolve|objects)/.*";
    private static final String LARGE = "GET /objects/.*";
    private static final String COMMIT = "POST .*/commit/main";
    private static final String PUT = "PUT .*";

    private Faults() {}

    /// A fault.
    ///
    /// @param isPull whether it is met by a pull, or else by an upload
    /// @param says part of the error; empty where the work is done all the same
    record Case(String name, boolean isPull, String token, Consumer<HubFixture> arrange, String says) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case pull(String name, String says, Fault fault) {
        return new Case("pull: " + name, true, StandInHub.WRITER, at -> at.hub.fault(fault), says);
    }

    private static Case push(String name, String says, Fault fault) {
        return new Case("push: " + name, false, StandInHub.WRITER, at -> at.hub.fault(fault), says);
    }

    /// A run that the dataset lists and that no client may take as it is.
    private static Case listed(String name, String says, String path, Entry entry) {
        return new Case(
                "pull: " + name,
                true,
                StandInHub.WRITER,
                at -> {
                    boolean _ = at.repo.commit(null, Map.of(path, entry));
                },
                says);
    }

    private static Fault times(int times, String request, Fault fault) {
        AtomicInteger left = new AtomicInteger(times);
        return exchange -> "%s %s"
                        .formatted(
                                exchange.getRequestMethod(),
                                exchange.getRequestURI().getPath())
                        .matches(request)
                && left.getAndDecrement() > 0
                && fault.answers(exchange);
    }

    private static Fault status(int status, String... headers) {
        return exchange -> StandInHub.send(
                exchange,
                status,
                Map.of("error", "fault for " + exchange.getRequestHeaders().getFirst("Authorization")),
                headers);
    }

    private static Fault body(Object body, String... headers) {
        return exchange -> StandInHub.send(exchange, 200, body, headers);
    }

    /// Promise more than comes.
    private static Fault cut(int promised, int sent) {
        return exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, promised);
            exchange.getResponseBody().write(new byte[sent]);
            exchange.getResponseBody().flush();
            return true;
        };
    }

    private static Fault silence(int promised) {
        return exchange -> {
            if (promised > 0) {
                exchange.sendResponseHeaders(200, promised);
                exchange.getResponseBody().write(new byte[10]);
                exchange.getResponseBody().flush();
            }
            try {
                TimeUnit.SECONDS.sleep(3);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return true;
        };
    }

    private static Fault hangUp() {
        return exchange -> {
            exchange.close();
            return true;
        };
    }

    private static Fault redirect(String to) {
        return status(302, "Location", to);
    }

    private static Entry small() {
        return Entry.small(new byte[] {1});
    }

    static List<Case> all() {
        List<Case> all = new ArrayList<>();
        all.addAll(pulls());
        all.addAll(listings());
        all.addAll(pushes());
        return all;
    }

    private static List<Case> pulls() {
        String folder = "data/" + HubFixture.RUN;
        return List.of(
                pull("503 twice", "", times(2, FILE, status(503))),
                pull("500 for ever", "the hub answered 500", times(ALWAYS, FILE, status(500))),
                pull("504 of the list", "", times(1, TREE, status(504))),
                pull("rate limit with seconds", "", times(2, FILE, status(429, "Retry-After", "0"))),
                pull(
                        "rate limit with a date",
                        "",
                        times(1, TREE, status(429, "Retry-After", "Thu, 01 Jan 2026 00:00:00 GMT"))),
                pull("rate limit in the hub's header", "", times(1, FILE, status(429, "RateLimit", "\"api\";r=0;t=0"))),
                pull(
                        "rate limit of an hour",
                        "the hub asks to wait 3600 s",
                        times(1, FILE, status(429, "Retry-After", "3600"))),
                pull("rate limit that says nonsense", "", times(1, FILE, status(429, "Retry-After", "soon"))),
                pull("cut body once", "", times(1, LARGE, cut(5000, 1000))),
                pull("cut body for ever", "tried 4 times", times(ALWAYS, LARGE, cut(5000, 0))),
                pull("cut list", "", times(1, TREE, cut(1000, 100))),
                pull("silence before the answer", "", times(1, FILE, silence(0))),
                pull("silence in the body", "", times(1, LARGE, silence(5000))),
                pull("hung up", "", times(2, FILE, hangUp())),
                pull("wrong bytes of a large file", "has the SHA-256", times(ALWAYS, LARGE, body(new byte[5000]))),
                pull(
                        "wrong bytes of a small file",
                        "has the SHA-1",
                        times(ALWAYS, "GET .*/run.json", body(new byte[3]))),
                pull("too many bytes", "bytes, the listing says", times(ALWAYS, LARGE, body(new byte[9000]))),
                pull("fewer bytes", "ended 4000 bytes early", times(ALWAYS, LARGE, body(new byte[1000]))),
                pull(
                        "file is gone",
                        "the hub answered 404",
                        times(1, "GET .*/run.json", status(404, "X-Error-Code", "EntryNotFound"))),
                pull(
                        "dataset is gone",
                        "there is no such dataset",
                        times(1, "GET .*/revision/.*", status(404, "X-Error-Code", "RepoNotFound"))),
                pull("token refused", "HF_TOKEN is refused", times(ALWAYS, "GET .*", status(401))),
                pull("token may not read", "needs a token that may read", times(ALWAYS, FILE, status(403))),
                pull("signature has run out", "the hub answered 403", times(ALWAYS, LARGE, status(403))),
                pull("redirect in a circle", "redirected more than", exchange -> {
                    String path = exchange.getRequestURI().getRawPath();
                    return path.contains("/resolve/") && StandInHub.send(exchange, 302, Map.of(), "Location", path);
                }),
                pull("redirect to a file", "which is not https", times(ALWAYS, FILE, redirect("file:///etc/passwd"))),
                pull("redirect without a place", "redirected without an address", times(ALWAYS, FILE, status(302))),
                pull(
                        "list is no JSON",
                        "is not valid JSON",
                        times(1, TREE, body("<html>".getBytes(StandardCharsets.UTF_8)))),
                pull("list is no list", "is not a list", times(1, TREE, body(Map.of()))),
                pull(
                        "list continues elsewhere",
                        "which is another host",
                        times(1, TREE, body(List.of(), "Link", "<http://127.0.0.2:1/x>; rel=\"next\""))),
                pull("commit is none", "names no commit", times(1, "GET .*/revision/.*", body(Map.of("sha", "../..")))),
                new Case(
                        "pull: disk is too small",
                        true,
                        StandInHub.WRITER,
                        at -> {
                            boolean _ = at.repo.commit(
                                    null, Map.of(folder + "/huge.bin", Entry.large("0".repeat(64), 1L << 60)));
                        },
                        "MB free"));
    }

    private static List<Case> listings() {
        String folder = "data/" + HubFixture.RUN;
        return List.of(
                listed("path upwards", "has a part '..'", folder + "/../../escape.txt", small()),
                listed("path upwards at its end", "has a part '..'", folder + "/info/..", small()),
                listed("backslashes", "contains \\", folder + "/..\\escape.txt", small()),
                listed("long name", "name longer than 255 bytes", folder + "/" + "x".repeat(300), small()),
                listed("long path", "longer than 1024 bytes", folder + "/y".repeat(600), small()),
                listed("line break", "control character U+000A", folder + "/a\nb", small()),
                listed("link", "is a symlink", folder + "/passwd", new Entry("symlink", new byte[] {1}, null, 1)),
                listed("file without a hash", "no size or no hash", folder + "/a", Entry.large("zz", 1)),
                listed(
                        "negative size",
                        "no size or no hash",
                        folder + "/a",
                        new Entry("file", new byte[] {1}, null, -1)),
                pull(
                        "absolute path",
                        "is absolute",
                        times(
                                1,
                                ".*/tree/.*/data/.*",
                                body(List.of(Map.of("type", "file", "path", "/etc/cron.d/x", "size", 1))))),
                pull(
                        "path of another folder",
                        "does not lie in",
                        times(
                                1,
                                ".*/tree/.*/data/.*",
                                body(List.of(Map.of("type", "file", "path", "data/other/x", "size", 1))))));
    }

    private static List<Case> pushes() {
        return List.of(
                push("503 of the commit", "", times(1, COMMIT, status(503))),
                push("commit done, answer lost", "", times(1, COMMIT, Faults::commitAndHangUp)),
                push("somebody else was first", "", times(1, COMMIT, status(412))),
                push("conflict", "", times(2, COMMIT, status(409))),
                push("somebody else is always first", "others change the dataset", times(ALWAYS, COMMIT, status(412))),
                push("commit refused", "the hub answered 400", times(1, COMMIT, status(400))),
                push("commit without a number", "names no new commit", times(1, COMMIT, body(Map.of("success", true)))),
                push("503 of a large file", "", times(2, PUT, status(503))),
                push("store is full", "the hub answered 507", times(ALWAYS, PUT, status(507))),
                push("store hangs up", "", times(1, PUT, hangUp())),
                push("signature has run out", "the hub answered 403", times(ALWAYS, PUT, status(403))),
                push("large file not verified", "the hub answered 404", times(1, "POST /lfs/verify/.*", status(404))),
                push(
                        "large files refused",
                        "large files are refused: too big",
                        times(
                                1,
                                "POST .*/batch",
                                exchange -> StandInHub.send(
                                        exchange,
                                        200,
                                        Map.of(
                                                "objects",
                                                List.of(Map.of(
                                                        "oid",
                                                        "0",
                                                        "size",
                                                        1,
                                                        "error",
                                                        Map.of("code", 422, "message", "too big"))))))),
                push("upload to another scheme", "which is not https", times(1, "POST .*/batch", Faults::uploadToFtp)),
                push(
                        "no places for large files",
                        "does not say where",
                        times(1, "POST .*/batch", body(Map.of("objects", List.of())))),
                push(
                        "no ways to upload",
                        "does not say how to upload",
                        times(1, "POST .*/preupload/.*", body(Map.of("files", List.of())))),
                push(
                        "rules leave files out",
                        "leaves out",
                        times(
                                1,
                                "POST .*/preupload/.*",
                                body(Map.of(
                                        "files",
                                        List.of(Map.of(
                                                "path",
                                                "data/" + HubFixture.RUN + "/run.json",
                                                "uploadMode",
                                                "regular",
                                                "shouldIgnore",
                                                true)))))),
                push("rate limit", "", times(2, "POST .*", status(429, "Retry-After", "0"))),
                new Case(
                        "push: token may only read", false, StandInHub.READER, _ -> {}, "needs a token that may write"),
                new Case("push: token is unknown", false, "hf_unknown_token", _ -> {}, "HF_TOKEN is refused"));
    }

    /// The stand-in does what is asked, and its answer gets lost.
    private static boolean commitAndHangUp(HttpExchange exchange) {
        exchange.getResponseHeaders().set("Lost", "yes");
        return false;
    }

    private static boolean uploadToFtp(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String hash = message.replaceFirst("(?s).*?\"oid\":\"([0-9a-f]{64})\".*", "$1");
        Map<String, Object> object = new LinkedHashMap<>(Map.of("oid", hash, "size", 5000));
        object.put("actions", Map.of("upload", Map.of("href", "ftp://127.0.0.1/x")));
        return StandInHub.send(exchange, 200, Map.of("objects", List.of(object)));
    }
}

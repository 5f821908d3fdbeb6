package slmlab.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.file.Sha256;
import slmlab.hub.StandInRepo.Entry;

/// A hub for datasets on this machine, as far as clients of Hugging Face's need one; its large files lie on another
/// host. The real `huggingface_hub` drives it in a test.
public final class StandInHub implements AutoCloseable {
    public static final String WRITER = "hf_StandInWriter0123456789abcdef";
    public static final String READER = "hf_StandInReader0123456789abcdef";

    /// Answers in the place of the hub.
    @FunctionalInterface
    public interface Fault {
        /// Return whether it has answered.
        boolean answers(HttpExchange exchange) throws IOException;
    }

    private final HttpServer hub;
    private final HttpServer store;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, StandInRepo> repos = new ConcurrentHashMap<>();
    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    private final Map<String, Map<Integer, byte[]>> parts = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> strangers = new CopyOnWriteArrayList<>();
    private volatile Fault fault = _ -> false;
    private volatile int pageSize = 3;
    private volatile int partSize;

    public StandInHub() throws IOException {
        hub = server();
        store = server();
        hub.createContext("/", exchange -> serve(exchange, this::answer));
        store.createContext("/", exchange -> {
            if (exchange.getRequestHeaders().containsKey("Authorization")) {
                strangers.add(exchange.getRequestURI().toString());
            }
            serve(exchange, this::store);
        });
        hub.start();
        store.start();
    }

    private HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        return server;
    }

    public String address() {
        return "http://127.0.0.1:" + hub.getAddress().getPort();
    }

    String storeAddress() {
        return "http://127.0.0.1:" + store.getAddress().getPort();
    }

    /// Return a dataset, made if there is none.
    public StandInRepo repo(String name) {
        return repos.computeIfAbsent(name, _ -> new StandInRepo(name.endsWith("dev")));
    }

    /// Return what was asked so far, as `GET /path`.
    public List<String> requests() {
        return requests;
    }

    /// Return requests that carried a token to the host of large files.
    public List<String> strangers() {
        return strangers;
    }

    public void fault(Fault next) {
        fault = next;
    }

    public void pageSize(int entries) {
        pageSize = entries;
    }

    /// @param bytes of a part of a large upload; 0 for uploads in one piece
    public void partSize(int bytes) {
        partSize = bytes;
    }

    /// Return the content of a file.
    public byte[] content(Entry entry) {
        return entry.sha256() == null ? entry.content() : Objects.requireNonNull(objects.get(entry.sha256()));
    }

    /// Keep a large file.
    public Entry large(byte[] content) {
        String hash = Sha256.of(content);
        objects.put(hash, content);
        return Entry.large(hash, content.length);
    }

    private void serve(HttpExchange exchange, Fault answer) throws IOException {
        try (exchange) {
            requests.add("%s %s%s"
                    .formatted(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI().getRawPath(),
                            exchange.getRequestHeaders().containsKey("Range") ? " rest" : ""));
            if (!fault.answers(exchange)) {
                boolean _ = answer.answers(exchange);
            }
        }
    }

    /// Send an answer.
    ///
    /// @param headers names and values in turn
    public static boolean send(HttpExchange exchange, int status, Object body, String... headers) throws IOException {
        byte[] bytes = body instanceof byte[] raw ? raw : JsonFile.line(body).getBytes(StandardCharsets.UTF_8);
        if (!(body instanceof byte[])) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
        }
        exchange.getRequestBody().readAllBytes();
        if (exchange.getResponseHeaders().containsKey("Lost")) {
            return true; // a fault wants the answer to get lost
        }
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().putIfAbsent("Content-Length", List.of(Integer.toString(bytes.length)));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        return true;
    }

    static boolean refuse(HttpExchange exchange, int status, String code, String message) throws IOException {
        return send(exchange, status, Map.of("error", message), "X-Error-Code", code, "X-Error-Message", message);
    }

    private boolean answer(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getRawPath().substring(1).split("/", -1);
        for (int i = 0; i < path.length; i++) {
            path[i] = URLDecoder.decode(path[i].replace("+", "%2B"), StandardCharsets.UTF_8);
        }
        String token = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("")
                .replaceFirst("^Bearer ", "");
        if (!token.isEmpty() && !token.equals(WRITER) && !token.equals(READER)) {
            return refuse(exchange, 401, "", "Invalid credentials in Authorization header");
        }
        if (path[0].equals("lfs")) {
            return largeFile(exchange, path);
        }
        if (path[0].equals("api") && path[1].equals("whoami-v2")) {
            return token.isEmpty()
                    ? refuse(exchange, 401, "", "Invalid username or password.")
                    : send(exchange, 200, user(token.equals(READER) ? "read" : "write"));
        }
        int at = path[0].equals("api") ? 2 : 1;
        if (!path[at - 1].equals("datasets") || path.length < at + 2) {
            return refuse(exchange, 404, "", "Not Found");
        }
        boolean isBatch = path[at + 1].endsWith(".git");
        @Nullable StandInRepo repo = repos.get(path[at] + "/" + path[at + 1].replaceFirst("\\.git$", ""));
        if (repo == null || (repo.isPrivate() && token.isEmpty())) {
            return token.isEmpty()
                    ? refuse(exchange, 401, "", "Invalid username or password.")
                    : refuse(exchange, 404, "RepoNotFound", "Repository not found");
        }
        if (exchange.getRequestMethod().equals("POST") && !token.equals(WRITER)) {
            return refuse(exchange, 403, "", "You need write access to this repository");
        }
        String what = isBatch ? "batch" : path.length > at + 2 ? path[at + 2] : "revision";
        String revision = path.length > at + 3 ? path[at + 3] : "main";
        String rest = String.join("/", Arrays.asList(path).subList(Math.min(path.length, at + 4), path.length));
        return switch (what) {
            case "batch" -> batch(exchange);
            case "preupload" -> preupload(exchange);
            case "commit" -> commit(exchange, repo, path[at] + "/" + path[at + 1]);
            default -> read(exchange, repo, path[at] + "/" + path[at + 1], what, revision, rest);
        };
    }

    private static Map<String, Object> user(String role) {
        return Map.of("type", "user", "name", "me", "auth", Map.of("accessToken", Map.of("role", role)));
    }

    private boolean read(
            HttpExchange exchange, StandInRepo repo, String name, String what, String revision, String path)
            throws IOException {
        @Nullable SortedMap<String, Entry> tree = repo.tree(revision);
        if (tree == null) {
            return refuse(exchange, 404, "RevisionNotFound", "Invalid rev id: " + revision);
        }
        String commit = revision.equals("main") ? repo.head() : revision;
        return switch (what) {
            case "revision" ->
                send(
                        exchange,
                        200,
                        Map.of(
                                "_id",
                                "1",
                                "id",
                                name,
                                "sha",
                                commit,
                                "private",
                                repo.isPrivate(),
                                "siblings",
                                tree.keySet().stream()
                                        .map(file -> Map.of("rfilename", file))
                                        .toList()));
            case "tree" ->
                tree(
                        exchange,
                        repo.list(
                                tree,
                                path,
                                exchange.getRequestURI()
                                        .toString()
                                        .toLowerCase(Locale.ROOT)
                                        .contains("recursive=true")),
                        path);
            default -> {
                @Nullable Entry entry = tree.get(path);
                yield entry == null
                        ? refuse(exchange, 404, "EntryNotFound", "Entry not found")
                        : resolve(exchange, entry, commit);
            }
        };
    }

    private boolean tree(HttpExchange exchange, List<Map<String, Object>> entries, String path) throws IOException {
        if (entries.isEmpty() && !path.isEmpty()) {
            return refuse(exchange, 404, "EntryNotFound", path + " does not exist");
        }
        String query = exchange.getRequestURI().getRawQuery();
        int from = query.contains("cursor=") ? Integer.parseInt(query.replaceFirst(".*cursor=(\\d+).*", "$1")) : 0;
        int to = Math.min(entries.size(), from + pageSize);
        if (to < entries.size()) {
            String next = "%s%s?%s&cursor=%s"
                    .formatted(
                            address(), exchange.getRequestURI().getRawPath(), query.replaceFirst("&cursor=.*", ""), to);
            exchange.getResponseHeaders().set("Link", "<%s>; rel=\"next\"".formatted(next));
        }
        return send(exchange, 200, entries.subList(from, to));
    }

    private boolean resolve(HttpExchange exchange, Entry entry, String commit) throws IOException {
        exchange.getResponseHeaders().set("X-Repo-Commit", commit);
        if (entry.sha256() == null) {
            return content(exchange, entry.content(), FileHash.blob(entry.content()));
        }
        return send(
                exchange,
                302,
                new byte[0],
                "Location",
                "%s/objects/%s?sig=secret".formatted(storeAddress(), entry.sha256()),
                "X-Linked-Size",
                Long.toString(entry.size()),
                "X-Linked-Etag",
                "\"%s\"".formatted(entry.sha256()));
    }

    private static boolean content(HttpExchange exchange, byte[] content, String tag) throws IOException {
        @Nullable String range = exchange.getRequestHeaders().getFirst("Range");
        if (range == null) {
            return send(exchange, 200, content, "ETag", "\"%s\"".formatted(tag));
        }
        int from = Integer.parseInt(range.replaceFirst("bytes=(\\d+)-.*", "$1"));
        if (from >= content.length) {
            return refuse(exchange, 416, "", "Range Not Satisfiable");
        }
        return send(
                exchange,
                206,
                Arrays.copyOfRange(content, from, content.length),
                "Content-Range",
                "bytes %s-%s/%s".formatted(from, content.length - 1, content.length));
    }

    private static Map<?, ?> message(HttpExchange exchange) throws IOException {
        return (Map<?, ?>) JsonFile.parse(exchange.getRequestBody().readAllBytes(), "a message");
    }

    private static boolean preupload(HttpExchange exchange) throws IOException {
        List<?> files = (List<?>) Objects.requireNonNull(message(exchange).get("files"));
        return send(
                exchange,
                200,
                Map.of(
                        "files",
                        files.stream()
                                .map(each -> (Map<?, ?>) Objects.requireNonNull(each))
                                .map(file -> Map.of(
                                        "path",
                                        String.valueOf(file.get("path")),
                                        "shouldIgnore",
                                        false,
                                        "uploadMode",
                                        String.valueOf(file.get("path")).matches(".*\\.(safetensors|png|bin)")
                                                ? "lfs"
                                                : "regular"))
                                .toList()));
    }

    private boolean batch(HttpExchange exchange) throws IOException {
        List<?> asked = (List<?>) Objects.requireNonNull(message(exchange).get("objects"));
        return send(
                exchange,
                200,
                Map.of(
                        "transfer",
                        partSize > 0 ? "multipart" : "basic",
                        "objects",
                        asked.stream()
                                .map(each -> (Map<?, ?>) Objects.requireNonNull(each))
                                .map(object -> actions(
                                        String.valueOf(object.get("oid")),
                                        ((Number) Objects.requireNonNull(object.get("size"))).longValue()))
                                .toList()));
    }

    private Map<String, Object> actions(String hash, long size) {
        Map<String, Object> object = new LinkedHashMap<>(Map.of("oid", hash, "size", size));
        if (!objects.containsKey(hash)) {
            Map<String, Object> upload = new LinkedHashMap<>();
            if (partSize == 0) {
                upload.put("href", "%s/objects/%s?sig=secret".formatted(storeAddress(), hash));
            } else {
                Map<String, Object> header = new LinkedHashMap<>(Map.of("chunk_size", Integer.toString(partSize)));
                for (int part = 1; (part - 1L) * partSize < size; part++) {
                    header.put(
                            String.format(Locale.ROOT, "%05d", part),
                            "%s/parts/%s/%s?sig=secret".formatted(storeAddress(), hash, part));
                }
                upload.put("href", "%s/lfs/complete/%s".formatted(address(), hash));
                upload.put("header", header);
            }
            object.put(
                    "actions",
                    Map.of("upload", upload, "verify", Map.of("href", "%s/lfs/verify/%s".formatted(address(), hash))));
        }
        return object;
    }

    private boolean largeFile(HttpExchange exchange, String[] path) throws IOException {
        String hash = path[2];
        Map<?, ?> message = message(exchange);
        if (path[1].equals("complete")) {
            List<?> told = (List<?>) Objects.requireNonNull(message.get("parts"));
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            for (Object each : told) {
                Object number = Objects.requireNonNull(((Map<?, ?>) Objects.requireNonNull(each)).get("partNumber"));
                whole.writeBytes(Objects.requireNonNull(
                        parts.getOrDefault(hash, Map.of()).get(number)));
            }
            return keep(exchange, hash, whole.toByteArray());
        }
        boolean isThere = objects.containsKey(hash)
                && Objects.requireNonNull(message.get("size")).equals(objects.get(hash).length);
        return isThere ? send(exchange, 200, Map.of()) : refuse(exchange, 404, "", "Object does not exist");
    }

    private boolean keep(HttpExchange exchange, String hash, byte[] content) throws IOException {
        if (!Sha256.of(content).equals(hash)) {
            return refuse(exchange, 400, "BadDigest", "The SHA-256 does not match");
        }
        objects.put(hash, content);
        return send(exchange, 200, Map.of(), "ETag", "\"%s\"".formatted(hash));
    }

    private boolean store(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getRawPath().substring(1).split("/", -1);
        if (exchange.getRequestMethod().equals("PUT")) {
            byte[] content = exchange.getRequestBody().readAllBytes();
            if (path[0].equals("parts")) {
                parts.computeIfAbsent(path[1], _ -> new ConcurrentHashMap<>()).put(Integer.valueOf(path[2]), content);
                return send(exchange, 200, new byte[0], "ETag", "\"part%s\"".formatted(path[2]));
            }
            return keep(exchange, path[1], content);
        }
        byte @Nullable [] content = objects.get(path[1]);
        return content == null ? refuse(exchange, 404, "", "no such object") : content(exchange, content, path[1]);
    }

    private boolean commit(HttpExchange exchange, StandInRepo repo, String name) throws IOException {
        @Nullable String parent = null;
        Map<String, @Nullable Entry> changes = new LinkedHashMap<>();
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        for (String line : text.lines().toList()) {
            Map<?, ?> operation = (Map<?, ?>) JsonFile.parse(line.getBytes(StandardCharsets.UTF_8), "a line");
            Map<?, ?> value = (Map<?, ?>) Objects.requireNonNull(operation.get("value"));
            String path = String.valueOf(value.get("path"));
            switch (String.valueOf(operation.get("key"))) {
                case "header" -> parent = (String) value.get("parentCommit");
                case "file" ->
                    changes.put(path, Entry.small(Base64.getDecoder().decode(String.valueOf(value.get("content")))));
                case "lfsFile" -> {
                    byte @Nullable [] content = objects.get(String.valueOf(value.get("oid")));
                    if (content == null) {
                        return refuse(exchange, 400, "", "LFS pointer to a file that does not exist");
                    }
                    changes.put(path, Entry.large(String.valueOf(value.get("oid")), content.length));
                }
                case "deletedFile" -> changes.put(path, null);
                default -> {
                    return refuse(exchange, 400, "", "unknown operation " + operation.get("key"));
                }
            }
        }
        if (!repo.commit(parent, changes)) {
            return refuse(exchange, 412, "", "A commit has happened since. Please refresh and try again.");
        }
        return send(
                exchange,
                200,
                Map.of(
                        "success",
                        true,
                        "commitOid",
                        repo.head(),
                        "commitUrl",
                        "%s/datasets/%s/commit/%s".formatted(address(), name, repo.head()),
                        "hookOutput",
                        ""));
    }

    @Override
    public void close() {
        hub.stop(0);
        store.stop(0);
        threads.shutdownNow();
    }
}

package slmlab.hub;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import slmlab.file.JsonFile;

/// A dataset on a hub: what is in it, and what a commit does to it.
public final class Dataset {
    private static final String MAIN = "main";
    private static final String JSON = "application/json";
    private static final String LFS = "application/vnd.git-lfs+json";
    private static final int LARGEST = 16 << 20; // bytes of an answer
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40,64}");

    private final HubClient client;
    private final URI endpoint;
    private final String name;

    private Dataset(HubClient client, URI endpoint, String name) {
        this.client = client;
        this.endpoint = endpoint;
        this.name = name;
    }

    /// Return the dataset that a variable names.
    ///
    /// @param variable [HubSettings#REPO] or [HubSettings#PUBLIC]
    /// @param notice gets a line when there is something to wait for
    public static Dataset of(HubSettings settings, String variable, Consumer<String> notice) {
        return of(settings, variable, Waits.USUAL, notice);
    }

    static Dataset of(HubSettings settings, String variable, Waits waits, Consumer<String> notice) {
        return new Dataset(new HubClient(settings, waits, notice), settings.endpoint(), settings.dataset(variable));
    }

    /// Return its name, `OWNER/NAME`.
    public String name() {
        return name;
    }

    HubClient client() {
        return client;
    }

    /// Return the page of the dataset.
    public String page() {
        return "%s/datasets/%s".formatted(endpoint, name);
    }

    /// Return the page of a folder in it.
    ///
    /// @param folder path in the dataset
    public String page(String folder) {
        return "%s/tree/%s/%s".formatted(page(), MAIN, HubPath.encoded(folder));
    }

    /// Refuse a token that may not write, as far as the hub says: before anything long begins.
    public void checkAccess() {
        Map<?, ?> user = map(json(HubCall.get(address("/api/whoami-v2"))), "the hub's answer about HF_TOKEN");
        if (user.get("auth") instanceof Map<?, ?> auth
                && auth.get("accessToken") instanceof Map<?, ?> token
                && "read".equals(token.get("role"))) {
            throw new IllegalArgumentException(
                    "HF_TOKEN may only read; make one that may write to %s in the settings of your account"
                            .formatted(name));
        }
        String _ = head();
    }

    /// Return the commit that the dataset is at.
    String head() {
        Map<?, ?> info = map(json(HubCall.get(api("/revision/" + MAIN))), "the hub's answer about " + name);
        if (info.get("sha") instanceof String sha && COMMIT.matcher(sha).matches()) {
            return sha;
        }
        throw new HubException("%s: the hub names no commit".formatted(name));
    }

    /// Return the files below a folder, at a commit.
    Listing files(String commit, String folder) {
        return list(commit, folder, true);
    }

    /// Return what lies in a folder itself, at a commit.
    Listing entries(String commit, String folder) {
        return list(commit, folder, false);
    }

    private Listing list(String commit, String folder, boolean isDeep) {
        Listing listing = new Listing(folder);
        Optional<URI> next = Optional.of(api("/tree/%s%s?recursive=%s&expand=false"
                .formatted(commit, folder.isEmpty() ? "" : "/" + HubPath.encoded(folder), isDeep)));
        try {
            while (next.isPresent()) {
                URI from = next.get();
                next = client.send(HubCall.get(from), answer -> {
                    Object page = read(answer.body(), "the list of " + folder);
                    listing.add(page);
                    return Listing.next(answer).map(text -> client.ownAddress(text, from));
                });
            }
        } catch (MissingException _) {
            return listing; // there is no such folder yet
        }
        return listing;
    }

    /// Ask for the rest of a file.
    ///
    /// @param from how many bytes there are already; asked for again after a failure
    <T> T download(String commit, String path, LongSupplier from, HubClient.Reader<T> reader) {
        URI uri = address("/datasets/%s/resolve/%s/%s".formatted(name, commit, HubPath.encoded(path)));
        Supplier<HubCall> rest = () -> from.getAsLong() == 0
                ? HubCall.get(uri)
                : HubCall.get(uri).with("Range", "bytes=%s-".formatted(from.getAsLong()));
        return client.send(rest, from, reader);
    }

    /// Ask how files are to be uploaded.
    ///
    /// @param question what the API `preupload` takes
    Map<?, ?> preupload(Object question) {
        return map(json(HubCall.post(api("/preupload/" + MAIN), JSON, body(question))), "the hub's ways to upload");
    }

    /// Ask where the contents of large files go.
    ///
    /// @param question what the batch API of large file storage takes
    Map<?, ?> batch(Object question) {
        HubCall call =
                HubCall.post(address("/datasets/%s.git/info/lfs/objects/batch".formatted(name)), LFS, body(question));
        return map(json(call.with("Accept", LFS)), "the hub's places for large files");
    }

    /// Tell an address that the hub gave something, as JSON.
    void tell(String address, Object message) {
        URI uri = client.address(address, endpoint);
        client.send(
                HubCall.post(uri, LFS, body(message)).with("Accept", LFS),
                answer -> answer.body().readAllBytes());
    }

    /// Send bytes to an address that the hub gave; return its `ETag`.
    String put(String address, HubCall.Body body) {
        return client.send(
                HubCall.put(client.address(address, endpoint), body),
                answer -> answer.headers().firstValue("ETag").orElse(""));
    }

    /// Change the dataset: all lines take effect together.
    ///
    /// @param lines what the API `commit` takes, a JSON each; made again each time that they are sent
    /// @return the new commit
    /// @throws ChangedException if the dataset is no longer at the parent that the first line names
    String commit(Supplier<Iterator<Object>> lines) {
        HubCall.Body body = new HubCall.Body(-1, () -> new LineStream(lines.get()));
        Map<?, ?> done = map(
                json(HubCall.post(api("/commit/" + MAIN), "application/x-ndjson", body)),
                "the hub's answer to a commit");
        if (done.get("commitOid") instanceof String commit) {
            return commit;
        }
        throw new HubException("%s: the hub names no new commit".formatted(name));
    }

    Duration pauseAfter(int failures) {
        return client.waits().after(failures);
    }

    int tries() {
        return client.waits().tries();
    }

    private URI address(String path) {
        return URI.create(endpoint + path);
    }

    private URI api(String rest) {
        return address("/api/datasets/%s%s".formatted(name, rest));
    }

    private Object json(HubCall call) {
        return client.send(call, answer -> read(answer.body(), call.toString()));
    }

    private static HubCall.Body body(Object message) {
        byte[] bytes = JsonFile.line(message).getBytes(StandardCharsets.UTF_8);
        return new HubCall.Body(bytes.length, () -> new ByteArrayInputStream(bytes));
    }

    /// Read JSON of a bounded size.
    private Object read(InputStream in, String what) throws IOException {
        byte[] bytes = in.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            throw new HubException("%s has more than %s MB".formatted(what, LARGEST >> 20));
        }
        try {
            return JsonFile.parse(bytes, what);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new HubException(
                    client.token() == null ? message : client.token().hide(message));
        }
    }

    private static Map<?, ?> map(Object json, String what) {
        if (json instanceof Map<?, ?> map) {
            return map;
        }
        throw new HubException("%s is not what it should be".formatted(what));
    }
}

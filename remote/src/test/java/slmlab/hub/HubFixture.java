package slmlab.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import slmlab.hub.StandInRepo.Entry;

/// A stand-in hub, a run folder, and what both have to say afterwards.
final class HubFixture implements AutoCloseable {
    static final String RUN = "ppo_cartpole_2026_01_01_000000";
    static final String DEV = "me/dev";
    private static final Waits QUICK = new Waits(Duration.ofSeconds(1), Duration.ofMillis(1), Duration.ofSeconds(2), 4);

    final StandInHub hub;
    final StandInRepo repo;
    final List<String> notices = new CopyOnWriteArrayList<>();

    HubFixture() throws IOException {
        hub = new StandInHub();
        repo = hub.repo(DEV);
    }

    Dataset dataset() {
        return dataset(StandInHub.WRITER);
    }

    Dataset dataset(String token) {
        Map<String, String> values = Map.of("HF_ENDPOINT", hub.address(), "HF_REPO", DEV, "HF_TOKEN", token);
        return Dataset.of(new HubSettings(values), HubSettings.REPO, QUICK, notices::add);
    }

    /// Return the files of a run: small and large ones, an empty one, two of one content, a name with signs.
    static SortedMap<String, byte[]> run(long seed) {
        Random random = new Random(seed);
        byte[] weights = new byte[5000];
        random.nextBytes(weights);
        SortedMap<String, byte[]> files = new TreeMap<>();
        files.put("ppo_spec.json", "{\"seed\": %s}\n".formatted(seed).getBytes(StandardCharsets.UTF_8));
        files.put("run.json", "{}\n".getBytes(StandardCharsets.UTF_8));
        files.put("info/table.csv", "a,b\n".repeat(400 + random.nextInt(100)).getBytes(StandardCharsets.UTF_8));
        files.put("log/empty.log", new byte[0]);
        files.put("graph/Kurve ä+%20#1.txt", "x".getBytes(StandardCharsets.UTF_8));
        files.put("model/a.safetensors", weights);
        files.put("model/b.safetensors", weights);
        return files;
    }

    static Path write(Path folder, SortedMap<String, byte[]> files) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path to = folder.resolve(file.getKey());
            Files.createDirectories(to.getParent());
            Files.write(to, file.getValue());
        }
        return folder;
    }

    /// Return the files of a local folder.
    static SortedMap<String, String> local(Path folder) {
        SortedMap<String, String> files = new TreeMap<>();
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path file : entries.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), text(Files.readAllBytes(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /// Return the files of a folder of the dataset.
    SortedMap<String, String> remote(String folder) {
        SortedMap<String, String> files = new TreeMap<>();
        repo.files().forEach((path, entry) -> {
            if (path.startsWith(folder + "/")) {
                files.put(path.substring(folder.length() + 1), text(hub.content(entry)));
            }
        });
        return files;
    }

    static SortedMap<String, String> texts(SortedMap<String, byte[]> files) {
        SortedMap<String, String> texts = new TreeMap<>();
        files.forEach((name, content) -> texts.put(name, text(content)));
        return texts;
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    /// Put a run into the dataset, as another program would.
    void publish(String name, SortedMap<String, byte[]> files) {
        Map<String, Entry> entries = new TreeMap<>();
        files.forEach((path, content) -> entries.put(
                "data/%s/%s".formatted(name, path),
                path.endsWith("safetensors") ? hub.large(content) : Entry.small(content)));
        boolean _ = repo.commit(null, entries);
    }

    @Override
    public void close() {
        hub.close();
    }
}

package slmlab.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.OutputFile;

/// Local files that go into a dataset with one commit: all of them are seen there together, or none.
///
/// The contents of large files are sent before it. What the dataset has already is not sent, so an upload that was cut
/// off continues where it was. If the dataset changes meanwhile, the differences are taken again.
public final class Upload {
    private static final int SAMPLE = 512; // bytes, by which the hub tells text from other files
    private static final int MODES_AT_ONCE = 256;

    private final Dataset dataset;
    private final String summary;
    private final @Nullable String mirrored;
    private final SortedMap<String, Path> files;
    private final Map<String, FileHash> hashes = new TreeMap<>();

    private Upload(Dataset dataset, String summary, @Nullable String mirrored, SortedMap<String, Path> files) {
        this.dataset = dataset;
        this.summary = summary;
        this.mirrored = mirrored;
        this.files = files;
    }

    /// Upload a folder: afterwards the dataset's folder has the same files as the local one.
    ///
    /// @param to path of the folder in the dataset
    public static Upload ofFolder(Dataset dataset, Path folder, String to) {
        return new Upload(dataset, "Upload " + to, to, LocalFiles.of(folder, to));
    }

    /// Upload the documentation and the page of the dataset itself; nothing is removed.
    ///
    /// @param docs folder of the documentation
    /// @param readme file; left out if it does not exist
    public static Upload ofDocs(Dataset dataset, Path docs, Path readme) {
        SortedMap<String, Path> files = LocalFiles.of(docs, "docs");
        if (Files.isRegularFile(readme)) {
            files.put("README.md", readme);
        }
        return new Upload(dataset, "Upload docs and README", null, files);
    }

    /// What an upload would do to a dataset.
    ///
    /// @param head commit that the dataset is at
    /// @param added paths of new files
    /// @param replaced paths of files that differ
    /// @param removed paths of files that are only in the dataset
    /// @param same how many files are there already
    /// @param bytes of the added and the replaced files
    public record Changes(
            String head, List<String> added, List<String> replaced, List<String> removed, int same, long bytes) {

        public boolean isEmpty() {
            return added.isEmpty() && replaced.isEmpty() && removed.isEmpty();
        }

        List<String> sent() {
            return Stream.concat(added.stream(), replaced.stream()).sorted().toList();
        }
    }

    /// Compare with the dataset.
    ///
    /// @throws IllegalArgumentException if there is no file, or one of them contains the token
    public Changes changes() {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("there is no file to upload");
        }
        String head = dataset.head();
        Map<String, HubFile> there = there(head);
        List<String> added = new ArrayList<>();
        List<String> replaced = new ArrayList<>();
        long bytes = 0;
        for (String path : files.keySet()) {
            @Nullable HubFile old = there.remove(path);
            FileHash local = hash(path);
            if (old == null || !old.isSame(local)) {
                (old == null ? added : replaced).add(path);
                bytes += local.size();
            }
        }
        List<String> removed = mirrored == null ? List.of() : List.copyOf(there.keySet());
        int same = files.size() - added.size() - replaced.size();
        return new Changes(head, added, replaced, removed, same, bytes);
    }

    /// Return the dataset's files where the local ones go.
    private Map<String, HubFile> there(String head) {
        List<Listing> listings = mirrored != null
                ? List.of(dataset.files(head, mirrored))
                : List.of(dataset.entries(head, ""), dataset.files(head, "docs"));
        return listings.stream()
                .flatMap(listing -> listing.files().stream())
                .collect(Collectors.toMap(HubFile::path, Function.identity(), (first, _) -> first, TreeMap::new));
    }

    private FileHash hash(String path) {
        return hashes.computeIfAbsent(path, _ -> {
            Path file = file(path);
            try {
                return FileHash.of(file, dataset.client().token());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
            }
        });
    }

    private Path file(String path) {
        return Objects.requireNonNull(files.get(path), path);
    }

    /// Upload what differs.
    ///
    /// @return the new commit; empty if the dataset has everything already
    public Optional<String> run() {
        int failures = 0;
        while (true) {
            Changes changes = changes();
            if (changes.isEmpty()) {
                return Optional.empty();
            }
            try {
                Map<String, Boolean> isLarge = modes(changes.sent());
                new LargeFiles(dataset)
                        .send(changes.sent().stream()
                                .filter(isLarge::get)
                                .collect(Collectors.toMap(this::file, this::hash)));
                return Optional.of(dataset.commit(() -> lines(changes, isLarge)));
            } catch (ChangedException e) {
                failures++;
                if (failures == dataset.tries()) {
                    throw new HubException(
                            "%s; others change the dataset at the same time: run the command again"
                                    .formatted(e.getMessage()),
                            e);
                }
                dataset.client().pause(dataset.pauseAfter(failures));
            }
        }
    }

    /// Ask the hub which files go to large file storage.
    private Map<String, Boolean> modes(List<String> paths) {
        Map<String, Boolean> isLarge = new TreeMap<>();
        List<String> ignored = new ArrayList<>();
        for (int from = 0; from < paths.size(); from += MODES_AT_ONCE) {
            List<String> some = paths.subList(from, Math.min(paths.size(), from + MODES_AT_ONCE));
            Map<?, ?> answer = dataset.preupload(
                    Map.of("files", some.stream().map(this::question).toList()));
            if (answer.get("files") instanceof List<?> entries) {
                for (Object each : entries) {
                    if (each instanceof Map<?, ?> entry
                            && entry.get("path") instanceof String path
                            && files.containsKey(path)) {
                        isLarge.put(
                                path,
                                "lfs".equals(entry.get("uploadMode"))
                                        && hash(path).size() > 0);
                        if (Boolean.TRUE.equals(entry.get("shouldIgnore"))) {
                            ignored.add(path);
                        }
                    }
                }
            }
        }
        if (!ignored.isEmpty()) {
            throw new IllegalArgumentException("the file .gitignore of %s leaves out %s; remove that rule there"
                    .formatted(dataset.name(), String.join(", ", ignored)));
        }
        if (!isLarge.keySet().containsAll(paths)) {
            throw new HubException("%s: the hub does not say how to upload all files".formatted(dataset.name()));
        }
        return isLarge;
    }

    private Map<String, Object> question(String path) {
        Path file = file(path);
        try (InputStream in = Files.newInputStream(file)) {
            String sample = Base64.getEncoder().encodeToString(in.readNBytes(SAMPLE));
            return Map.of("path", path, "sample", sample, "size", hash(path).size());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    private Iterator<Object> lines(Changes changes, Map<String, Boolean> isLarge) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("summary", summary);
        header.put("description", "");
        header.put("parentCommit", changes.head());
        Stream<Object> sent = changes.sent().stream()
                .map(path -> Boolean.TRUE.equals(isLarge.get(path)) ? pointer(path) : content(path));
        Stream<Object> removed = changes.removed().stream().map(path -> line("deletedFile", Map.of("path", path)));
        return Stream.of(Stream.<Object>of(line("header", header)), sent, removed)
                .flatMap(Function.identity())
                .iterator();
    }

    private Object pointer(String path) {
        FileHash hash = hash(path);
        return line("lfsFile", Map.of("path", path, "algo", "sha256", "oid", hash.sha256(), "size", hash.size()));
    }

    private Object content(String path) {
        Path file = file(path);
        try {
            byte[] content = Files.readAllBytes(file);
            if (!FileHash.blob(content).equals(hash(path).blob())) {
                throw new HubException("%s has changed while it was uploaded".formatted(file));
            }
            String text = Base64.getEncoder().encodeToString(content);
            return line("file", Map.of("path", path, "encoding", "base64", "content", text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        }
    }

    private static Map<String, Object> line(String key, Object value) {
        return Map.of("key", key, "value", value);
    }
}

package slmlab.hub;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A dataset of the stand-in: a line of commits, each a whole tree.
public final class StandInRepo {
    private final List<Commit> commits = new ArrayList<>();
    private final boolean isPrivate;

    StandInRepo(boolean isPrivate) {
        this.isPrivate = isPrivate;
        commits.add(new Commit(sha(), new TreeMap<>()));
    }

    private record Commit(String sha, SortedMap<String, Entry> tree) {}

    /// A file.
    ///
    /// @param type as the listing has it: file
    /// @param content of a small file, and the pointer of a large one
    /// @param sha256 of a large file; null for a small one
    /// @param size that the listing has
    public record Entry(
            String type, byte[] content, @Nullable String sha256, long size) {

        public static Entry small(byte[] content) {
            return new Entry("file", content, null, content.length);
        }

        public static Entry large(String sha256, long size) {
            String pointer =
                    "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %s\n".formatted(sha256, size);
            return new Entry("file", pointer.getBytes(StandardCharsets.UTF_8), sha256, size);
        }
    }

    boolean isPrivate() {
        return isPrivate;
    }

    private String sha() {
        return FileHash.blob("commit %s of %s"
                .formatted(commits.size(), System.identityHashCode(this))
                .getBytes(StandardCharsets.UTF_8));
    }

    public synchronized String head() {
        return commits.getLast().sha();
    }

    public synchronized int count() {
        return commits.size();
    }

    /// Return the files at a commit; null if there is no such commit.
    synchronized @Nullable SortedMap<String, Entry> tree(String revision) {
        String wanted = revision.equals("main") ? head() : revision;
        return commits.stream()
                .filter(commit -> commit.sha().equals(wanted))
                .findFirst()
                .map(Commit::tree)
                .orElse(null);
    }

    /// Return the files now.
    public SortedMap<String, Entry> files() {
        SortedMap<String, Entry> tree = tree("main");
        return tree == null ? new TreeMap<>() : tree;
    }

    /// Add a commit.
    ///
    /// @param changes files by their paths; null removes one
    /// @return false if the parent is not the head
    public synchronized boolean commit(@Nullable String parent, Map<String, ? extends @Nullable Entry> changes) {
        if (parent != null && !parent.equals(head())) {
            return false;
        }
        SortedMap<String, Entry> tree = new TreeMap<>(files());
        changes.forEach((path, entry) -> {
            if (entry == null) {
                tree.remove(path);
            } else {
                tree.put(path, entry);
            }
        });
        commits.add(new Commit(sha(), tree));
        return true;
    }

    /// Return a listing as the hub gives it.
    List<Map<String, Object>> list(SortedMap<String, Entry> tree, String folder, boolean isDeep) {
        String prefix = folder.isEmpty() ? "" : folder + "/";
        List<Map<String, Object>> entries = new ArrayList<>();
        TreeSet<String> folders = new TreeSet<>();
        tree.forEach((path, entry) -> {
            if (path.startsWith(prefix)) {
                String rest = path.substring(prefix.length());
                for (int slash = rest.indexOf('/'); slash > 0; slash = isDeep ? rest.indexOf('/', slash + 1) : -1) {
                    folders.add(prefix + rest.substring(0, slash));
                }
                if (isDeep || !rest.contains("/")) {
                    entries.add(json(path, entry));
                }
            }
        });
        folders.forEach(path -> entries.add(Map.of(
                "type",
                "directory",
                "oid",
                FileHash.blob(path.getBytes(StandardCharsets.UTF_8)),
                "size",
                0,
                "path",
                path)));
        return entries;
    }

    private static Map<String, Object> json(String path, Entry entry) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", entry.type());
        json.put("oid", FileHash.blob(entry.content()));
        json.put("size", entry.size());
        json.put("path", path);
        if (entry.sha256() != null) {
            json.put("lfs", Map.of("oid", entry.sha256(), "size", entry.size(), "pointerSize", entry.content().length));
        }
        return json;
    }
}

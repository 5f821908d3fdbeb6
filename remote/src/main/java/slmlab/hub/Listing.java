package slmlab.hub;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.file.Quoted;

/// What a hub says lies in a folder, page by page. Every entry is checked; none is trusted.
final class Listing {
    private static final int MOST = 200_000; // entries
    private static final Pattern NEXT = Pattern.compile("<([^>]+)>\\s*;\\s*rel=\"?next\"?");
    private static final Pattern SHA1 = Pattern.compile("[0-9a-f]{40}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private final String folder;
    private final List<HubFile> files = new ArrayList<>();
    private final List<String> folders = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<String> paths = new HashSet<>();

    /// @param folder that is listed, by its path in the dataset; empty for the dataset itself
    Listing(String folder) {
        this.folder = folder;
    }

    /// Return the address of the next page; empty after the last.
    static Optional<String> next(HttpResponse<?> answer) {
        return answer.headers().allValues("Link").stream()
                .map(NEXT::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .findFirst();
    }

    /// Add a page.
    void add(Object page) {
        if (!(page instanceof List<?> entries)) {
            throw new HubException("the list of %s is not a list".formatted(folder));
        }
        entries.forEach(this::addEntry);
        if (paths.size() > MOST || problems.size() > MOST) {
            throw new HubException(String.format(Locale.ROOT, "%s has more than %,d entries", folder, MOST));
        }
    }

    private void addEntry(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> entry) || !(entry.get("path") instanceof String path)) {
            problems.add("an entry without a path");
            return;
        }
        @Nullable String problem = problem(path, String.valueOf(entry.get("type")));
        if (problem != null) {
            problems.add("%s %s".formatted(Quoted.text(path), problem));
        } else if ("directory".equals(entry.get("type"))) {
            folders.add(path);
        } else {
            addFile(path, entry);
        }
    }

    private @Nullable String problem(String path, String type) {
        @Nullable String problem = HubPath.problem(path);
        if (problem != null) {
            return problem;
        }
        if (!folder.isEmpty() && !path.startsWith(folder + "/")) {
            return "does not lie in " + folder;
        }
        if (!paths.add(path)) {
            return "is there twice";
        }
        return type.equals("file") || type.equals("directory")
                ? null
                : "is a %s, which is not followed".formatted(Quoted.text(type));
    }

    private void addFile(String path, Map<?, ?> entry) {
        Map<?, ?> large = entry.get("lfs") instanceof Map<?, ?> map ? map : Map.of();
        long size = (large.isEmpty() ? entry : large).get("size") instanceof Number number ? number.longValue() : -1;
        String blob = String.valueOf(entry.get("oid"));
        @Nullable String sha256 = large.isEmpty() ? null : String.valueOf(large.get("oid"));
        boolean hasHash = SHA1.matcher(blob).matches()
                && (sha256 == null || SHA256.matcher(sha256).matches());
        if (size >= 0 && hasHash) {
            files.add(new HubFile(path, size, blob, sha256));
        } else {
            problems.add("%s has no size or no hash".formatted(Quoted.text(path)));
        }
    }

    List<HubFile> files() {
        return List.copyOf(files);
    }

    /// Return the folders by their paths, in the hub's order.
    List<String> folders() {
        return List.copyOf(folders);
    }

    /// Return what is wrong with entries, a line each.
    List<String> problems() {
        return List.copyOf(problems);
    }
}

package slmlab.board;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slmlab.run.RunFolder;
import slmlab.search.trial.SearchFolder;

/// The searches of a data folder: each is one row of the list, and its trials are runs that are not in the list.
final class Searches implements AutoCloseable {
    private static final Pattern TRIAL = Pattern.compile("(.+)/(t\\d{1,9})");

    private final Catalog catalog;
    private final Set<String> servers;
    private final Studies studies = new Studies();
    private volatile Map<String, StudySource> sources = Map.of();
    private volatile Map<String, RunCard> cards = Map.of();

    /// @param servers URLs of databases that may be asked
    Searches(Catalog catalog, Set<String> servers) {
        this.catalog = catalog;
        this.servers = servers;
    }

    /// Return the id of a trial's run.
    static String trial(String search, int number) {
        return "%s/t%s".formatted(search, number);
    }

    /// Look at the searches in some folders; return whether one has changed.
    ///
    /// @param version that changed ones get
    boolean look(List<Path> folders, long version) {
        Map<String, StudySource> found = new LinkedHashMap<>();
        Map<String, RunCard> rows = new LinkedHashMap<>();
        boolean changed = false;
        for (Path folder : folders) {
            String id = Objects.toString(folder.toAbsolutePath().normalize().getFileName());
            StudySource source = source(id, folder);
            found.put(id, source);
            RunCard card = card(source);
            RunCard before = cards.get(id);
            boolean isNew = before == null || !card.equals(before.at(0));
            rows.put(id, isNew ? card.at(version) : before);
            changed |= isNew;
        }
        changed |= !cards.keySet().equals(rows.keySet());
        sources = found;
        cards = rows;
        return changed;
    }

    private StudySource source(String id, Path folder) {
        StudySource known = sources.get(id);
        if (known != null && known.database() != null) {
            return known;
        }
        try {
            return StudySource.of(id, folder, catalog, servers);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) { // half-written or broken
            return new StudySource(id, id, null, null, folder, Trouble.of(e));
        }
    }

    private RunCard card(StudySource source) {
        long now = System.currentTimeMillis();
        try {
            return StudyCards.of(source, studies.latest(source), now);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return StudyCards.of(source, new Studies.Reading(null, Trouble.of(e)), now);
        }
    }

    List<RunCard> cards() {
        return List.copyOf(cards.values());
    }

    /// Return the page of a search.
    Optional<StudyPage> page(String id) {
        StudySource source = sources.get(id);
        RunCard card = cards.get(id);
        return source == null || card == null
                ? Optional.empty()
                : Optional.of(StudyPage.of(source, studies.latest(source), card));
    }

    /// Return the run of a trial, which must lie in the folder of its search.
    Optional<RunFolder> trial(String id) {
        Matcher parts = TRIAL.matcher(id);
        StudySource source = parts.matches() ? sources.get(parts.group(1)) : null;
        if (source == null) {
            return Optional.empty();
        }
        Path folder = source.folder().resolve(parts.group(2));
        return Files.isDirectory(folder) && catalog.holds(folder) && RunFolder.isRun(folder)
                ? Optional.of(RunFolder.open(folder))
                : Optional.empty();
    }

    /// Return the folders of searches among some paths.
    static List<Path> among(List<Path> paths) {
        return paths.stream()
                .filter(path -> Files.isDirectory(path) && !Files.isSymbolicLink(path) && SearchFolder.isSearch(path))
                .toList();
    }

    @Override
    public void close() {
        studies.close();
    }
}

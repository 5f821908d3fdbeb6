package slmlab.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import slmlab.file.InputFile;
import slmlab.search.trial.SearchFolder;

/// Where a study can be read.
///
/// @param id by which the page asks for it
/// @param study its name in the database
/// @param database file or URL; null where it may not be opened
/// @param file of the database; null for a server
/// @param folder of the search
/// @param problem why it may not be opened; empty where it may
record StudySource(
        String id,
        String study,
        @Nullable String database,
        @Nullable Path file,
        Path folder,
        String problem) {

    /// Read where a search keeps its study. Only its own file is opened, and databases that the user named: a
    /// folder from elsewhere shall not make the dashboard connect to anywhere.
    ///
    /// @param servers URLs that the user named
    static StudySource of(String id, Path folder, Catalog catalog, Set<String> servers) {
        SearchFolder search = SearchFolder.open(folder);
        String database = search.database();
        Path file = folder.resolve("study.db");
        boolean isOwn = database.equals(file.toString());
        if (isOwn && Files.exists(file) && !catalog.holds(file)) {
            return new StudySource(
                    id,
                    search.study(),
                    null,
                    file,
                    folder,
                    "study.db is a link out of the data folder; it is not followed");
        }
        String problem = isOwn && Files.exists(file) ? InputFile.problem(file) : null;
        if (problem != null) {
            return new StudySource(id, search.study(), null, file, folder, "study.db " + problem);
        }
        if (isOwn || servers.contains(database)) {
            return new StudySource(id, search.study(), database, isOwn ? file : null, folder, "");
        }
        return new StudySource(
                id,
                search.study(),
                null,
                null,
                folder,
                "the study is kept elsewhere; show it with: slm-lab dashboard --study URL (study.json has the URL)");
    }

    /// Return what changes when the study does: sizes and times of its files, or the time where it is on a server.
    String stamp(long now, long period) {
        if (file == null) {
            return Long.toString(now / period);
        }
        return facts(file) + facts(file.resolveSibling("study.db-wal"));
    }

    /// Return when its files were last written, in milliseconds; 0 where nobody can know.
    long newest() {
        return file == null ? 0 : Math.max(time(file), time(file.resolveSibling("study.db-wal")));
    }

    /// Return when the search was begun, in milliseconds.
    long made() {
        return time(folder.resolve(SearchFolder.FACTS));
    }

    private static long time(Path file) {
        BasicFileAttributes facts = attributes(file);
        return facts == null ? 0 : facts.lastModifiedTime().toMillis();
    }

    private static String facts(Path file) {
        BasicFileAttributes facts = attributes(file);
        return facts == null
                ? "-"
                : facts.size() + "@" + facts.lastModifiedTime().toMillis();
    }

    private static @Nullable BasicFileAttributes attributes(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException _) {
            return null; // not there yet
        }
    }
}

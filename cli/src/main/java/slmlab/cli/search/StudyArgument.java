package slmlab.cli.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.DataFolder;
import slmlab.cli.Paths;
import slmlab.cli.RunFolders;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.trial.SearchFolder;

/// The study that a command works on: that of a search's folder, or one of a database.
final class StudyArgument {
    @Parameters(paramLabel = "SEARCH", arity = "0..1", description = "folder of a search, or latest (default: latest)")
    private @Nullable String search;

    @Option(
            names = "--study",
            paramLabel = "URL",
            description = "a database in place of a folder: a file (SQLite) or postgresql://USER@HOST/DATABASE")
    private @Nullable String url;

    @Option(names = "--name", paramLabel = "STUDY", description = "which study of the database (default: the only one)")
    private @Nullable String name;

    @Mixin
    private final DataFolder data = new DataFolder();

    /// Open the study and hand it over.
    void with(Consumer<Study> work) {
        if (url != null && search != null) {
            throw new IllegalArgumentException("name a folder or --study, not both");
        }
        if (url == null && name != null) {
            throw new IllegalArgumentException("--name is for --study; a folder has one study");
        }
        SearchFolder folder = url == null ? folder() : null;
        String from = folder == null ? String.valueOf(url) : folder.database();
        try (Database database = Database.reading(from)) {
            work.accept(Study.open(database, folder == null ? chosen(database) : folder.study()));
        }
    }

    /// Return where the figures of the study belong: into the search's folder, or here where it has none.
    Path figures() {
        return url == null ? folder().path().resolve("graph") : Path.of(".");
    }

    private String chosen(Database database) {
        if (name != null) {
            return name;
        }
        List<Study> all = Study.all(database);
        if (all.size() != 1) {
            throw new IllegalArgumentException(
                    all.isEmpty()
                            ? "there is no study in " + database.name()
                            : "%s has several studies; --name one of %s"
                                    .formatted(
                                            database.name(),
                                            all.stream()
                                                    .map(study -> study.plan().name())
                                                    .collect(Collectors.joining(", "))));
        }
        return all.getFirst().plan().name();
    }

    private SearchFolder folder() {
        if (search == null || (search.equals(RunFolders.LATEST) && !Files.exists(Path.of(RunFolders.LATEST)))) {
            List<SearchFolder> all = SearchFolder.all(data.path());
            if (all.isEmpty()) {
                throw new IllegalArgumentException("there is no search in %s; name its folder".formatted(data.path()));
            }
            return all.getLast();
        }
        Path path = Paths.of(search);
        Path inside = Files.isRegularFile(path) && path.getParent() != null ? path.getParent() : path;
        return SearchFolder.open(inside);
    }
}

package slmlab.cli.train;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import slmlab.cli.Paths;
import slmlab.cli.RunFolders;
import slmlab.run.RunFolder;
import slmlab.search.pbt.Population;
import slmlab.search.trial.SearchFolder;

/// The spec in the folder of a run or a search, for a command that names the folder alone: `run train@latest`.
///
/// @param file the spec file in the folder
/// @param name of the spec in the file
/// @param mode with the folder that was found: `train@DIR`
record FolderSpec(String file, String name, String mode) {

    /// Find the folder that a mode names.
    ///
    /// @param mode `train@…`, `enjoy@…` or `search@…`
    /// @throws IllegalArgumentException that says what is missing
    static FolderSpec of(String mode, Path data) {
        String[] parts = mode.split("@", 2);
        if (parts[1].isEmpty()) {
            throw new IllegalArgumentException("%s@ needs latest or a folder after it".formatted(parts[0]));
        }
        if (parts[0].equals("search")) {
            return search(parts[1], data);
        }
        RunFolder run = RunFolders.of(parts[1], data);
        return new FolderSpec(run.spec().toString(), run.name(), parts[0] + "@" + run.path());
    }

    private static FolderSpec search(String which, Path data) {
        if (!which.equals(RunFolders.LATEST)) {
            Path path = Paths.of(which);
            Path folder = Files.isRegularFile(path) && path.getParent() != null ? path.getParent() : path;
            return Population.isIn(folder) ? of(folder) : of(SearchFolder.open(folder));
        }
        List<SearchFolder> studies = SearchFolder.all(data);
        Optional<Path> population = Population.latest(data);
        if (studies.isEmpty() && population.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no search in %s; --data names another folder, and run SPEC NAME search starts one"
                            .formatted(data));
        }
        boolean isPopulation = population.isPresent()
                && (studies.isEmpty()
                        || Population.started(population.get())
                                .isAfter(studies.getLast().started()));
        return isPopulation ? of(population.get()) : of(studies.getLast());
    }

    private static FolderSpec of(SearchFolder folder) {
        return new FolderSpec(folder.spec().toString(), folder.name(), "search@" + folder.path());
    }

    private static FolderSpec of(Path population) {
        String name = Population.name(population);
        return new FolderSpec(Population.spec(population).toString(), name, "search@" + population);
    }
}

package slmlab.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.file.FolderLock;
import slmlab.file.Folders;
import slmlab.file.OutputFile;
import slmlab.file.Quoted;

/// Run folders of a dataset, all as of one commit: what others upload meanwhile is not seen.
///
/// A folder is downloaded into a hidden one and moved into place once every file in it is right. What was cut off
/// stays there, and a later pull continues it.
public final class Pull {
    /// The folder of run folders in a dataset.
    public static final String ROOT = "data";

    private static final int AT_ONCE = 4; // files
    private static final int MOST_PROBLEMS = 20; // that are listed

    private final Dataset dataset;
    private final String commit;
    private final List<String> names;

    private Pull(Dataset dataset, String commit, List<String> names) {
        this.dataset = dataset;
        this.commit = commit;
        this.names = names;
    }

    /// Look for run folders.
    ///
    /// @param pattern part of their names; `data/` before it does not count
    /// @throws HubException if the dataset has a folder with a name that no folder can have
    public static Pull of(Dataset dataset, String pattern) {
        String part = pattern.replaceFirst("^(\\./)?data/", "").replaceFirst("/+$", "");
        String commit = dataset.head();
        Listing listing = dataset.entries(commit, ROOT);
        refuse(dataset, listing);
        List<String> names = listing.folders().stream()
                .map(path -> path.substring(ROOT.length() + 1))
                .filter(name -> name.contains(part))
                .sorted()
                .toList();
        List<String> hidden =
                names.stream().filter(name -> name.startsWith(".")).toList();
        if (!hidden.isEmpty()) {
            throw new HubException(
                    "%s: hidden folders are not pulled: %s".formatted(dataset.name(), Quoted.names(hidden)));
        }
        return new Pull(dataset, commit, names);
    }

    private static void refuse(Dataset dataset, Listing listing) {
        List<String> problems = listing.problems();
        if (!problems.isEmpty()) {
            String more = problems.size() > MOST_PROBLEMS ? "\n  … %s in all".formatted(problems.size()) : "";
            throw new HubException("%s lists what is not pulled:\n  %s%s"
                    .formatted(
                            dataset.name(),
                            problems.stream().limit(MOST_PROBLEMS).collect(Collectors.joining("\n  ")),
                            more));
        }
    }

    /// Return the names of the folders.
    public List<String> names() {
        return names;
    }

    /// Download a folder, unless there is one of its name.
    ///
    /// @param data where it is put
    /// @return whether it was downloaded
    public boolean run(String name, Path data) {
        Path to = data.resolve(name);
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        use(name, data, files -> move(files, to));
        return true;
    }

    /// Download a folder to a hidden place, hand it over, and delete what is left of it.
    ///
    /// @param data in which the hidden place is
    /// @param use gets the folder, whole and right
    public void use(String name, Path data, Consumer<Path> use) {
        String folder = ROOT + "/" + name;
        Listing listing = dataset.files(commit, folder);
        refuse(dataset, listing);
        Path stage = data.resolve(".pull-" + name);
        Path files = stage.resolve("files");
        Path parts = stage.resolve("parts");
        create(files);
        create(parts);
        try (FolderLock _ = FolderLock.take(stage, "this process pulls", "another process pulls")) {
            List<Download> downloads = listing.files().stream()
                    .map(file -> new Download(
                            dataset, commit, file, parts.resolve(file.id()), files.resolve(file.below(folder))))
                    .toList();
            clean(files, downloads);
            List<Download> open =
                    downloads.stream().filter(download -> !download.isDone()).toList();
            checkSpace(data, open);
            open.forEach(download -> create(download.to().resolveSibling("")));
            download(open);
            use.accept(files);
        }
        try {
            Folders.delete(stage);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete %s: %s".formatted(stage, OutputFile.reason(e)), e);
        }
    }

    private static void create(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create %s: %s".formatted(folder, OutputFile.reason(e)), e);
        }
    }

    /// Delete what an earlier pull left of files that are no longer in the folder.
    private static void clean(Path files, List<Download> downloads) {
        Set<Path> wanted = downloads.stream().map(Download::to).collect(Collectors.toSet());
        try (Stream<Path> entries = Files.walk(files)) {
            for (Path entry : entries.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> !wanted.contains(path))
                    .toList()) {
                Files.delete(entry);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clean %s: %s".formatted(files, OutputFile.reason(e)), e);
        }
    }

    private static void checkSpace(Path data, List<Download> downloads) {
        double needed = downloads.stream()
                .mapToDouble(download -> download.file().size())
                .sum();
        try {
            double free = Files.getFileStore(data).getUsableSpace();
            if (needed > free) {
                throw new HubException(String.format(
                        Locale.ROOT, "needs %,.1f MB in %s, which has %,.1f MB free", needed / 1e6, data, free / 1e6));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(data, OutputFile.reason(e)), e);
        }
    }

    private static void download(List<Download> downloads) {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(
                AT_ONCE, Thread.ofPlatform().daemon().factory())) {
            downloads.forEach(download -> running.add(pool.submit(download::run)));
            for (Future<?> each : running) {
                try {
                    each.get();
                } catch (ExecutionException e) {
                    running.forEach(other -> other.cancel(true));
                    throw e.getCause() instanceof RuntimeException known
                            ? known
                            : new IllegalStateException("a download failed", e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    running.forEach(other -> other.cancel(true));
                    throw new HubException("interrupted", e);
                }
            }
        }
    }

    private static void move(Path files, Path to) {
        try {
            Files.move(files, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot move %s to %s: %s".formatted(files, to, OutputFile.reason(e)), e);
        }
    }
}

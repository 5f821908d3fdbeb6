package slmlab.board;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.OutputFile;
import slmlab.run.RunFolder;
import slmlab.search.trial.SearchFolder;

/// The runs of a data folder, by the names of their folders. Only what is listed here can be asked for: no path is ever
/// made from what a browser sends.
///
/// A thread looks at the files about once a second while somebody asks, and reads those that changed. All that waits
/// for news is told when there is a new version.
final class Catalog implements AutoCloseable {
    private static final long PERIOD = 1000;
    private static final long INTEREST = 15_000; // how long after a question to keep looking
    private static final int SHARE = 20; // look for at most one part in so many of the time
    private static final long LONGEST = 10_000; // but never wait longer than this between two looks

    private final Path data;
    private final Path real;
    private final Searches searches;
    private final Thread watcher;
    private final Map<String, Entry> entries = new LinkedHashMap<>(); // the watcher's own
    private volatile Map<String, RunFolder> runs = Map.of();
    private volatile List<RunCard> cards = List.of(); // the newest run first
    private volatile long asked = System.currentTimeMillis();
    private volatile boolean complete; // whether all runs have been read once
    private volatile boolean closed;
    private volatile String problem = ""; // of the last look at the folder as a whole
    private long version;

    private record Entry(RunFolder run, String stamp, RunCard card) {}

    /// @param servers URLs of databases of studies that may be asked
    @SuppressWarnings("ThreadPriorityCheck") // only a hint: the machine may be training
    Catalog(Path data, Set<String> servers) throws IOException {
        this.data = data;
        this.real = data.toRealPath();
        this.searches = new Searches(this, servers);
        this.watcher = Thread.ofPlatform()
                .name("board-watcher")
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .unstarted(this::watch);
        watcher.start();
    }

    /// A state of all runs.
    ///
    /// @param reading whether some runs have not been read yet
    /// @param problem why the list may be old; empty if it is not
    record News(long version, boolean reading, String problem, List<RunCard> cards) {}

    /// Return all runs, the newest first.
    News all() {
        asked = System.currentTimeMillis();
        return news(-1);
    }

    /// Wait until there is something newer than a version, or the time is over; return what changed since.
    News await(long known, long millis) throws InterruptedException {
        asked = System.currentTimeMillis();
        long end = System.currentTimeMillis() + millis;
        synchronized (this) {
            for (long rest = millis; version <= known && rest > 0 && !closed; rest = end - System.currentTimeMillis()) {
                wait(rest);
            }
        }
        return news(known);
    }

    private synchronized News news(long known) {
        return new News(
                version,
                !complete,
                problem,
                cards.stream().filter(card -> card.version() > known).toList());
    }

    /// Return the names of all runs, in the order of the list.
    List<String> ids() {
        return cards.stream().map(RunCard::id).toList();
    }

    Optional<RunFolder> run(String id) {
        asked = System.currentTimeMillis();
        RunFolder run = runs.get(id);
        return run == null ? searches.trial(id) : Optional.of(run);
    }

    /// Return the card of a run or a trial; that of a trial is made when it is asked for.
    Optional<RunCard> card(String id) {
        Optional<RunCard> known =
                cards.stream().filter(card -> card.id().equals(id)).findFirst();
        return known.isPresent() ? known : searches.trial(id).map(run -> card(id, run, WatchedFiles.of(run)));
    }

    Optional<StudyPage> study(String id) {
        asked = System.currentTimeMillis();
        return searches.page(id);
    }

    /// Whether a file lies in the data folder when all links are followed.
    boolean holds(Path file) {
        try {
            return file.toRealPath().startsWith(real);
        } catch (IOException _) {
            return false;
        }
    }

    /// Refuse a run of which a file leads out of the data folder through a link.
    ///
    /// @throws IllegalArgumentException that names the file
    RunFolder checked(RunFolder run) {
        WatchedFiles.read(run)
                .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !holds(file))
                .findFirst()
                .ifPresent(file -> {
                    throw new IllegalArgumentException("%s is a link out of the data folder; it is not followed"
                            .formatted(run.path().relativize(file)));
                });
        return run;
    }

    /// Whether there will be news.
    boolean isOpen() {
        return !closed;
    }

    private void watch() {
        while (!closed) {
            long began = System.nanoTime();
            tryToLook();
            long took = (System.nanoTime() - began) / 1_000_000;
            try {
                pause(Math.clamp(SHARE * took, PERIOD, LONGEST));
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /// Look, and say what prevents it: the next look may find the folder again. Nothing ends this thread but
    /// [#close], since a list that stands still looks like runs that do.
    private void tryToLook() {
        String before = problem;
        try {
            look();
            problem = "";
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            problem = "The list of runs may be old: %s".formatted(Trouble.of(e));
        }
        if (!problem.equals(before)) {
            publish();
        }
    }

    private void pause(long millis) throws InterruptedException {
        Thread.sleep(millis);
        while (!closed && System.currentTimeMillis() - asked > INTEREST) {
            Thread.sleep(200);
        }
    }

    private void look() {
        List<RunFolder> found = folders();
        List<String> names = found.stream().map(Catalog::id).toList();
        boolean gone = entries.keySet().retainAll(names);
        Map<String, RunFolder> known = new LinkedHashMap<>();
        found.forEach(run -> known.put(id(run), run));
        runs = known;
        boolean changed = searches.look(searchFolders(), nextVersion()) || gone;
        int fresh = 0;
        for (RunFolder run : found) {
            boolean isNew = isRefreshed(run);
            changed |= isNew;
            if (isNew && ++fresh % 50 == 0) {
                publish();
            }
        }
        if (changed || !complete) {
            complete = true;
            publish();
        }
    }

    /// Read a run again if a file of it has changed. Any trouble with it is a note on its card.
    private boolean isRefreshed(RunFolder run) {
        String id = id(run);
        @Nullable Entry before = entries.get(id);
        WatchedFiles files;
        try {
            files = WatchedFiles.of(run);
        } catch (RuntimeException e) {
            String why = Trouble.of(e);
            return put(run, why, CardReader.unreadable(id, run, 0, why)); // it is being removed, or may not be read
        }
        boolean running = before != null && before.card.status().state().equals("running");
        if (before != null && before.stamp.equals(files.stamp()) && !running) {
            return false;
        }
        return put(run, files.stamp(), card(id, run, files));
    }

    /// Keep a card; return whether it says something new.
    private boolean put(RunFolder run, String stamp, RunCard card) {
        @Nullable Entry before = entries.get(card.id());
        if (before != null && card.equals(before.card.at(0))) {
            return false;
        }
        entries.put(card.id(), new Entry(run, stamp, card.at(nextVersion())));
        return true;
    }

    private synchronized long nextVersion() {
        return version + 1;
    }

    private RunCard card(String id, RunFolder run, WatchedFiles files) {
        try {
            return CardReader.read(id, checked(run), files, System.currentTimeMillis());
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return CardReader.unreadable(id, run, files.newest(), Trouble.of(e));
        }
    }

    private synchronized void publish() {
        version++;
        cards = Stream.concat(entries.values().stream().map(Entry::card), searches.cards().stream())
                .sorted(Comparator.comparing((RunCard card) -> card.about().started())
                        .thenComparing(RunCard::id)
                        .reversed())
                .toList();
        notifyAll();
    }

    private List<Path> searchFolders() {
        if (SearchFolder.isSearch(data)) {
            return List.of(data);
        }
        try (Stream<Path> paths = Files.list(data)) {
            return Searches.among(paths.sorted().toList());
        } catch (IOException e) {
            throw cannotList(e);
        }
    }

    private List<RunFolder> folders() {
        if (RunFolder.isRun(data)) {
            return List.of(RunFolder.open(data));
        }
        if (SearchFolder.isSearch(data)) {
            return List.of(); // its trials have no rows
        }
        List<RunFolder> found = new ArrayList<>();
        try (Stream<Path> paths = Files.list(data)) {
            for (Path path : paths.sorted().toList()) {
                @Nullable Entry known = entries.get(Objects.toString(path.getFileName()));
                if (known != null && Files.isDirectory(path) && !Files.isSymbolicLink(path)) {
                    found.add(known.run);
                } else {
                    run(path).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw cannotList(e);
        }
        return found;
    }

    private UncheckedIOException cannotList(IOException e) {
        return new UncheckedIOException("cannot list %s: %s".formatted(data, OutputFile.reason(e)), e);
    }

    /// A folder that is gone meanwhile, or may not be read, is no run; nor is one outside of the data folder.
    private Optional<RunFolder> run(Path path) {
        try {
            return RunFolder.isRun(path) && (!Files.isSymbolicLink(path) || holds(path))
                    ? Optional.of(RunFolder.open(path))
                    : Optional.empty();
        } catch (UncheckedIOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String id(RunFolder run) {
        return Objects.toString(run.path().toAbsolutePath().normalize().getFileName());
    }

    @Override
    public void close() {
        closed = true;
        watcher.interrupt();
        searches.close();
        synchronized (this) {
            notifyAll();
        }
    }
}

package slmlab.remote;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import slmlab.file.Folders;

/// Brings the folders of a run here, bit for bit.
///
/// They are put together beside their place, each file is checked against the SHA-256 that the other machine has told,
/// and then they are moved into place. What an earlier attempt has brought is not brought again.
public final class Fetch {
    private static final int ROUNDS = 5;

    private final RemoteRuns runs;
    private final Path data;
    private final Consumer<String> say;
    private final boolean asks;

    /// @param data where the folders go
    public Fetch(RemoteRuns runs, Path data, Consumer<String> say, boolean asks) {
        this.runs = runs;
        this.data = data;
        this.say = say;
        this.asks = asks;
    }

    /// Fetch a run, which may still run: then as it is now.
    ///
    /// @return the folders here
    public List<Path> run(RemoteRun run) {
        Ssh ssh = new Ssh(run.place().machine(), asks);
        Path incoming = runs.incoming(run);
        try {
            Files.createDirectories(incoming);
            RunListing listing = list(ssh, run);
            refuseOthers(run, listing);
            for (int round = 0; round < ROUNDS; round++) {
                checkRoom(listing, incoming);
                List<String> wanted = wanted(listing, incoming);
                receive(ssh, run, listing, wanted, incoming);
                if (areHere(wanted, listing, incoming)) {
                    return finish(run, listing, incoming);
                }
                listing = list(ssh, run); // it runs: some files are others now
                refuseOthers(run, listing);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write in %s: %s".formatted(incoming, e.getMessage()), e);
        }
        throw RemoteException.failed(
                "the files of %s change faster than they are fetched; run it again".formatted(run.name()));
    }

    private static RunListing list(Ssh ssh, RemoteRun run) {
        return ssh.ask(List.of("list", run.place().id()), Ssh.Sending.NOTHING, answer -> {
            answer.next(); // its state
            return RunListing.read(answer);
        });
    }

    private void refuseOthers(RemoteRun run, RunListing listing) {
        if (listing.files().isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no files yet; see slm-lab remote logs %s".formatted(run.name(), run.name()));
        }
        if (!listing.others().isEmpty()) {
            say.accept("not fetched, because it is a link or no file: " + String.join(", ", listing.others()));
        }
        FetchedFiles before = FetchedFiles.read(runs.manifest(run));
        FetchedFiles now = FetchedFiles.of(listing);
        for (String folder : listing.runs()) {
            Path here = data.resolve(folder);
            if (Files.exists(here, LinkOption.NOFOLLOW_LINKS)
                    && (!run.fetched().contains(folder) || before.isChanged(here))
                    && now.isChanged(here)) {
                throw new IllegalArgumentException(
                        "%s is there already%s; move it away, or fetch into another folder with --data"
                                .formatted(
                                        here,
                                        run.fetched().contains(folder)
                                                ? " and was changed here since it was fetched"
                                                : ""));
            }
        }
    }

    private static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }

    private static void checkRoom(RunListing listing, Path incoming) throws IOException {
        long free = Files.getFileStore(incoming).getUsableSpace();
        long needed = listing.bytes() - Folders.size(incoming);
        if (needed > free) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the run has %,d MB more, and %s has %,d MB free",
                    needed >> 20,
                    incoming,
                    free >> 20));
        }
    }

    /// Return the files that are not here, and take over those that an earlier fetch has brought.
    private List<String> wanted(RunListing listing, Path incoming) throws IOException {
        List<String> wanted = new ArrayList<>();
        for (Map.Entry<String, RunListing.Entry> each : listing.files().entrySet()) {
            String path = each.getKey();
            Path file = incoming.resolve(path);
            Path before = data.resolve(path);
            if (Files.notExists(file) && Files.isRegularFile(before, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(file.getParent());
                Files.copy(before, file);
            }
            if (!listing.has(path, incoming)) {
                if (Files.exists(file) && Files.size(file) >= each.getValue().bytes()) {
                    Files.delete(file); // another version of it
                }
                wanted.add(path);
            }
        }
        return wanted;
    }

    /// Receive the missing parts of files; a file that has a part already is continued.
    private void receive(Ssh ssh, RemoteRun run, RunListing listing, List<String> wanted, Path incoming)
            throws IOException {
        if (wanted.isEmpty()) {
            return;
        }
        Map<String, Long> from = new LinkedHashMap<>();
        long bytes = 0;
        for (String path : wanted) {
            Path file = incoming.resolve(path);
            long here = Files.exists(file) ? Files.size(file) : 0;
            from.put(path, here);
            bytes += entry(listing, path).bytes() - here;
        }
        say.accept(String.format(
                Locale.ROOT, "fetching %,d files, %.1f MB, from %s", wanted.size(), bytes / 1e6, run.place()));
        ssh.ask(
                List.of("send", run.place().id()),
                out -> {
                    for (Map.Entry<String, Long> each : from.entrySet()) {
                        long count = entry(listing, each.getKey()).bytes() - each.getValue();
                        out.write("%s %s ./%s\n"
                                .formatted(each.getValue(), count, each.getKey())
                                .getBytes(StandardCharsets.UTF_8));
                    }
                },
                answer -> {
                    for (String path : from.keySet()) {
                        RemoteAnswer.Line head = answer.next();
                        if (!head.word().equals("bytes") || head.number() < 0) {
                            throw RemoteException.unreachable(
                                    "the connection was cut while files were fetched; run it again, which continues");
                        }
                        append(answer.bytes(), head.number(), incoming.resolve(path));
                    }
                    return from.size();
                });
    }

    private static void append(InputStream in, long count, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            byte[] buffer = new byte[1 << 16];
            for (long left = count; left > 0; ) {
                int got = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (got < 0) {
                    throw new EOFException("it ended in the middle of a file; run it again, which continues");
                }
                out.write(buffer, 0, got);
                left -= got;
            }
        }
    }

    private static RunListing.Entry entry(RunListing listing, String path) {
        return Objects.requireNonNull(listing.files().get(path));
    }

    /// Return whether all files are right; those that are not are deleted.
    private static boolean areHere(List<String> paths, RunListing listing, Path incoming) throws IOException {
        boolean all = true;
        for (String path : paths) {
            if (!listing.has(path, incoming)) {
                Files.deleteIfExists(incoming.resolve(path));
                all = false;
            }
        }
        return all;
    }

    /// Move the folders into place, and remember what was in them.
    private List<Path> finish(RemoteRun run, RunListing listing, Path incoming) throws IOException {
        deleteOthers(listing, incoming);
        List<Path> folders = new ArrayList<>();
        for (String folder : listing.folders()) {
            Files.createDirectories(incoming.resolve(folder));
        }
        for (String folder : listing.runs()) {
            Path to = data.resolve(folder);
            Path old = incoming.resolve(".old");
            if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
                Folders.delete(old);
                Files.move(to, old, StandardCopyOption.ATOMIC_MOVE);
            }
            Files.move(incoming.resolve(folder), to, StandardCopyOption.ATOMIC_MOVE);
            folders.add(to);
        }
        FetchedFiles.of(listing).write(runs.manifest(run));
        runs.write(runs.named(run.name()).fetched(List.copyOf(listing.runs())));
        Folders.delete(incoming);
        return folders;
    }

    /// Delete what the list no longer has, for example states that newer ones have replaced.
    private static void deleteOthers(RunListing listing, Path incoming) throws IOException {
        try (Stream<Path> files = Files.walk(incoming)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!listing.files().containsKey(slashed(incoming.relativize(file)))) {
                    Files.delete(file);
                }
            }
        }
        try (Stream<Path> folders = Files.walk(incoming)) {
            for (Path folder : folders.filter(Files::isDirectory)
                    .filter(each -> !each.equals(incoming))
                    .filter(each -> !listing.folders().contains(slashed(incoming.relativize(each))))
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(folder); // its files are gone
            }
        }
    }
}

package slmlab.cli.hub;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slmlab.cli.Counts;
import slmlab.file.FolderLock;
import slmlab.hub.Dataset;
import slmlab.hub.Pull;
import slmlab.hub.Upload;

/// The upload of one folder, which nobody trains in meanwhile.
final class RunUpload implements AutoCloseable {
    private final Dataset dataset;
    private final Path folder;
    private final String to;
    private final FolderLock lock;
    private final Upload upload;

    private RunUpload(Dataset dataset, Path folder, String to, FolderLock lock) {
        this.dataset = dataset;
        this.folder = folder;
        this.to = to;
        this.lock = lock;
        this.upload = Upload.ofFolder(dataset, folder, to);
    }

    static RunUpload of(Dataset dataset, Path folder) {
        FolderLock lock = FolderLock.take(folder, "a run of this process trains", "another process trains");
        try {
            String name = folder.toAbsolutePath().normalize().getFileName().toString();
            return new RunUpload(dataset, folder, Pull.ROOT + "/" + name, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /// Say what would change; return whether nothing would.
    boolean tell(PrintWriter out) {
        Upload.Changes changes = upload.changes();
        out.println("%s → %s: %s".formatted(folder, dataset.page(), words(changes)));
        out.flush();
        return changes.isEmpty();
    }

    /// Return changes in words.
    static String words(Upload.Changes changes) {
        if (changes.isEmpty()) {
            return "all of %s are there".formatted(Counts.of(changes.same(), "file"));
        }
        List<String> words = new ArrayList<>();
        add(words, changes.added().size(), "to add");
        add(words, changes.replaced().size(), "to replace");
        add(words, changes.removed().size(), "to remove");
        words.add(String.format(Locale.ROOT, "%,.1f MB", changes.bytes() / 1e6));
        if (changes.same() > 0) {
            words.add("%s unchanged".formatted(changes.same()));
        }
        return String.join(", ", words);
    }

    private static void add(List<String> words, int count, String what) {
        if (count > 0) {
            words.add("%s %s".formatted(Counts.of(count, "file"), what));
        }
    }

    /// Upload it and print where it is.
    void run(PrintWriter out) {
        out.println("Uploading " + to); // SLM-Lab's line, which people search logs for
        out.flush();
        Optional<String> _ = upload.run();
        out.println("uploaded " + dataset.page(to));
        out.flush();
    }

    @Override
    public void close() {
        lock.close();
    }
}

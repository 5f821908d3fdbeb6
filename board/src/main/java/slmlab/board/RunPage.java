package slmlab.board;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.file.LogTail;
import slmlab.run.RunFolder;

/// One run beside its curves.
///
/// @param path of its folder, to copy into a terminal
/// @param origin what `run.json` says: command, commit, machine
/// @param checkpoints files of weights and resumable states
record RunPage(RunCard card, String path, Map<String, Object> origin, List<Checkpoint> checkpoints) {
    private static final int LOG_BYTES = 256 * 1024;

    /// @param kind `last weights`, `best weights` or `state`
    /// @param frame null where the name does not say
    record Checkpoint(
            int session, String kind, String name, @Nullable Long frame, long size, long time) {}

    static RunPage of(RunCard card, RunFolder run) throws IOException {
        Map<String, Object> origin = new LinkedHashMap<>();
        if (Files.isRegularFile(run.provenance()) && JsonFile.readSmall(run.provenance()) instanceof Map<?, ?> facts) {
            facts.forEach((key, value) -> origin.put(String.valueOf(key), value == null ? "" : value));
        }
        List<Checkpoint> checkpoints = new ArrayList<>();
        for (int session : run.sessions()) {
            add(checkpoints, session, "last weights", run.model(session), null);
            add(checkpoints, session, "best weights", run.bestModel(session), null);
            run.lastState(session)
                    .ifPresent(frame -> add(
                            checkpoints, session, "state", run.state(session).resolve(Long.toString(frame)), frame));
        }
        return new RunPage(card, run.path().toAbsolutePath().normalize().toString(), origin, checkpoints);
    }

    private static void add(List<Checkpoint> to, int session, String kind, Path file, @Nullable Long frame) {
        try {
            if (Files.exists(file)) {
                long size = Files.isDirectory(file) ? FileList.total(file) : Files.size(file);
                String name = String.valueOf(file.getFileName());
                to.add(new Checkpoint(
                        session,
                        kind,
                        name,
                        frame,
                        size,
                        Files.getLastModifiedTime(file).toMillis()));
            }
        } catch (IOException | UncheckedIOException _) {
            return; // replaced by a newer one meanwhile
        }
    }

    /// Return the end of a run's log.
    static LogTail log(RunFolder run) throws IOException {
        Path file = run.log();
        return Files.isRegularFile(file) ? LogTail.read(file, LOG_BYTES) : new LogTail(List.of(), 0, false);
    }
}

package slmlab.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import slmlab.run.RunFolder;

/// Which weights of a session: its best, its last, or those that `meta.keep` wrote at a frame.
public final class CheckpointChoice {
    public static final CheckpointChoice BEST = new CheckpointChoice("best", -1);
    public static final CheckpointChoice LAST = new CheckpointChoice("last", -1);

    private final String text;
    private final long frame;

    private CheckpointChoice(String text, long frame) {
        this.text = text;
        this.frame = frame;
    }

    /// Read `best`, `last` or a frame.
    ///
    /// @throws IllegalArgumentException if it is none of them
    public static CheckpointChoice of(String text) {
        if (text.equals("best") || text.equals("last")) {
            return text.equals("best") ? BEST : LAST;
        }
        if (!text.matches("\\d{1,18}")) {
            throw new IllegalArgumentException("%s; needs best, last or a frame".formatted(text));
        }
        return new CheckpointChoice(text, Long.parseLong(text));
    }

    /// Whether a session has such weights.
    public boolean exists(RunFolder folder, int session) {
        return Files.exists(path(folder, session));
    }

    /// Return the file of the weights.
    ///
    /// @throws IllegalArgumentException if there is none
    public Path file(RunFolder folder, int session) {
        Path file = path(folder, session);
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    frame < 0
                            ? "there are no weights %s; has the run come to its first row?".formatted(file)
                            : "there are no weights of frame %s in session %s of %s; %s"
                                    .formatted(frame, session, folder.path(), known(folder, session)));
        }
        return file;
    }

    private Path path(RunFolder folder, int session) {
        return frame >= 0
                ? folder.modelAt(session, frame)
                : text.equals("best") ? folder.bestModel(session) : folder.model(session);
    }

    private static String known(RunFolder folder, int session) {
        List<Checkpoint> kept = Checkpoint.kept(folder, session);
        return kept.isEmpty()
                ? "meta.keep asks for them"
                : "there are those of "
                        + kept.stream()
                                .map(each -> String.valueOf(each.frame()))
                                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return text;
    }
}

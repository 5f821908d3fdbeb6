package slmlab.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.run.Phase;
import slmlab.run.RunFolder;

/// The files of a run that change while it trains, with their sizes and times: what is read again only if it changed.
///
/// @param sessions those that have tables
/// @param tables when the newest table was written, in milliseconds; 0 if there is none
/// @param ended when the trial's metrics were written, which is the last a trial does; 0 if it has not
/// @param newest when any of these files was written
/// @param stamp the same as long as no file has changed
record WatchedFiles(List<Integer> sessions, long tables, long ended, long newest, String stamp) {

    static WatchedFiles of(RunFolder run) {
        List<Integer> sessions = run.sessions();
        Stamp stamp = new Stamp();
        long tables = 0;
        for (int session : sessions) {
            tables = Math.max(tables, stamp.add(run.sessionTable(session, Phase.TRAIN)));
            stamp.add(run.sessionTable(session, Phase.EVAL));
            stamp.add(run.state(session));
        }
        long ended = stamp.add(run.trialMetricsScalar());
        stamp.add(run.log());
        stamp.add(run.provenance());
        stamp.add(run.spec());
        return new WatchedFiles(sessions, tables, ended, stamp.newest, String.join(" ", stamp.words));
    }

    /// Return all files and folders that the dashboard reads of a run, there or not.
    static Stream<Path> read(RunFolder run) {
        Stream<Path> own = Stream.of(
                run.spec(),
                run.trialSpec(),
                run.provenance(),
                run.log(),
                run.trialMetrics(),
                run.trialMetricsScalar(),
                run.path().resolve("info"));
        return Stream.concat(
                own,
                run.sessions().stream()
                        .flatMap(session -> Stream.of(
                                run.sessionTable(session, Phase.TRAIN),
                                run.sessionTable(session, Phase.EVAL),
                                run.model(session),
                                run.bestModel(session),
                                run.state(session))));
    }

    private static final class Stamp {
        private final List<String> words = new ArrayList<>();
        private long newest;

        /// Return when a file was written; 0 if it is not there.
        long add(Path file) {
            BasicFileAttributes facts = facts(file);
            if (facts == null) {
                words.add("-");
                return 0;
            }
            long time = facts.lastModifiedTime().toMillis();
            words.add(facts.size() + "@" + time);
            newest = Math.max(newest, time);
            return time;
        }

        private static @Nullable BasicFileAttributes facts(Path file) {
            try {
                return Files.readAttributes(file, BasicFileAttributes.class);
            } catch (IOException _) {
                return null; // not there yet
            }
        }
    }
}

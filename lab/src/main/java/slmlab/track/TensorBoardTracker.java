package slmlab.track;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import slmlab.file.OutputFile;

/// TensorBoard's event files, a folder for each session. A session that resumes gets a further file, and so does one
/// whose file could not be written to its end.
final class TensorBoardTracker implements Tracker {
    private final Files files;
    private final SequencedMap<String, Object> settings;
    private final Map<Integer, EventFile> open = new TreeMap<>();

    /// Where event files lie.
    @FunctionalInterface
    interface Files {
        /// Return a name that no file has yet, and that sorts behind the earlier ones of the session.
        Path next(int session, double seconds) throws IOException;
    }

    /// @param settings of the run, for TensorBoard's table of runs by their settings
    TensorBoardTracker(Files files, SequencedMap<String, Object> settings) {
        this.files = files;
        this.settings = settings;
    }

    @Override
    public void take(Deque<Event> events) throws IOException {
        try {
            for (Event event : events) {
                write(event);
            }
            for (EventFile file : open.values()) {
                file.flush();
            }
            events.clear(); // not before they are on disk
        } catch (IOException e) {
            discard(e);
            throw new IOException("cannot write event files: " + OutputFile.reason(e), e);
        }
    }

    private void write(Event event) throws IOException {
        switch (event) {
            case Event.Begin begin -> {
                end(begin.session());
                EventFile file = file(begin.session(), begin.seconds());
                if (begin.frame() > 0) {
                    file.resumed(begin.frame() + 1, begin.seconds());
                }
                file.settings(settings, begin.seconds());
            }
            case Event.Row row -> {
                Map<String, Double> numbers = new LinkedHashMap<>();
                for (int i = 0; i < row.values().length; i++) {
                    if (!Double.isNaN(row.values()[i])) {
                        numbers.put(row.phase() + "/" + row.names().get(i), row.values()[i]);
                    }
                }
                file(row.session(), row.seconds()).scalars(numbers, row.frame(), row.seconds());
            }
            case Event.Weights weights -> {
                EventFile file = file(weights.session(), weights.seconds());
                for (Map.Entry<String, Histogram> array : weights.arrays().entrySet()) {
                    file.histogram("weights/" + array.getKey(), weights.frame(), weights.seconds(), array.getValue());
                }
            }
            case Event.End end -> {
                if (end.isFinished()) {
                    file(end.session(), end.seconds()).ended(end.seconds());
                }
                end(end.session());
            }
        }
    }

    private EventFile file(int session, double seconds) throws IOException {
        EventFile file = open.get(session);
        if (file == null) {
            file = new EventFile(files.next(session, seconds), seconds);
            open.put(session, file);
        }
        return file;
    }

    private void end(int session) throws IOException {
        EventFile file = open.remove(session);
        if (file != null) {
            file.close();
        }
    }

    /// Give up the open files: their last records may be half written.
    private void discard(IOException why) {
        for (EventFile file : open.values()) {
            try {
                file.close();
            } catch (IOException e) {
                why.addSuppressed(new IOException(e)); // a new one: a stream may throw the same again
            }
        }
        open.clear();
    }

    @Override
    public void close() throws IOException {
        for (EventFile file : open.values()) {
            file.close();
        }
        open.clear();
    }
}

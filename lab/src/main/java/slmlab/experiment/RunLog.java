package slmlab.experiment;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.Metrics;
import slmlab.metric.TrialMetrics;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// The log of a run in `log/` of its folder: a line with time and level for each event. A resumed run appends to it.
final class RunLog implements Listener, AutoCloseable {
    private final Logger logger = Logger.getAnonymousLogger();
    private final RunFolder folder;

    /// Open the log of a run.
    RunLog(RunFolder folder, LogLevel level) {
        this.folder = folder;
        logger.setUseParentHandlers(false);
        logger.setLevel(level.level());
        logger.addHandler(file(folder.log()));
    }

    private static Handler file(Path path) {
        try {
            OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            StreamHandler handler = new Flushed(out);
            handler.setEncoding(StandardCharsets.UTF_8.name());
            handler.setLevel(Level.ALL);
            handler.setErrorManager(new OneLine(path));
            return handler;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the log %s: %s".formatted(path, e.getMessage()), e);
        }
    }

    @Override
    public void begin(int session, long frame, long maxFrame) {
        logger.info(() -> String.format(
                Locale.ROOT,
                "%s %s at frame %,d of %,d",
                folder.sessionName(session),
                frame == 0 ? "starts" : "resumes",
                frame,
                maxFrame));
    }

    @Override
    public void row(int session, Table table, long episodes, double mean) {
        logger.info(() -> folder.sessionName(session) + " [train] " + items(table));
    }

    @Override
    public void evaluation(int session, long frame, Evaluation.Result result) {
        logger.info(() -> String.format(
                Locale.ROOT, "%s [eval] frame:%d  return:%s", folder.sessionName(session), frame, result));
    }

    @Override
    public void update(int session, long frame, int changed, int all) {
        logger.fine(() -> String.format(
                Locale.ROOT,
                "%s update at frame %d changed %d of %d arrays of weights; all are finite",
                folder.sessionName(session),
                frame,
                changed,
                all));
    }

    @Override
    public void checkpoint(int session, long frame) {
        logger.fine(
                () -> String.format(Locale.ROOT, "%s saves its state at frame %d", folder.sessionName(session), frame));
    }

    @Override
    public void end(int session, SessionResult result) {
        logger.info(() -> String.format(
                Locale.ROOT,
                "%s %s at frame %,d: mean return %.2f, %,.0f fps, %.1f s",
                folder.sessionName(session),
                result.finished() ? "is done" : "stopped",
                result.frame(),
                result.meanReturn(),
                result.framesPerSecond(),
                result.seconds()));
        if (result.finished()) {
            logger.info(
                    () -> "Session %s done".formatted(session)); // SLM-Lab's words, which its users' scripts look for
        }
        if (result.earlyStop() != null) {
            logger.info(() -> "%s ended early: %s".formatted(folder.sessionName(session), result.earlyStop()));
        }
    }

    @Override
    public void end(TrialMetrics metrics) {
        logger.info(metrics::line);
        logger.info(() -> "Trial %s done".formatted(folder.trial()));
    }

    /// Log what went wrong without failing the run.
    void warn(String message) {
        logger.warning(message);
    }

    /// Log why the run failed.
    void error(String message) {
        logger.severe(message);
    }

    private static String items(Table table) {
        double[] row = table.row(table.size() - 1);
        List<String> columns = table.columns();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            if (!Double.isNaN(row[i])) { // not known yet
                text.append(text.isEmpty() ? "" : "  ").append(columns.get(i)).append(':');
                text.append(number(columns.get(i), row[i]));
            }
        }
        return text.toString();
    }

    private static String number(String column, double value) {
        if (column.equals(Metrics.FRAME.name())) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    @Override
    public void close() {
        for (Handler handler : logger.getHandlers()) {
            handler.close();
        }
    }

    /// A file that holds every line as soon as it is logged.
    private static final class Flushed extends StreamHandler {
        Flushed(OutputStream out) {
            super(out, new Lines());
        }

        @Override
        public synchronized void publish(LogRecord record) {
            super.publish(record);
            flush();
        }
    }

    /// A log that cannot be written is reported once; the run continues.
    private static final class OneLine extends ErrorManager {
        private final Path path;
        private final AtomicBoolean told = new AtomicBoolean();

        OneLine(Path path) {
            this.path = path;
        }

        @Override
        public void error(String message, Exception e, int code) {
            if (!told.getAndSet(true)) {
                System.err.println("cannot write the log %s: %s".formatted(path, e == null ? message : e.getMessage()));
            }
        }
    }

    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord record) {
            return LogLevel.of(record.getLevel()).line(record.getInstant(), record.getMessage()) + "\n";
        }
    }
}

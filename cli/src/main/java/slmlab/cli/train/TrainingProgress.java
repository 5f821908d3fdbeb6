package slmlab.cli.train;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import slmlab.experiment.Listener;
import slmlab.experiment.LogLevel;
import slmlab.experiment.RunOptions;
import slmlab.experiment.SessionResult;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.Evaluation;
import slmlab.metric.Metrics;
import slmlab.run.RunFolder;
import slmlab.run.Table;

/// The progress of a run: one line per session, redrawn in place on a terminal, printed every few seconds elsewhere.
final class TrainingProgress implements Listener {
    private static final long LIVE_PERIOD = 100_000_000;
    private static final long PLAIN_PERIOD = 5_000_000_000L;
    private static final int MOST_NAMED = 3;
    private static final int MOST_LIVE = 40; // lines that a terminal shows at once
    private static final double SECOND = 1e9;

    private final PrintWriter out;
    private final boolean quiet;
    private final boolean live;
    private final boolean everyRow;
    private final long[] updates;
    private final long[] idle;
    private final int[] arrays;
    private final String[] lines;
    private final Pace[] paces;
    private final long[] shown;
    private final long maxFrame;
    private final Map<Integer, LongSupplier> running = new ConcurrentSkipListMap<>(); // asked while a session holds us
    private boolean drawn;

    TrainingProgress(PrintWriter out, Plan plan, boolean quiet, RunOptions options) {
        this(
                out,
                plan,
                quiet || (options.checked() && options.logLevel().compareTo(LogLevel.INFO) > 0),
                options.checked(),
                !options.checked()
                        && Optional.ofNullable(System.console())
                                .filter(Console::isTerminal)
                                .isPresent());
    }

    /// @param live whether lines are redrawn in place, as a terminal allows
    TrainingProgress(PrintWriter out, Plan plan, boolean quiet, boolean everyRow, boolean live) {
        int sessions = plan.meta().maxSession();
        this.out = out;
        this.quiet = quiet;
        this.everyRow = everyRow;
        this.live = live && sessions <= MOST_LIVE;
        this.updates = new long[sessions];
        this.idle = new long[sessions];
        this.arrays = new int[sessions];
        this.maxFrame = plan.env().maxFrame();
        this.lines = new String[sessions];
        Arrays.fill(lines, "");
        this.paces = new Pace[sessions];
        this.shown = new long[sessions];
    }

    @Override
    public synchronized void begin(int session, long frame, long max) {
        paces[session] = new Pace(System.nanoTime() / SECOND, frame);
        lines[session] = String.format(Locale.ROOT, "s%d  begins at frame %,d of %,d", session, frame, max);
        draw();
    }

    @Override
    public void running(int session, LongSupplier frame) {
        running.put(session, frame);
    }

    /// Return what the running sessions are doing.
    String waitingFor(RunFolder folder) {
        if (running.isEmpty()) {
            return "the last files to be written";
        }
        String many = running.entrySet().stream()
                .limit(MOST_NAMED)
                .map(session -> String.format(
                        Locale.ROOT,
                        "session %d to finish its step (frame %,d, %s)",
                        session.getKey(),
                        session.getValue().getAsLong(),
                        saved(folder.lastState(session.getKey()))))
                .collect(Collectors.joining(", "));
        return many + (running.size() > MOST_NAMED ? " and %s more".formatted(running.size() - MOST_NAMED) : "");
    }

    private static String saved(OptionalLong state) {
        return state.isPresent()
                ? String.format(Locale.ROOT, "last saved state of frame %,d", state.getAsLong())
                : "no state saved";
    }

    @Override
    public synchronized void row(int session, Table table, long episodes, double mean) {
        long now = System.nanoTime();
        if (!everyRow && now - shown[session] < (live ? LIVE_PERIOD : PLAIN_PERIOD)) {
            return;
        }
        shown[session] = now;
        long frame = (long) table.last(Metrics.FRAME.name(), 1)[0];
        paces[session].add(now / SECOND, frame);
        lines[session] = ProgressLine.row(session, table, mean, maxFrame, paces[session]);
        draw(session);
        if (everyRow && !quiet) {
            print("    " + updates(session));
            ProgressLine.diagnostics(table).forEach(line -> print("    " + line));
        }
    }

    @Override
    public synchronized void update(int session, long frame, int changed, int all) {
        updates[session]++;
        idle[session] += changed == 0 ? 1 : 0;
        arrays[session] = all;
    }

    @Override
    public synchronized void evaluation(int session, long frame, Evaluation.Result result) {
        if (!quiet && !live) {
            print(String.format(Locale.ROOT, "s%d  evaluated at frame %,d  return %s", session, frame, result));
        }
    }

    /// Return what the updates since the last row did.
    private String updates(int session) {
        String text = updates[session] == 0
                ? "no update"
                : "%s update%s, %s changed no weight; all %s arrays of weights are finite"
                        .formatted(updates[session], updates[session] == 1 ? "" : "s", idle[session], arrays[session]);
        updates[session] = 0;
        idle[session] = 0;
        return text;
    }

    @Override
    public synchronized void end(int session, SessionResult result) {
        running.remove(session);
        lines[session] = ProgressLine.end(session, result);
        draw(session);
    }

    /// Print a line; in dev, as a line of a log.
    private void print(String line) {
        out.println(everyRow ? LogLevel.INFO.line(Instant.now(), line) : line);
        out.flush();
    }

    private void draw(int session) {
        if (live || quiet) {
            draw();
        } else {
            print(lines[session]);
        }
    }

    private void draw() {
        if (!live || quiet) {
            return;
        }
        StringBuilder text = new StringBuilder();
        if (drawn) {
            text.append("\033[").append(lines.length).append('A'); // back up over the lines
        }
        for (String line : lines) {
            text.append("\r\033[K").append(line).append('\n');
        }
        drawn = true;
        out.print(text);
        out.flush();
    }
}

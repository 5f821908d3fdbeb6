package slmlab.experiment.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/// A flight recording of a run, and a table of where the time of its frames went.
///
/// The table is counted from the samples of the recording, so that the run itself does nothing extra. Open the `.jfr`
/// file in JDK Mission Control for the rest: allocations, locks, compilation.
public final class Profiler implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(10);
    private static final List<String> SAMPLES = List.of("jdk.ExecutionSample", "jdk.NativeMethodSample");
    private static final List<String> EVENTS = List.of(
            "jdk.GarbageCollection", "jdk.Compilation", "jdk.CPULoad", "jdk.JVMInformation", "jdk.OSInformation");

    private final Recording recording;
    private final long began = System.nanoTime();

    private Profiler(Recording recording) {
        this.recording = recording;
    }

    /// Start to record this process.
    public static Profiler start() {
        Recording recording = new Recording();
        SAMPLES.forEach(event -> recording.enable(event).withPeriod(PERIOD));
        EVENTS.forEach(recording::enable);
        recording.enable("jdk.ObjectAllocationSample").with("throttle", "150/s");
        recording.start();
        return new Profiler(recording);
    }

    /// Stop, write the recording, and return where the time went.
    ///
    /// @param frames of all sessions, for the time per frame
    public TimeTable stop(Path file, long frames) {
        double seconds = (System.nanoTime() - began) / 1e9;
        recording.stop();
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            recording.dump(file);
            return new TimeTable(count(file), seconds, frames);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the profile %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static Map<FramePhase, Integer> count(Path file) throws IOException {
        Map<FramePhase, Integer> counts = new EnumMap<>(FramePhase.class);
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (SAMPLES.contains(event.getEventType().getName()) && stack != null && !isHelper(event)) {
                    counts.merge(FramePhase.of(calls(stack)), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    /// Return whether a thread works inside a program for a session, whose own samples count.
    private static boolean isHelper(RecordedEvent event) {
        RecordedThread thread = event.getThread("sampledThread");
        String name = thread == null ? null : thread.getJavaName();
        return name != null && name.startsWith("slmlab-worker");
    }

    private static List<FramePhase.Call> calls(RecordedStackTrace stack) {
        return stack.getFrames().stream()
                .map(frame -> new FramePhase.Call(
                        frame.getMethod().getType().getName(), frame.getMethod().getName()))
                .toList();
    }

    @Override
    public void close() {
        recording.close();
    }
}

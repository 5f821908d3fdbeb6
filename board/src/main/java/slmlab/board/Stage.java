package slmlab.board;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import slmlab.run.RunFolder;

/// Agents that play for whoever has their page open: one episode at a time, again each minute with the weights at that
/// time, on one thread of low priority. The last few episodes are kept.
final class Stage implements AutoCloseable {
    private static final int MOST = 6; // episodes, of some megabytes each
    private static final long PERIOD = 60_000;

    @SuppressWarnings("ThreadPriorityCheck") // only a hint: the machine may be training
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Thread.ofPlatform()
            .name("board-stage")
            .daemon()
            .priority(Thread.MIN_PRIORITY)
            .factory());

    private final Map<Place, Act> acts = new LinkedHashMap<>(16, 0.75f, true);
    private int count;

    private record Place(Path run, boolean best) {}

    /// @param began when it was asked for, in milliseconds
    /// @param episode the last that was played; null before the first
    /// @param problem why there is none; empty if there is one, or it is being played
    /// @param busy whether one is being played
    private record Act(long began, @Nullable Episode episode, String problem, boolean busy) {}

    /// What the page gets.
    ///
    /// @param id of the episode, by which its images are asked for; 0 before the first
    record Showing(int id, Episode.@Nullable Summary episode, String problem, boolean busy) {}

    /// Return the last episode of a run's agent, and have the next one played if it is time.
    ///
    /// @param weights `last` or `best`
    synchronized Showing show(RunFolder run, String weights) {
        Place place = place(run, weights);
        @Nullable Act act = acts.get(place);
        long now = System.currentTimeMillis();
        if (act == null || (!act.busy && now - act.began > PERIOD)) {
            act = new Act(now, act == null ? null : act.episode, "", true);
            acts.put(place, act);
            int id = ++count;
            thread.execute(() -> play(run, place, id));
        }
        @Nullable Episode episode = act.episode;
        return new Showing(
                episode == null ? 0 : episode.id(), episode == null ? null : episode.summary(), act.problem, act.busy);
    }

    /// Return the images of an episode, one after the other.
    synchronized byte[] images(RunFolder run, String weights, String id) {
        @Nullable Act act = acts.get(place(run, weights));
        if (act == null
                || act.episode == null
                || !Integer.toString(act.episode.id()).equals(id)) {
            throw new IllegalArgumentException("this episode is over; the next one is there");
        }
        return act.episode.images();
    }

    private static Place place(RunFolder run, String weights) {
        if (!weights.equals("last") && !weights.equals("best")) {
            throw new IllegalArgumentException("weights are last or best");
        }
        return new Place(run.path(), weights.equals("best"));
    }

    private void play(RunFolder run, Place place, int id) {
        @Nullable Episode episode = null;
        String problem = "";
        try {
            episode = Recorder.play(run, place.best, id);
        } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError e) {
            problem = Trouble.of(e); // a missing library of an env, for example, must not end this thread
        } catch (InterruptedException _) {
            return; // the dashboard closes
        }
        synchronized (this) {
            @Nullable Act before = acts.get(place);
            long began = before == null ? System.currentTimeMillis() : before.began;
            acts.put(place, new Act(began, episode, problem, false));
            var oldest = acts.entrySet().iterator();
            while (acts.size() > MOST && oldest.hasNext()) {
                boolean busy = oldest.next().getValue().busy;
                if (!busy) {
                    oldest.remove();
                }
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

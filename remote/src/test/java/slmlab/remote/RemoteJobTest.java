package slmlab.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A batch over machines that end runs after some looks, and take some away.
class RemoteJobTest {

    /// Machines on which a run ends at its third look. Those of some tasks are taken away at the second, so many
    /// times.
    private static final class ThreeLooks implements RemoteJob.Fleet {
        private final Map<String, Integer> taken;
        private final Map<String, Integer> looks = new HashMap<>();
        private final List<String> events = new ArrayList<>();
        private int open;
        private int most;

        ThreeLooks(Map<String, Integer> taken) {
            this.taken = new HashMap<>(taken);
        }

        @Override
        public @Nullable RemoteRun earlier(RemoteRun.Task task) {
            return null;
        }

        @Override
        public @Nullable RemoteRun launch(RemoteRun.Task task) {
            return begun(task, task.name());
        }

        @Override
        public @Nullable RemoteRun again(RemoteRun lost) {
            return begun(lost.task(), lost.name() + "-2");
        }

        private RemoteRun begun(RemoteRun.Task task, String name) {
            events.add(name);
            open++;
            most = Math.max(most, open);
            return RemoteRun.launched(name, task, RemoteRun.Place.dstack());
        }

        @Override
        public RemoteRun look(RemoteRun run) {
            int seen = looks.merge(run.name(), 1, Integer::sum);
            int left = taken.getOrDefault(run.task().name(), 0);
            if (seen == 2 && left > 0) {
                taken.put(run.task().name(), left - 1);
                open--;
                return run.with(new RemoteRun.Sign("lost", null, "", "", "taken", List.of()));
            }
            if (seen == 3) {
                open--;
                return run.with(new RemoteRun.Sign("done", 0, "", "", "", List.of()));
            }
            return run.with(new RemoteRun.Sign("running", null, "", "", "", List.of()));
        }

        @Override
        public boolean pause() {
            return true;
        }
    }

    private static List<RemoteRun.Task> tasks(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new RemoteRun.Task("a.json", "t" + i, "train", List.of(), List.of(), "job.json"))
                .toList();
    }

    @Test
    void noMoreThanSoManyRunAtATimeAndAllEnd() {
        ThreeLooks fleet = new ThreeLooks(Map.of());
        List<RemoteRun> ended = new RemoteJob(fleet, 3, _ -> {}).run(tasks(8));
        assertThat(fleet.most).isEqualTo(3);
        assertThat(fleet.events).hasSize(8).doesNotHaveDuplicates();
        assertThat(ended)
                .hasSize(8)
                .allSatisfy(run -> assertThat(run.sign().state()).isEqualTo("done"));
    }

    @Test
    void aMachineThatIsTakenAwayIsReplacedAndOneThatAlwaysIsGivesUp() {
        ThreeLooks fleet = new ThreeLooks(Map.of("t0", 1, "t1", 99));
        List<String> said = new ArrayList<>();
        List<RemoteRun> ended = new RemoteJob(fleet, 2, said::add).run(tasks(3));
        assertThat(fleet.most).isEqualTo(2);
        assertThat(ended.stream().map(run -> run.name() + " " + run.sign().state()))
                .containsExactly("t0-2 done", "t1-2-2-2 lost", "t2 done");
        assertThat(said).contains("t0: taken", "t0-2: continued on dstack", "t1-2-2-2: lost, taken");
    }
}

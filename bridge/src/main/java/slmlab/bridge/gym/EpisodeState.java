package slmlab.bridge.gym;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import slmlab.env.ActionLog;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/// Saves and loads the running episodes of a vector.
///
/// Of single envs it keeps how each episode began (its seed, or the state of the env's random numbers) and its actions
/// so far: a load takes them again and compares observation and reward. An episode of more actions than are kept is
/// saved without them: after a load its next step truncates it at the saved observation, and a new one begins. A vector
/// of the env's own is pickled by its worker.
final class EpisodeState {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String CUT = "cut"; // in place of how an episode began: the seed of the next

    private final String name;
    private final Hello hello;
    private final Step step;
    private final int[] age;
    private final ActionLog log;

    EpisodeState(String name, Hello hello, Step step, int[] age) {
        this.name = name;
        this.hello = hello;
        this.step = step;
        this.age = age;
        Space action = hello.action();
        this.log = new ActionLog(action.rowType(), age.length * action.row().volume(), 0);
    }

    /// Log the actions of the coming step.
    void add(Array action) {
        if (hello.replays()) {
            log.add(action, age);
        }
    }

    /// Return whether an episode is too long to be replayed.
    boolean isTooLong() {
        return hello.replays() && Arrays.stream(age).anyMatch(steps -> steps > log.capacity());
    }

    /// Return how many steps of an episode can be replayed.
    int longest() {
        return log.capacity();
    }

    /// @param seed of env 0 where an episode is too long to be saved; env i gets seed + i
    void save(PythonWorker[] workers, long seed, State to) {
        to.put("id", text(name));
        to.put("size", age.length);
        int[] kept = Arrays.stream(age) // steps that a load takes again
                .map(steps -> hello.replays() && steps > log.capacity() ? 0 : steps)
                .toArray();
        to.put("age", Array.ofInts(Shape.of(age.length), kept));
        for (PythonWorker worker : workers) {
            worker.ring(PythonWorker.SAVE);
        }
        if (hello.replays()) {
            ArrayNode begun = MAPPER.createArrayNode();
            for (PythonWorker worker : workers) {
                worker.json().get("begun").forEach(begun::add);
            }
            for (int i = 0; i < kept.length; i++) {
                if (kept[i] < age[i]) {
                    begun.set(i, MAPPER.createObjectNode().put(CUT, seed + i));
                }
            }
            to.put("begun", text(begun.toString()));
            to.put("actions", actions(kept));
        } else {
            to.put("begun", text(workers[0].json().toString()));
        }
        step.save(to);
    }

    /// Return the actions of each running episode, env after env.
    private Array actions(int[] kept) {
        int width = hello.action().row().volume();
        Array taken = Array.zeros(
                hello.action().rowType(), Shape.of(Arrays.stream(kept).sum(), width));
        int at = 0;
        for (int i = 0; i < kept.length; i++) {
            for (int back = kept[i]; back > 0; back--) {
                log.read(back, i * width, Rows.data(taken), at, width);
                at += width;
            }
        }
        return taken;
    }

    /// Load, and return how many episodes end as truncated in the next step.
    int load(PythonWorker[] workers, State from) {
        String id = new String(from.array("id").bytes(), StandardCharsets.UTF_8);
        if (!id.equals(name) || from.whole("size") != age.length) {
            throw new IllegalArgumentException("a state of %s envs of %s does not fit %s of %s"
                    .formatted(from.whole("size"), id, age.length, name));
        }
        JsonNode begun = MAPPER.readTree(from.array("begun").bytes());
        for (PythonWorker worker : workers) {
            worker.ring(PythonWorker.LOAD, hello.replays() ? part(begun, worker) : begun.toString());
        }
        for (PythonWorker worker : workers) {
            worker.awaitSlow();
        }
        int[] ages = from.array("age").ints();
        int cut = 0;
        if (hello.replays()) {
            replay(workers, ages, from.array("actions"));
            for (PythonWorker worker : workers) {
                worker.slots().copyObs(step);
                worker.slots().copyRewards(step.reward().floats());
            }
            for (int i = 0; i < age.length; i++) {
                if (begun.get(i).has(CUT)) {
                    cut++;
                } else {
                    checkReplayed(from, i, ages[i]);
                }
            }
        }
        System.arraycopy(ages, 0, age, 0, age.length);
        step.load(from);
        if (cut > 0) {
            for (PythonWorker worker : workers) {
                worker.slots().putObs(step.obs());
            }
        }
        return cut;
    }

    private static String part(JsonNode begun, PythonWorker worker) {
        ArrayNode own = MAPPER.createArrayNode();
        for (int i = worker.first(); i < worker.first() + worker.count(); i++) {
            own.add(begun.get(i));
        }
        return MAPPER.createObjectNode().set("begun", own).toString();
    }

    /// Take the same actions again, all episodes side by side: the longest begins first.
    private void replay(PythonWorker[] workers, int[] ages, Array taken) {
        int width = hello.action().row().volume();
        Array action = Rows.of(hello.action(), age.length);
        byte[] active = new byte[age.length];
        Arrays.fill(age, 0);
        for (int back = Arrays.stream(ages).max().orElse(0); back > 0; back--) {
            int at = 0;
            for (int i = 0; i < age.length; i++) {
                active[i] = (byte) (back <= ages[i] ? 1 : 0);
                if (active[i] != 0) {
                    int row = at + ages[i] - back;
                    System.arraycopy(Rows.data(taken), row * width, Rows.data(action), i * width, width);
                }
                at += ages[i];
            }
            add(action);
            for (PythonWorker worker : workers) {
                worker.slots().putActions(action);
                worker.slots().putActive(active);
                worker.ring(PythonWorker.STEP_ACTIVE);
            }
            for (PythonWorker worker : workers) {
                worker.await();
            }
            for (int i = 0; i < age.length; i++) {
                age[i] += active[i];
            }
        }
    }

    private void checkReplayed(State from, int i, int steps) {
        int width = hello.obs().row().volume();
        if (!Rows.areSame(from.array("obs"), step.obs(), i * width, width)) {
            throw other("observation");
        }
        if (steps > 0 && from.array("reward").floats()[i] != step.reward().floats()[i]) {
            throw other("reward");
        }
    }

    private IllegalArgumentException other(String what) {
        return new IllegalArgumentException(
                "%s: taking the saved actions again gave another %s; either its arguments or packages have changed, it draws random numbers from elsewhere than self.np_random, or it keeps something from one episode to the next"
                        .formatted(name, what));
    }

    private static Array text(String letters) {
        byte[] bytes = letters.getBytes(StandardCharsets.UTF_8);
        return Array.ofBytes(Shape.of(bytes.length), bytes);
    }
}

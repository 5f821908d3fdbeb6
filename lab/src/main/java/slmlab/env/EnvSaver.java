package slmlab.env;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// Saves and loads the episodes of a vector: by the envs' own fields where they write them, else by each
/// episode's random state at its start and its actions so far, which a load replays. An episode of more actions than
/// are kept is saved without them: after a load its next step truncates it at the saved observation, and a new
/// one begins.
final class EnvSaver {
    private final RunningEpisodes episodes;
    private final Step step;
    private final Space actionSpace;
    private final ActionLog log;
    private boolean isTold; // that an episode is too long

    EnvSaver(RunningEpisodes episodes, Step step, Space actionSpace, int maxSteps) {
        this.episodes = episodes;
        this.step = step;
        this.actionSpace = actionSpace;
        int numbers = episodes.size() * actionSpace.row().volume();
        this.log = new ActionLog(actionSpace.rowType(), numbers, maxSteps);
    }

    /// Log the actions of the coming step.
    void add(Array action) {
        log.add(action, episodes.age);
    }

    void save(State to) {
        to.put("id", id());
        to.put("size", episodes.size());
        to.put("repeat", episodes.repeat());
        to.put("seed", episodes.seed);
        boolean fields = saveFields(to);
        to.put("age", Array.ofInts(Shape.of(episodes.size()), fields ? episodes.age : keptAges()));
        to.put("fields", fields ? 1 : 0);
        if (!fields) {
            saveActions(to);
        }
        step.save(to);
    }

    void load(State from) {
        checkOrigin(from);
        episodes.seed = from.whole("seed");
        if (from.whole("fields") == 1) {
            loadFields(from);
        } else {
            replay(from);
            for (int i = 0; i < episodes.size(); i++) {
                if (!episodes.cut[i]) {
                    checkReplayed(from.array("obs"), i);
                }
            }
        }
        step.load(from);
    }

    /// Return false if the envs do not write their fields.
    private boolean saveFields(State to) {
        long[][] now = new long[episodes.size()][NumpyRandom.STATE];
        for (int i = 0; i < now.length; i++) {
            Env env = episodes.env(i);
            State own = to.within("env" + i);
            if (!EnvException.call(episodes.name(), "save()", () -> env.save(own))) {
                return false;
            }
            episodes.randoms[i].copyTo(now[i]);
        }
        to.put("random", words(now));
        return true;
    }

    private void loadFields(State from) {
        System.arraycopy(from.array("age").ints(), 0, episodes.age, 0, episodes.size());
        for (int i = 0; i < episodes.size(); i++) {
            NumpyRandom random = random(from.array("random"), i);
            episodes.randoms[i] = random;
            Env env = episodes.env(i);
            State own = from.within("env" + i);
            EnvException.run(episodes.name(), "load()", () -> env.load(own, random));
        }
    }

    private void saveActions(State to) {
        int width = actionSpace.row().volume();
        int[] steps =
                Arrays.stream(keptAges()).map(age -> age / episodes.repeat()).toArray();
        long[][] random = new long[episodes.size()][];
        byte[] cut = new byte[episodes.size()];
        Array taken =
                Array.zeros(actionSpace.rowType(), Shape.of(Arrays.stream(steps).sum(), width));
        int at = 0;
        for (int i = 0; i < episodes.size(); i++) {
            random[i] = episodes.begun[i];
            if (isCut(i)) {
                cut[i] = 1;
                random[i] = new long[NumpyRandom.STATE]; // of the episode after it
                episodes.randoms[i].copyTo(random[i]);
            }
            for (int back = steps[i]; back > 0; back--) {
                log.read(back, i * width, Rows.data(taken), at, width);
                at += width;
            }
        }
        to.put("actions", taken);
        to.put("random", words(random));
        to.put("cut", Array.ofBytes(Shape.of(cut.length), cut));
    }

    /// Return whether a load would have to truncate an env's episode.
    private boolean isCut(int i) {
        return episodes.cut[i] || steps(i) > log.capacity();
    }

    /// Return the age of each episode that a load replays, 0 for the others; say so once.
    private int[] keptAges() {
        int[] ages = episodes.age.clone();
        for (int i = 0; i < ages.length; i++) {
            if (isCut(i)) {
                ages[i] = 0;
                if (!isTold) {
                    isTold = true;
                    System.err.println(
                            "%s: an episode is longer than the %s steps that can be replayed: a run that is resumed here begins a new episode, and the old one counts as truncated; give the env a time limit, or save its fields"
                                    .formatted(episodes.name(), log.capacity()));
                }
            }
        }
        return ages;
    }

    /// Replay each episode: reset it and take the same actions.
    private void replay(State from) {
        int width = actionSpace.row().volume();
        Array taken = from.array("actions");
        int[] ages = from.array("age").ints().clone();
        for (int i = 0; i < ages.length; i++) {
            ages[i] /= episodes.repeat(); // steps of the vector
        }
        Array action = Rows.of(actionSpace, episodes.size());
        episodes.act(action);
        byte[] cut = from.array("cut").bytes();
        for (int i = 0; i < episodes.size(); i++) {
            episodes.randoms[i] = random(from.array("random"), i);
            if (cut[i] == 0) {
                episodes.restart(i);
            } else {
                episodes.age[i] = 0;
                episodes.cut[i] = true;
            }
        }
        int longest = Arrays.stream(ages).max().orElse(0);
        for (int back = longest; back > 0; back--) { // all episodes end now: the longest begins first
            int at = 0;
            for (int i = 0; i < episodes.size(); i++) {
                if (back <= ages[i]) {
                    int row = at + ages[i] - back;
                    System.arraycopy(Rows.data(taken), row * width, Rows.data(action), i * width, width);
                }
                at += ages[i];
            }
            add(action);
            for (int i = 0; i < episodes.size(); i++) {
                if (back <= ages[i]) {
                    step.terminated().bytes()[i] = 0; // of the vector that loads; the saved step is read at the end
                    step.truncated().bytes()[i] = 0;
                    episodes.advance(i);
                    episodes.again(i);
                }
            }
        }
    }

    /// Return the vector's steps since the episode began. Each repeated its action in full, else the episode
    /// would have ended.
    private int steps(int i) {
        return episodes.age[i] / episodes.repeat();
    }

    private Array id() {
        byte[] letters = episodes.name().getBytes(StandardCharsets.UTF_8);
        return Array.ofBytes(Shape.of(letters.length), letters);
    }

    /// Return random states as INT32 words, [envs, STATE, 2].
    private static Array words(long[][] states) {
        Array all = Array.zeros(DType.INT32, Shape.of(states.length, NumpyRandom.STATE, 2));
        for (int i = 0; i < states.length; i++) {
            int[] one = Rows.ofLongs(states[i]).ints();
            System.arraycopy(one, 0, all.ints(), i * one.length, one.length);
        }
        return all;
    }

    private static NumpyRandom random(Array words, int i) {
        int count = 2 * NumpyRandom.STATE;
        int[] one = Arrays.copyOfRange(words.ints(), i * count, (i + 1) * count);
        long[] state = new long[NumpyRandom.STATE];
        Rows.longs(Array.ofInts(Shape.of(NumpyRandom.STATE, 2), one), state);
        return NumpyRandom.ofState(state);
    }

    private void checkOrigin(State from) {
        String id = new String(from.array("id").bytes(), StandardCharsets.UTF_8);
        if (!id.equals(episodes.name()) || from.whole("size") != episodes.size()) {
            throw new IllegalArgumentException("a state of %s envs of %s does not fit %s of %s"
                    .formatted(from.whole("size"), id, episodes.size(), episodes.name()));
        }
    }

    private void checkReplayed(Array saved, int i) {
        int width = saved.shape().volume() / episodes.size();
        if (!Rows.areSame(saved, step.obs(), i * width, width)) {
            throw new IllegalArgumentException(
                    "%s: replaying the saved actions gave a different result; have its arguments changed, or does it use randomness other than the random passed to reset?"
                            .formatted(episodes.name()));
        }
    }
}

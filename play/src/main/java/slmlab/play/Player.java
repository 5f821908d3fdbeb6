package slmlab.play;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;

/// A trained policy that acts on your observations.
///
/// ```java
/// Player player = Player.load(Path.of("data/ppo_cartpole_2026_11_15_120000"));
/// player.reset();                                        // at the start of every episode
/// int action = player.act(0.01f, 0, 0.02f, 0);
/// float[] probabilities = player.actionProbabilities();  // of the last act
/// ```
///
/// Observations are those of the env: normalization, clipping, frame stacks and one-hot rows of the run are applied
/// here, and actions come out as the env takes them. Several observations in one array are a batch, whose row `i` is
/// the same game in every call. Once the JIT compiler has compiled it, which [#warmUp] awaits, an act allocates nothing
/// as long as batches keep their size.
///
/// A player is for one thread at a time; two that act at once are told so by an [IllegalStateException]. [#copy]
/// returns another one for another thread, which shares the weights.
public final class Player {
    private final PolicyFile policy;
    private final @Nullable Long seed;
    private final PolicyForm form;
    private final ObsCheck check;
    private final Observations obs;
    private final Columns columns;
    private final ObsPart acting;
    private final @Nullable ObsPart valuing;
    private final AtomicBoolean busy = new AtomicBoolean();
    private boolean masked; // whether a mask was given for the next act
    private int rows; // of the last act
    private boolean valued; // whether its value is known

    /// Load a policy that always takes the best action: the best checkpoint of the best session of a run, or a
    /// policy file.
    ///
    /// @throws IllegalArgumentException if there is none, or it cannot be played outside the lab
    public static Player load(Path runOrFile) {
        Path file = Files.isDirectory(runOrFile) ? RunFiles.policy(runOrFile, OptionalInt.empty()) : runOrFile;
        return new Player(PolicyFile.read(file), null);
    }

    /// Load the best checkpoint of one session of a run.
    public static Player load(Path run, int session) {
        return new Player(PolicyFile.read(RunFiles.policy(run, OptionalInt.of(session))), null);
    }

    /// Load the bytes of a policy file.
    public static Player load(byte[] file) {
        return new Player(PolicyFile.read(file, "the policy file of %s bytes".formatted(file.length)), null);
    }

    /// Load a policy file from a stream, which is read to its end and left open.
    public static Player load(InputStream in) {
        try {
            return load(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the policy file: " + e, e);
        }
    }

    /// Load a policy file that is a resource in a jar or on the class path.
    ///
    /// @param beside a class of the same jar; a name without a slash at its start is looked up in its package
    /// @throws IllegalArgumentException if there is none
    public static Player loadResource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no resource %s beside %s".formatted(name, beside));
            }
            return new Player(PolicyFile.read(in.readAllBytes(), "the resource " + name), null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource %s: %s".formatted(name, e), e);
        }
    }

    private Player(PolicyFile policy, @Nullable Long seed) {
        this.policy = policy;
        this.seed = seed;
        this.form = new PolicyForm(policy);
        this.check = new ObsCheck(policy.obs());
        this.obs = new Observations(policy.obs());
        this.columns = new Columns(policy.graphs().lastEntry().getValue(), seed == null ? "mode" : "sample");
        List<Column> inputs = columns.inputs(obs.seen());
        Program.Options options = Program.Options.DEFAULT;
        Program.Options drawing = seed == null
                ? options
                : options.random(RandomStream.ofSeed(seed).split("policy"));
        this.acting = new ObsPart(policy.graphs(), inputs, columns.acting(), drawing, policy.exploreVar());
        this.valuing = columns.value == null
                ? null
                : new ObsPart(policy.graphs(), inputs, List.of(columns.value), options, policy.exploreVar());
    }

    /// Return a player for another thread: it shares the weights, has no past, and draws the same numbers if it
    /// samples.
    public Player copy() {
        return new Player(policy, seed);
    }

    /// Return a player that draws actions as in training, with random numbers of this seed. For Q-learning that is
    /// the best action, with the exploration of the checkpoint.
    public Player sampling(long newSeed) {
        return new Player(policy, newSeed);
    }

    /// Act on zeros until the JIT compiler has compiled all that acting needs, at most ten seconds. This player
    /// itself, its past and its random numbers stay as they are.
    public void warmUp() {
        warmUp(1, Duration.ofSeconds(10));
    }

    /// Act on batches of zeros until an act allocates nothing any more.
    ///
    /// @param batch rows of the batches that will be acted on
    /// @param most how long to continue
    /// @return whether it came to that in time
    public boolean warmUp(int batch, Duration most) {
        acting.prepare(batch);
        if (valuing != null) {
            valuing.prepare(batch);
        }
        return new WarmUp(copy(), policy, batch).run(most);
    }

    /// Return an observation to be put together from its named parts, for an env whose observations have some.
    ///
    /// @throws IllegalStateException if they are one array
    public Observation observation() {
        if (policy.entries().isEmpty()) {
            throw new IllegalStateException("observations have no named parts; give an array of %s numbers"
                    .formatted(policy.obs().frame()));
        }
        return new Observation(policy.entries(), policy.obs().frame());
    }

    /// Return what goes into an act and comes out of it.
    public PolicyForm form() {
        return form;
    }

    /// Return what the file says about itself: algorithm, env, spec, frame and so on.
    public Map<String, String> facts() {
        return policy.facts();
    }

    /// Return how many numbers one observation has.
    public int obsSize() {
        return policy.obs().frame();
    }

    /// Return a copy of what is remembered of a row of the last act.
    public Past past(int row) {
        if (row < 0 || row >= rows) {
            throw new IllegalArgumentException("row %s; the last act had %s rows".formatted(row, rows));
        }
        return new Past(columns.states(row), obs.frames(row));
    }

    /// Continue other episodes in the next act: row `i` with `pasts[i]`, or at the start of an episode where that
    /// is
    /// null.
    public void resume(List<@Nullable Past> pasts) {
        enter();
        try {
            rows = pasts.size();
            columns.rows(rows);
            columns.forget(0, rows);
            @Nullable Object[] frames = new @Nullable Object[rows];
            for (int row = 0; row < rows; row++) {
                Past past = pasts.get(row);
                if (past != null) {
                    columns.states(row, past.states);
                    frames[row] = past.frames;
                }
            }
            obs.frames(frames);
        } finally {
            leave();
        }
    }

    /// Forget the past of all rows: call it where episodes begin. A policy without frame stacks and recurrent nets
    /// has none.
    public void reset() {
        enter();
        try {
            obs.reset();
            columns.forget(0, rows);
        } finally {
            leave();
        }
    }

    /// Forget the past of one row of a batch.
    public void reset(int row) {
        if (row < 0) {
            throw new IllegalArgumentException("row %s; needs at least 0".formatted(row));
        }
        enter();
        try {
            obs.reset(row);
            columns.forget(row, row + 1);
        } finally {
            leave();
        }
    }

    /// Say which actions can be taken in the next act. A policy that was trained with masks needs one each time.
    ///
    /// @param possible for each row, whether each action can be taken
    public Player mask(boolean... possible) {
        enter();
        try {
            masked = false;
            form.checkMask(possible);
            Column mask = Objects.requireNonNull(columns.mask);
            mask.rows(possible.length / mask.width);
            Masks.copy(possible, mask.bytes(), (ActionKind.Choices) policy.action());
            masked = true;
            return this;
        } finally {
            leave();
        }
    }

    /// Choose one of the discrete actions.
    public int act(float... observation) {
        enter();
        try {
            run(observation, checkSingle(check.rows(observation.length)));
            return single();
        } finally {
            leave();
        }
    }

    /// Choose one of the discrete actions from pixels.
    public int act(byte[] pixels) {
        enter();
        try {
            run(pixels, checkSingle(check.rows(pixels.length)));
            return single();
        } finally {
            leave();
        }
    }

    /// Choose discrete actions for a batch, or several at once.
    ///
    /// @param to one number for each row, or one for each choice of each row
    public void act(float[] observations, int[] to) {
        enter();
        try {
            run(observations, check(ActionKind.Choices.class, check.rows(observations.length), to.length));
            choices(to);
        } finally {
            leave();
        }
    }

    /// Choose discrete actions for a batch of pixels.
    public void act(byte[] pixels, int[] to) {
        enter();
        try {
            run(pixels, check(ActionKind.Choices.class, check.rows(pixels.length), to.length));
            choices(to);
        } finally {
            leave();
        }
    }

    /// Choose continuous actions, in the env's units.
    ///
    /// @param to an action for each row
    public void act(float[] observations, float[] to) {
        enter();
        try {
            run(observations, check(ActionKind.Box.class, check.rows(observations.length), to.length));
            numbers(to);
        } finally {
            leave();
        }
    }

    /// Choose continuous actions from pixels.
    public void act(byte[] pixels, float[] to) {
        enter();
        try {
            run(pixels, check(ActionKind.Box.class, check.rows(pixels.length), to.length));
            numbers(to);
        } finally {
            leave();
        }
    }

    /// Return the net's outputs for all actions in the last act, before any mask: logits, or action values where
    /// the algorithm learns those. The next act overwrites the array; so it is with all that follow.
    public float[] logits() {
        return known(columns.logits, "logits: the actions are continuous, see mean() and std()");
    }

    /// Return the probabilities of all actions in the last act; of switches, those of 1.
    public float[] actionProbabilities() {
        return known(
                columns.probabilities,
                columns.logits == null
                        ? "probabilities: the actions are continuous, see mean() and std()"
                        : "probabilities: its algorithm chooses by action values, see logits()");
    }

    /// Return the means of continuous actions in the last act, before they are squashed and scaled.
    public float[] mean() {
        return known(columns.mean, "means: the actions are discrete, see logits()");
    }

    /// Return the standard deviations of continuous actions in the last act, before they are squashed and scaled.
    public float[] std() {
        return known(columns.std, "standard deviations: its actions are discrete, or have noise of a fixed size");
    }

    /// Return the value of the last observations, one for each row: the critic's; of the best action where the
    /// algorithm learns action values. It is computed when it is asked for.
    public float[] values() {
        float[] values = known(columns.value, "value: its algorithm learns none");
        if (!valued && valuing != null) {
            enter();
            try {
                valuing.run(rows);
                valued = true;
            } finally {
                leave();
            }
        }
        return values;
    }

    /// Return the value of the last observation, where it was a single one.
    public float value() {
        float[] values = values();
        if (rows != 1) {
            throw new IllegalStateException("value() of a batch of %s; see values()".formatted(rows));
        }
        return values[0];
    }

    /// Return what is known of the last act: those of logits, probabilities, mean, std and value that there are.
    public SequencedMap<String, float[]> details() {
        SequencedMap<String, float[]> details = new LinkedHashMap<>();
        Stream.of(columns.logits, columns.probabilities, columns.mean, columns.std)
                .filter(column -> column != null)
                .forEach(column -> details.put(column.name, known(column, column.name)));
        if (columns.value != null) {
            details.put(columns.value.name, values());
        }
        return details;
    }

    private void run(float[] observations, int count) {
        check.check(observations);
        begin(count);
        obs.read(observations, count);
        acting.run(count);
    }

    private void run(byte[] pixels, int count) {
        check.checkBytes();
        begin(count);
        obs.read(pixels, count);
        acting.run(count);
    }

    /// Refuse two threads at once: they would overwrite each other's numbers without a word.
    private void enter() {
        if (!busy.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "another thread uses this player at the same time; give every thread its own, with copy()");
        }
    }

    private void leave() {
        busy.set(false);
    }

    private void begin(int count) {
        Column mask = columns.mask;
        if (mask != null && !(masked && mask.bytes().length == count * mask.width)) {
            throw new IllegalStateException(
                    "the policy was trained with action masks: call mask(…) before each act, with %s entries for each of the %s rows"
                            .formatted(mask.width, count));
        }
        masked = false;
        valued = false;
        rows = count;
        columns.rows(count);
        columns.advance();
    }

    /// Refuse a call that does not fit the actions, before anything is computed.
    private int checkSingle(int count) {
        if (!(policy.action() instanceof ActionKind.Choices choices) || !choices.one() || count != 1) {
            throw new IllegalArgumentException("act of %s observations for a single number; the actions are %s: %s"
                    .formatted(count, policy.action(), "give an array for them as second argument"));
        }
        return count;
    }

    private int check(Class<? extends ActionKind> kind, int count, int length) {
        if (!kind.isInstance(policy.action())
                || length != count * policy.action().width()) {
            throw new IllegalArgumentException(
                    "an array of %s %s for the actions of %s observations; the actions are %s: needs %s %s"
                            .formatted(
                                    length,
                                    kind == ActionKind.Box.class ? "floats" : "ints",
                                    count,
                                    policy.action(),
                                    count * policy.action().width(),
                                    policy.action() instanceof ActionKind.Box ? "floats" : "ints"));
        }
        return count;
    }

    private int single() {
        return columns.action.ints()[0] + ((ActionKind.Choices) policy.action()).start();
    }

    private void choices(int[] to) {
        int start = ((ActionKind.Choices) policy.action()).start();
        int[] chosen = columns.action.ints();
        for (int i = 0; i < to.length; i++) {
            to[i] = chosen[i] + start;
        }
    }

    private void numbers(float[] to) {
        ActionKind.Box box = (ActionKind.Box) policy.action();
        float[] chosen = columns.action.floats();
        for (int i = 0; i < to.length; i++) {
            to[i] = box.scaled(chosen[i], i % box.width());
        }
    }

    private float[] known(@Nullable Column column, String why) {
        if (column == null) {
            throw new IllegalStateException("this policy has no " + why);
        }
        if (rows == 0) {
            throw new IllegalStateException("nothing is known before the first act");
        }
        return column.floats();
    }
}

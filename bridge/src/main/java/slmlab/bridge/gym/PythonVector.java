package slmlab.bridge.gym;

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import slmlab.env.ActionCheck;
import slmlab.env.EnvException;
import slmlab.env.Rows;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// A vector of envs that Python workers step side by side, each its part of them.
///
/// A worker that fails ends the vector with an [EnvException]; with `restarts` it is replaced, and the episodes of its
/// envs count as truncated at their last observation.
final class PythonVector implements VecEnv {
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private final String name;
    private final int size;
    private final Options options;
    private final WorkerProgram program;
    private final PythonWorker[] workers;
    private final Watchdog watchdog;
    private final Hello hello;
    private final ActionCheck check;
    private final Step step;
    private final int[] age; // steps of each running episode
    private final byte[] active; // 0 where the last step left an env alone, as pauseAfterEnds asks
    private final boolean[] proven; // workers that have taken a step since they were started
    private final EpisodeState saved;
    private final List<String> notes = new ArrayList<>();
    private long seed;
    private int restarts;
    private boolean pausing;
    private boolean started;
    private @Nullable BufferedImage rendered; // null until first rendered

    /// @param workers how many processes share the envs
    /// @param limit how long a step may take, ms
    /// @param restarts whether a worker that fails is replaced
    record Options(int workers, long limit, boolean restarts) {}

    /// @throws WorkerFault where the envs cannot be made
    PythonVector(String name, WorkerProgram program, int size, Options options) {
        if (size < 1) {
            throw new IllegalArgumentException("%s: a vector of %s envs; needs at least 1".formatted(name, size));
        }
        this.name = name;
        this.size = size;
        this.options = options;
        this.program = program;
        int parts = Math.min(options.workers, size);
        this.workers = new PythonWorker[parts];
        this.watchdog = new Watchdog(workers);
        this.proven = new boolean[parts];
        this.age = new int[size];
        this.active = new byte[size];
        Arrays.fill(active, (byte) 1);
        try {
            for (int k = 0; k < parts; k++) { // all start at once, then each is waited for
                int first = size * k / parts;
                watchdog.watch(k, worker(first, size * (k + 1) / parts - first));
            }
            this.hello = workers[0].open();
            for (int k = 1; k < parts; k++) {
                checkSpaces(workers[k]);
            }
            if (hello.action() instanceof Space.Dict || hello.action() instanceof Space.Tuple) {
                throw new IllegalArgumentException(
                        "%s: actions of %s are not supported".formatted(name, hello.action()));
            }
            this.check = new ActionCheck(name, hello.action(), size);
            this.step = new Step(
                    Rows.of(hello.obs(), size),
                    Array.zeros(DType.FLOAT32, Shape.of(size)),
                    Array.zeros(DType.UINT8, Shape.of(size)),
                    Array.zeros(DType.UINT8, Shape.of(size)),
                    Rows.of(hello.obs(), size),
                    null,
                    null);
            this.saved = new EpisodeState(name, hello, step, age);
            hello.notes().forEach(this::tell);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private PythonWorker worker(int first, int count) {
        return new PythonWorker(program, first, count, count == size, options.limit);
    }

    private void checkSpaces(PythonWorker worker) {
        Hello own = worker.open();
        if (!own.obs().equals(hello.obs()) || !own.action().equals(hello.action())) {
            throw new IllegalArgumentException("%s: env %s has the spaces %s → %s, env 0 has %s → %s; all need the same"
                    .formatted(name, worker.first(), own.obs(), own.action(), hello.obs(), hello.action()));
        }
    }

    /// Return what the user was told about these envs.
    List<String> notes() {
        return notes;
    }

    /// Tell the user something, once in a process: a run makes the same envs several times.
    private void tell(String note) {
        if (!notes.contains(note)) {
            notes.add(note);
        }
        if (TOLD.add(name + note)) {
            System.err.println("%s: %s".formatted(name, note));
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Space obsSpace() {
        return hello.obs();
    }

    @Override
    public Space actionSpace() {
        return hello.action();
    }

    @Override
    public boolean hasActionMask() {
        return false;
    }

    @Override
    public void pauseAfterEnds() {
        if (!hello.replays()) {
            VecEnv.super.pauseAfterEnds(); // one vector of Python's steps all of its envs
        }
        pausing = true;
    }

    @Override
    public boolean isPaused(int env) {
        return active[env] == 0;
    }

    @Override
    public Step reset(long newSeed) {
        seed = newSeed;
        started = true;
        Arrays.fill(active, (byte) 1);
        Arrays.fill(age, 0);
        Arrays.fill(step.reward().floats(), 0);
        Arrays.fill(step.terminated().bytes(), (byte) 0);
        Arrays.fill(step.truncated().bytes(), (byte) 0);
        for (PythonWorker worker : workers) {
            worker.ring(PythonWorker.RESET, seed + worker.first(), Long.BYTES);
        }
        for (PythonWorker worker : workers) {
            try {
                finishReset(worker);
            } catch (WorkerFault fault) {
                throw failed(worker, fault, true);
            }
        }
        return step;
    }

    private void finishReset(PythonWorker worker) {
        worker.awaitSlow();
        throwing(worker.slots().obsProblem());
        worker.slots().copyObs(step);
    }

    @Override
    public Step step(Array action) {
        checkStarted("step");
        check.accept(action);
        saved.add(action);
        byte[] terminated = step.terminated().bytes();
        byte[] truncated = step.truncated().bytes();
        for (int i = 0; pausing && i < size; i++) {
            active[i] = (byte) ((terminated[i] | truncated[i]) != 0 ? 0 : 1);
        }
        for (PythonWorker worker : workers) {
            worker.slots().putActions(action);
            if (pausing) {
                worker.slots().putActive(active);
            }
            worker.ring(pausing ? PythonWorker.STEP_UNPAUSED : PythonWorker.STEP);
        }
        for (int k = 0; k < workers.length; k++) {
            finishStep(k);
        }
        for (int i = 0; i < size; i++) {
            age[i] = (terminated[i] | truncated[i]) != 0 ? 0 : age[i] + active[i];
        }
        return step;
    }

    private void finishStep(int k) {
        PythonWorker worker = workers[k];
        try {
            worker.await();
            throwing(worker.slots().problem());
            worker.slots().copyStep(step);
            proven[k] = true;
        } catch (WorkerFault fault) {
            EnvException failure = failed(worker, fault, false);
            if (!options.restarts || !proven[k]) { // one that fails at once would fail again
                throw failure;
            }
            restart(k, failure);
        }
    }

    private static void throwing(@Nullable WorkerFault fault) {
        if (fault != null) {
            throw fault;
        }
    }

    /// Replace a worker. The episodes of its envs end here, and new ones begin with seeds that no env has had.
    private void restart(int k, EnvException failure) {
        PythonWorker old = workers[k];
        old.quit(); // one that returned nonsense is alive, and would be waited for
        old.close();
        restarts++;
        System.err.println("%s; started it again, and its episodes count as truncated".formatted(failure.getMessage()));
        PythonWorker fresh = worker(old.first(), old.count());
        watchdog.watch(k, fresh);
        proven[k] = false;
        int from = old.first() * hello.obs().row().volume();
        int numbers = old.count() * hello.obs().row().volume();
        System.arraycopy(Rows.data(step.obs()), from, Rows.data(step.finalObs()), from, numbers);
        try {
            checkSpaces(fresh);
            fresh.ring(PythonWorker.RESET, seedOf(restarts) + fresh.first(), Long.BYTES);
            finishReset(fresh);
        } catch (WorkerFault fault) {
            throw failed(fresh, fault, true);
        }
        Arrays.fill(step.reward().floats(), old.first(), old.first() + old.count(), 0);
        Arrays.fill(step.terminated().bytes(), old.first(), old.first() + old.count(), (byte) 0);
        Arrays.fill(step.truncated().bytes(), old.first(), old.first() + old.count(), (byte) 1);
    }

    /// Return the seed of env 0 after so many restarts: no env has had it.
    private long seedOf(int restart) {
        return seed + (long) size * restart;
    }

    @Override
    public void save(State to) {
        checkStarted("save");
        to.put("seed", seed);
        to.put("restarts", restarts);
        if (saved.isTooLong()) {
            tell(
                    "an episode is longer than the %s steps that can be replayed: a run that is resumed here begins a new episode, and the old one counts as truncated; max_episode_steps would limit it"
                            .formatted(saved.longest()));
        }
        saved.save(workers, seedOf(restarts + 1), to);
    }

    @Override
    public Step load(State from) {
        int cut;
        try {
            cut = saved.load(workers, from);
        } catch (WorkerFault fault) {
            throw new IllegalArgumentException(
                    "%s: a saved state cannot be loaded: %s".formatted(name, fault.text()), fault);
        }
        seed = from.whole("seed");
        restarts = (int) from.whole("restarts") + (cut > 0 ? 1 : 0);
        started = true;
        return step;
    }

    @Override
    public BufferedImage render(int index) {
        checkStarted("render");
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException(
                    "%s: no env %s to render; there are %s, counted from 0".formatted(name, index, size));
        }
        PythonWorker worker = workers[0];
        for (PythonWorker each : workers) {
            worker = each.first() <= index ? each : worker;
        }
        worker.ring(PythonWorker.DRAW, index - worker.first(), Integer.BYTES);
        try {
            return image(worker.image());
        } catch (WorkerFault fault) {
            throw new EnvException("%s: env %s cannot be drawn: %s".formatted(name, index, fault.text()), fault);
        }
    }

    private BufferedImage image(ByteBuffer drawn) {
        int height = drawn.getInt();
        int width = drawn.getInt();
        BufferedImage image = rendered;
        if (image == null || image.getWidth() != width || image.getHeight() != height) {
            image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            rendered = image;
        }
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int red = drawn.get() & 0xff;
                int green = drawn.get() & 0xff;
                image.setRGB(x, y, red << 16 | green << 8 | (drawn.get() & 0xff));
            }
        }
        return image;
    }

    /// Say which env failed, when, and how.
    private EnvException failed(PythonWorker worker, WorkerFault fault, boolean reset) {
        boolean together = fault.env() < 0 && worker.count() > 1;
        int env = worker.first() + Math.max(0, fault.env());
        String who = together ? "envs %s to %s".formatted(env, env + worker.count() - 1) : "env %s".formatted(env);
        String from = restarts == 0 ? " (seed %s)".formatted(seed + env) : "";
        String when = reset ? "its reset" : "step %s of its episode".formatted(age[env] + 1);
        return new EnvException(
                "%s: %s of %s%s failed at %s: %s".formatted(name, who, size, from, when, fault.text()), fault);
    }

    private void checkStarted(String call) {
        if (!started) {
            throw new IllegalStateException("%s: %s before reset".formatted(name, call));
        }
    }

    @Override
    public void close() {
        for (PythonWorker worker : workers) {
            if (worker != null) {
                worker.quit();
            }
        }
        for (PythonWorker worker : workers) {
            if (worker != null) {
                worker.close();
            }
        }
        watchdog.close();
    }
}

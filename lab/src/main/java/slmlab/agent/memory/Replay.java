package slmlab.agent.memory;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Savable;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;

/// The last transitions of every env, to learn from again and again.
///
/// A sample is a draw of rows with [#sample], or of windows of steps with [#sampleWindows]; [#gather] copies
/// it straight into the inputs of a program. Rows are equally likely, or as likely as their priority where
/// the spec has a `PrioritizedReplay`. With `use_cer` a sample holds the newest rows too (Zhang and Sutton
/// 2017, arXiv:1712.01275).
public final class Replay implements Savable {
    private final MemoryConfig config;
    private final Ring ring;
    private final Transitions transitions;
    private final Windows windows;
    private final @Nullable Priorities priorities;
    private final RandomStream random;
    private long sampledHead = -1; // the newest transition that a sample with use_cer has held, as head()
    private int[] rows = new int[0]; // of the sample; with windows, the first of each
    private float[] weights = new float[0]; // the greatest is 1
    private int count;
    private long sampledAt; // seen() then
    private int renewed; // how many of the last rows are there because they are new
    private int steps; // of each window; 0 for single rows
    private int burnIn;

    /// A replay of single observations.
    public Replay(
            Space obs,
            Space action,
            int envs,
            boolean masked,
            Map<String, Integer> stateSizes,
            MemoryConfig config,
            int steps,
            double gamma,
            RandomStream random) {
        this(obs, 1, action, envs, masked, stateSizes, config, steps, gamma, random);
    }

    /// @param stacked how many single observations each is a stack of; each of them is stored once
    /// @param stateSizes the recurrent nets' states to keep, by the names of their inputs
    /// @param steps the most steps whose rewards are summed, n
    /// @param random where draws come from; it is this replay's alone
    public Replay(
            Space obs,
            int stacked,
            Space action,
            int envs,
            boolean masked,
            Map<String, Integer> stateSizes,
            MemoryConfig config,
            int steps,
            double gamma,
            RandomStream random) {
        this.config = config;
        this.ring = new Ring(obs, stacked, action, envs, config.maxSize(), masked, stateSizes);
        this.transitions = new Transitions(ring, steps, gamma);
        this.windows = new Windows(ring, steps, gamma);
        this.priorities = config.name() == MemoryConfig.Kind.PRIORITIZED_REPLAY
                ? new Priorities(ring.rows(), config.alpha(), config.epsilon(), config.beta() != null)
                : null;
        this.random = random;
    }

    /// Transitions so far, also those that are forgotten.
    public long seen() {
        return ring.seen();
    }

    /// Transitions that can be sampled.
    public int size() {
        return ring.size();
    }

    /// Remember what the envs show before the first step. Later it changes nothing.
    public void begin(Step step) {
        ring.choose(step);
    }

    /// Remember one thing of the step that is being taken: `action`, a recurrent state.
    public void put(String name, Array rows) {
        ring.put(name, rows);
    }

    /// Remember what the actions led to, and begin the next step.
    public void observe(Step step) {
        int row = ring.now();
        ring.observe(step);
        if (priorities != null) {
            priorities.add(row, ring.envs());
            priorities.remove(ring.left(), ring.envs());
        }
    }

    /// Whether one of the transitions just observed calls for an update, as upstream counts them: more than
    /// `startStep` have been seen, and its place in a ring of `max_size` is a multiple of `frequency`.
    public boolean isDue(int startStep, int frequency) {
        for (long seen = seen() - ring.envs() + 1; seen <= seen(); seen++) {
            if (seen > Math.max(0, startStep) && head(seen) % frequency == 0) {
                return true;
            }
        }
        return false;
    }

    /// The place of the newest of so many transitions in a ring of `max_size`.
    private long head(long seen) {
        return (seen - 1) % config.maxSize();
    }

    /// Draw single rows, with replacement, that all weigh the same.
    public void sample(int batch) {
        draw(batch);
        renewed = config.useCer() ? renew() : 0;
        steps = 0;
        Arrays.fill(weights, 0, batch, 1);
    }

    /// Draw single rows by priority, with importance weights.
    ///
    /// @param beta how far the weights make up for the priorities: 0 not at all, 1 fully
    public void sample(int batch, double beta) {
        sample(batch);
        prioritized().weigh(rows, batch, size(), beta, weights);
    }

    /// The exponent β of the importance weights, which grows linearly from the spec's `beta` to 1.
    public double beta(long frame, long frames) {
        double from = Objects.requireNonNull(config.beta(), "the memory has no beta");
        return from + (1 - from) * Math.min(1, (double) frame / frames);
    }

    /// Draw windows of up to `seqLen` steps of one env, of which the first `burnIn` only bring a recurrent
    /// state up to date. A window begins at a row that is drawn as for [#sample] and ends with its episode;
    /// with `use_cer` the last ones end with the newest rows.
    public void sampleWindows(int windows, int seqLen, int burnIn) {
        draw(windows);
        renewed = config.useCer() ? renew() : 0;
        for (int i = windows - renewed; i < windows; i++) {
            rows[i] = beginning(rows[i], seqLen);
        }
        this.steps = seqLen;
        this.burnIn = burnIn;
        Arrays.fill(weights, 0, windows, 1);
    }

    /// The same by priority, with importance weights.
    public void sampleWindows(int windows, int seqLen, int burnIn, double beta) {
        sampleWindows(windows, seqLen, burnIn);
        prioritized().weigh(rows, windows, size(), beta, weights);
    }

    /// Where a window of so many steps begins that ends with a row.
    private int beginning(int last, int seqLen) {
        int row = last;
        for (int k = 1; k < seqLen; k++) {
            row = ring.before(row);
        }
        return row;
    }

    private void draw(int batch) {
        if (size() == 0) {
            throw new IllegalStateException("a sample of %s from an empty replay".formatted(batch));
        }
        if (rows.length < batch) {
            rows = new int[batch];
            weights = new float[batch];
        }
        count = batch;
        sampledAt = seen();
        if (priorities == null || priorities.isZero()) {
            for (int i = 0; i < batch; i++) {
                rows[i] = ring.row(random.nextInt(size()));
            }
        } else {
            priorities.draw(random, rows, batch);
        }
        renewed = 0;
    }

    /// Put the oldest rows that no sample has held yet in place of the last ones drawn.
    private int renew() {
        int backlog = (int) Math.floorMod(head(seen()) - sampledHead, (long) config.maxSize());
        int taken = Math.min(backlog, Math.min(count, size()));
        for (int i = 0; i < taken; i++) {
            rows[count - taken + i] = ring.row(size() - backlog + i);
        }
        sampledHead = (sampledHead + taken) % config.maxSize();
        return taken;
    }

    /// Copy the sample into the inputs that a program has.
    ///
    /// Of single rows: `obs`, `action`, `reward`, `next_obs`, `discount`, `mask`, `next_mask` and `weight`,
    /// where reward is the discounted sum of up to n steps and discount what the next observation's value
    /// counts, 0 after a termination. Weights sum up to 1 where all are alike.
    ///
    /// Of windows, each one's rows together: `obs` and `mask` of one row more than steps, the last being what
    /// followed; `action`; `reward` and `discount` of up to n steps, as far as the window goes, and `last`, the
    /// place of the last of them in its window; `weight`, 0 in the burn-in and beyond an episode's end; and
    /// each recurrent state, as it was at the window's first step.
    public void gather(Program program) {
        if (steps > 0) {
            windows.gather(rows, weights, count, steps, burnIn, program);
            return;
        }
        transitions.gather(rows, count, program);
        Array weight = program.inputs().get("weight");
        if (weight != null) {
            float[] to = weight.floats();
            for (int i = 0; i < count; i++) {
                to[i] = weights[i] / count;
            }
        }
    }

    /// Update the priorities of the sample from the error of each row, or of each window, before another step
    /// is observed. Rows that are in it only because they are new keep their priority.
    public void updatePriorities(float[] errors) {
        if (errors.length != count) {
            throw new IllegalArgumentException("%s errors for a sample of %s".formatted(errors.length, count));
        }
        if (seen() != sampledAt) {
            throw new IllegalStateException("%s transitions were observed since the sample; tell its errors before"
                    .formatted(seen() - sampledAt));
        }
        prioritized().update(rows, errors, count - renewed);
    }

    private Priorities prioritized() {
        return Objects.requireNonNull(priorities, "the memory has no priorities; it is no PrioritizedReplay");
    }

    /// Save all that a resume needs. Large arrays are not copied: write them before the next
    /// step.
    @Override
    public void save(State to) {
        ring.save(to);
        to.put("sampled_head", sampledHead);
        to.put("draws", random.counter());
        if (priorities != null) {
            priorities.save(to);
        }
    }

    @Override
    public void load(State from) {
        ring.load(from);
        sampledHead = from.whole("sampled_head");
        random.seek(from.whole("draws"));
        if (priorities != null) {
            priorities.load(from);
        }
    }
}

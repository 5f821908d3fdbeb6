package slmlab.agent.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// Random play that feeds a replay and remembers everything in plain lists. No two observations begin with
/// the same number, so that a row tells which transition it is.
public final class RandomPlay {
    static final int WIDTH = 3;
    static final int ACTIONS = 4;
    static final String STATE = "actor.state";
    static final Space OBS = Space.Box.of(-1e9, 1e9, WIDTH);
    static final Space ACTION = new Space.Discrete(ACTIONS);

    /// One step of one env.
    record Transition(
            float[] obs,
            byte[] mask,
            int action,
            float state,
            float reward,
            boolean terminated,
            boolean truncated,
            float[] nextObs,
            byte[] finalMask) {
        boolean ended() {
            return terminated || truncated;
        }
    }

    private final Random random;
    private final int envs;
    private final Replay replay;
    private final Step step;
    private final List<List<Transition>> played = new ArrayList<>(); // by env
    private float number;

    public RandomPlay(long seed, int envs, MemoryConfig config, int steps, double gamma) {
        this.random = new Random(seed);
        this.envs = envs;
        this.replay = replay(envs, config, steps, gamma);
        this.step = new Step(
                Array.zeros(DType.FLOAT32, Shape.of(envs, WIDTH)),
                Array.zeros(DType.FLOAT32, Shape.of(envs)),
                Array.zeros(DType.UINT8, Shape.of(envs)),
                Array.zeros(DType.UINT8, Shape.of(envs)),
                Array.zeros(DType.FLOAT32, Shape.of(envs, WIDTH)),
                Array.zeros(DType.UINT8, Shape.of(envs, ACTIONS)),
                Array.zeros(DType.UINT8, Shape.of(envs, ACTIONS)));
        for (int env = 0; env < envs; env++) {
            played.add(new ArrayList<>());
            show(step.obs(), step.actionMask(), env);
        }
        replay.begin(step);
    }

    /// An empty replay, as the one that is fed.
    public static Replay replay(int envs, MemoryConfig config, int steps, double gamma) {
        return new Replay(OBS, ACTION, envs, true, Map.of(STATE, 1), config, steps, gamma, RandomStream.ofSeed(7));
    }

    public static MemoryConfig config(MemoryConfig.Kind kind, int maxSize, boolean useCer) {
        return new MemoryConfig(
                kind,
                1,
                maxSize,
                useCer,
                0.6,
                1e-4,
                kind == MemoryConfig.Kind.PRIORITIZED_REPLAY ? 0.4 : null,
                1,
                null,
                0);
    }

    /// A program with all inputs that a replay can fill.
    public static Program program(int rows) {
        return Program.trace(trace -> {
            trace.input("obs", rows, WIDTH);
            trace.input("next_obs", rows, WIDTH);
            trace.input("action", DType.INT32, Shape.of(rows));
            trace.input("mask", DType.UINT8, Shape.of(rows, ACTIONS));
            trace.input("next_mask", DType.UINT8, Shape.of(rows, ACTIONS));
            for (String name : List.of("reward", "discount", "weight")) {
                trace.input(name, rows);
            }
        });
    }

    public Replay replay() {
        return replay;
    }

    public int envs() {
        return envs;
    }

    List<Transition> played(int env) {
        return played.get(env);
    }

    public void play(int steps) {
        for (int t = 0; t < steps; t++) {
            play(replay);
        }
    }

    /// Plays one step and lets several replays see it.
    public void play(Replay... replays) {
        int[] actions = random.ints(envs, 0, ACTIONS).toArray();
        float[] states = new float[envs];
        List<Transition> begun = new ArrayList<>();
        for (int env = 0; env < envs; env++) {
            states[env] = random.nextFloat();
            boolean terminated = random.nextInt(20) == 0;
            boolean truncated = random.nextInt(30) == 0;
            begun.add(new Transition(
                    numbers(step.obs(), env),
                    row(step.actionMask(), env),
                    actions[env],
                    states[env],
                    random.nextFloat() - 0.5f,
                    terminated,
                    truncated,
                    new float[0],
                    new byte[0]));
        }
        for (Replay each : replays) {
            each.put(STATE, Array.of(Shape.of(envs, 1), states));
            each.put("action", Array.ofInts(Shape.of(envs), actions));
        }
        for (int env = 0; env < envs; env++) {
            Transition begin = begun.get(env);
            step.reward().floats()[env] = begin.reward;
            step.terminated().bytes()[env] = (byte) (begin.terminated ? 1 : 0);
            step.truncated().bytes()[env] = (byte) (begin.truncated ? 1 : 0);
            show(step.finalObs(), step.finalMask(), env);
            show(step.obs(), step.actionMask(), env);
            played.get(env)
                    .add(new Transition(
                            begin.obs,
                            begin.mask,
                            begin.action,
                            begin.state,
                            begin.reward,
                            begin.terminated,
                            begin.truncated,
                            numbers(begin.ended() ? step.finalObs() : step.obs(), env),
                            row(step.finalMask(), env)));
        }
        for (Replay each : replays) {
            each.observe(step);
        }
    }

    private static byte[] row(@Nullable Array mask, int env) {
        byte[] masks = Objects.requireNonNull(mask).bytes();
        return Arrays.copyOfRange(masks, env * ACTIONS, (env + 1) * ACTIONS);
    }

    private static float[] numbers(Array obs, int env) {
        return Arrays.copyOfRange(obs.floats(), env * WIDTH, (env + 1) * WIDTH);
    }

    private void show(Array obs, @Nullable Array mask, int env) {
        float[] to = obs.floats();
        to[env * WIDTH] = number++;
        to[env * WIDTH + 1] = random.nextFloat();
        to[env * WIDTH + 2] = random.nextFloat();
        for (int k = 0; k < ACTIONS; k++) {
            Objects.requireNonNull(mask).bytes()[env * ACTIONS + k] = (byte) random.nextInt(2);
        }
    }
}

package slmlab.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Policy;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.EpisodeStats;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.TrainedAgent;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;

/// States of an agent's own episodes, evenly spread over them.
public final class EpisodeMoments {
    private static final int MOST_EPISODES = 100; // of one step each, if need be

    private final Space action;
    private final Program program; // what the agent computes, beside the policy that acts
    private final List<Moment> kept = new ArrayList<>();
    private final Map<String, List<Double>> norms = new LinkedHashMap<>(); // of the first episode
    private final boolean values;
    private final Spread seen;

    /// @param moments the states that are explained
    /// @param mean of all observations of the episodes
    /// @param norms Euclidean norm of each recurrent state, by its name, after every step of the first episode
    public record Played(List<Moment> moments, float[] mean, Map<String, List<Double>> norms) {}

    private EpisodeMoments(Space action, int size, Algorithm algorithm) {
        this.action = action;
        this.seen = new Spread(size);
        boolean[] traced = new boolean[1];
        Graph graph = Graph.trace(trace -> traced[0] = algorithm.traceActing(trace, 1));
        if (!traced[0]) {
            throw new IllegalArgumentException(
                    "the algorithm of this run does not say what acting computes; there is nothing to explain");
        }
        this.values = !graph.outputs().containsKey("probabilities");
        List<String> needed = graph.outputs().keySet().stream()
                .filter(name -> List.of("mode", "logits", "mean").contains(name) || name.endsWith(Probe.STATE))
                .toList();
        this.program = graph.only(needed).program();
    }

    /// Play episodes with the mode of the policy and keep `count` states of them.
    public static Played of(TrainedAgent player, int count, long seed) {
        WrapperStack stack = player.stack(1);
        try (VecEnv env = stack.env()) {
            EpisodeMoments moments =
                    new EpisodeMoments(env.actionSpace(), env.obsSpace().row().volume(), player.algorithm());
            try (Program _ = moments.program) {
                moments.play(stack, player.algorithm().policy(1, false), count, seed);
            }
            return new Played(spread(moments.kept, count), moments.seen.means(), moments.norms);
        }
    }

    /// Play until there are enough states. Of a long episode every second state is dropped as often as needed.
    private void play(WrapperStack stack, Policy policy, int count, long seed) {
        EpisodeStats episodes = stack.episodes();
        Step step = stack.env().reset(seed);
        int every = 1;
        int episode = 0;
        int at = 0;
        while (true) {
            Array chosen = policy.act(step);
            see(step);
            if (episode == 0) {
                measure();
            }
            seen.of(numbers(step.obs()), step);
            if (at % every == 0) {
                kept.add(moment(step, episode, at));
            }
            if (kept.size() >= 4 * count) {
                List<Moment> half = everySecond(kept);
                kept.clear();
                kept.addAll(half);
                every *= 2;
            }
            step = stack.env().step(chosen);
            at++;
            if (episodes.ended() > 0) {
                episode++;
                at = 0;
                if (kept.size() >= count || episode == MOST_EPISODES) {
                    return;
                }
            }
        }
    }

    private static List<Moment> everySecond(List<Moment> all) {
        List<Moment> half = new ArrayList<>();
        for (int i = 0; i < all.size(); i += 2) {
            half.add(all.get(i));
        }
        return half;
    }

    private static List<Moment> spread(List<Moment> all, int count) {
        if (all.size() < count) {
            throw new IllegalArgumentException("%s episodes had %s states; --states %s is more than that"
                    .formatted(MOST_EPISODES, all.size(), count));
        }
        List<Moment> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chosen.add(all.get((int) ((2L * i + 1) * all.size() / (2L * count))));
        }
        return chosen;
    }

    /// Compute what the agent does from what it sees, with the states that it remembers.
    private void see(Step step) {
        boolean ended = step.terminated().bytes()[0] + step.truncated().bytes()[0] > 0;
        program.inputs().forEach((name, input) -> {
            if (name.equals("obs")) {
                input.copyFrom(step.obs());
            } else if (name.equals("mask")) {
                input.copyFrom(Objects.requireNonNull(step.actionMask()));
            } else if (name.endsWith(Probe.STATE)) {
                @Nullable Array next = program.outputs().get(name);
                if (ended || next == null) {
                    Arrays.fill(input.floats(), 0);
                } else {
                    input.copyFrom(next);
                }
            }
        });
        program.run();
    }

    /// Note how large each recurrent state is now.
    private void measure() {
        program.outputs().forEach((name, state) -> {
            if (name.endsWith(Probe.STATE)) {
                double squares = 0;
                for (float each : state.floats()) {
                    squares += (double) each * each;
                }
                norms.computeIfAbsent(name, _ -> new ArrayList<>()).add(Math.sqrt(squares));
            }
        });
    }

    private Moment moment(Step step, int episode, int at) {
        Map<String, float[]> states = new LinkedHashMap<>();
        program.inputs().forEach((name, input) -> {
            if (name.endsWith(Probe.STATE)) {
                states.put(name, input.floats().clone());
            }
        });
        float[] obs = numbers(step.obs());
        Array mode = program.output("mode");
        return switch (action) {
            case Space.Discrete(int n, int start) -> {
                int choice = mode.ints()[0];
                String named = "action %s".formatted(choice + start);
                String target = (values ? "value of " : "logit of ") + named;
                yield new Moment(episode, at, obs, states, named, target, oneHot(n, choice));
            }
            case Space.MultiDiscrete(var sizes) -> {
                float[] pick =
                        new float[sizes.stream().mapToInt(Integer::intValue).sum()];
                int from = 0;
                for (int part = 0; part < sizes.size(); part++) {
                    pick[from + mode.ints()[part]] = 1;
                    from += sizes.get(part);
                }
                String named = "actions " + Arrays.toString(mode.ints());
                yield new Moment(episode, at, obs, states, named, "sum of the chosen logits", pick);
            }
            case Space.MultiBinary(int n) -> {
                float[] pick = new float[n];
                for (int part = 0; part < n; part++) {
                    pick[part] = 2 * numbers(mode)[part] - 1; // a logit below 0 chooses 0
                }
                String named = "actions " + Arrays.toString(numbers(mode));
                yield new Moment(episode, at, obs, states, named, "sum of the chosen logits", pick);
            }
            case Space.Box _ -> {
                float[] means = program.output("mean").floats();
                int largest = largest(means);
                String named = mode.floats().length == 1 ? "one action" : "%s actions".formatted(mode.floats().length);
                yield new Moment(
                        episode,
                        at,
                        obs,
                        states,
                        named,
                        "mean of action %s".formatted(largest),
                        oneHot(means.length, largest));
            }
            case Space.Dict _, Space.Tuple _ -> throw new IllegalStateException("no agent has actions " + action);
        };
    }

    private static int largest(float[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            if (Math.abs(values[i]) > Math.abs(values[best])) {
                best = i;
            }
        }
        return best;
    }

    private static float[] oneHot(int n, int index) {
        float[] row = new float[n];
        row[index] = 1;
        return row;
    }

    /// Return the numbers of an array of any type as floats.
    public static float[] numbers(Array array) {
        float[] all = new float[array.shape().volume()];
        for (int i = 0; i < all.length; i++) {
            all[i] = array.dtype() == DType.FLOAT32
                    ? array.floats()[i]
                    : array.dtype() == DType.UINT8 ? array.bytes()[i] & 0xff : array.ints()[i];
        }
        return all;
    }
}

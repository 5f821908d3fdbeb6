package slmlab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import slmlab.play.Player;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Variables;
import slmlab.tensor.safetensors.SafeTensors;

/// What a player is given and does on 512 random observations: 8 steps of 64 rows, whose episodes begin here and there.
///
/// @param inputs by the names that exported models have for them, one array [steps, rows, …] each
/// @param outputs likewise; of a player that samples
record ExportGames(SequencedMap<String, Array> inputs, SequencedMap<String, Array> outputs) {
    static final int STEPS = 8;
    static final int ROWS = 64;
    private static final long SEED = 11;

    /// @param sampling whether actions are drawn
    static ExportGames of(SafeTensors.Contents policy, Player player, boolean sampling) {
        SequencedMap<String, Array> inputs = new LinkedHashMap<>();
        Map<String, String> facts = policy.metadata();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
        Shape all = Shape.of(STEPS, ROWS);
        Array obs = obs(facts, random);
        inputs.put("obs", obs);
        Array starts = Array.ofBytes(all, new byte[STEPS * ROWS]);
        for (int i = 0; i < STEPS * ROWS; i++) {
            starts.bytes()[i] = (byte) (i < ROWS || random.nextInt(6) == 0 ? 1 : 0);
        }
        inputs.put("episode_start", starts);
        Array masks = null;
        if (fact(facts, "graph_1").contains("input mask ")) {
            int n = fact(facts, "action").startsWith("discrete n=5") ? 5 : 0;
            masks = Array.ofBytes(Shape.of(STEPS, ROWS, n), new byte[STEPS * ROWS * n]);
            for (int i = 0; i < masks.bytes().length; i++) {
                masks.bytes()[i] = (byte) (i % n == i / n % n || random.nextBoolean() ? 1 : 0);
            }
            inputs.put("action_mask", masks);
        }
        Program noise = sampling ? noise(policy) : null;
        Player own = sampling ? player.sampling(SEED) : player;
        SequencedMap<String, Array> outputs = new LinkedHashMap<>();
        for (int step = 0; step < STEPS; step++) {
            for (int row = 0; row < ROWS; row++) {
                if (starts.bytes()[step * ROWS + row] != 0) {
                    own.reset(row);
                }
            }
            if (masks != null) {
                byte[] now = part(masks, step).bytes();
                boolean[] possible = new boolean[now.length];
                IntStream.range(0, now.length).forEach(i -> possible[i] = now[i] != 0);
                own.mask(possible);
            }
            act(own, part(obs, step), step, outputs);
            if (noise != null && !noise.outputs().isEmpty()) {
                noise.run();
                put("noise", columns(noise), step, inputs);
            }
        }
        return new ExportGames(inputs, outputs);
    }

    private static void act(Player player, Array obs, int step, SequencedMap<String, Array> outputs) {
        String kind = fact(player.facts(), "action");
        boolean isBox = kind.startsWith("box");
        int width = isBox
                ? Arrays.stream(kind.replaceAll(".*shape=\\[([0-9,]*)\\].*", "$1")
                                .split(",", -1))
                        .mapToInt(Integer::parseInt)
                        .reduce(1, (a, b) -> a * b)
                : kind.startsWith("discrete ")
                        ? 1
                        : kind.startsWith("multi_discrete")
                                ? kind.split(",", -1).length
                                : Integer.parseInt(kind.replaceAll(".*n=", ""));
        float[] numbers = new float[ROWS * width];
        int[] choices = new int[ROWS * width];
        float[] floats = switch (obs.dtype()) {
            case FLOAT32 -> obs.floats();
            case INT32 -> floats(obs.ints());
            case UINT8 -> new float[0];
        };
        if (isBox) {
            player.act(floats, numbers);
        } else if (floats.length == 0) {
            player.act(obs.bytes(), choices);
        } else {
            player.act(floats, choices);
        }
        put("action", Array.of(Shape.of(ROWS, width), isBox ? numbers : floats(choices)), step, outputs);
        for (String name : List.of("logits", "probabilities", "mean", "std", "value")) {
            float[] values = values(player, name);
            if (values.length > 0) {
                put(name, Array.of(Shape.of(ROWS, values.length / ROWS), values), step, outputs);
            }
        }
    }

    /// Return nothing where the policy has no such thing.
    private static float[] values(Player player, String name) {
        try {
            return switch (name) {
                case "logits" -> player.logits();
                case "probabilities" -> player.actionProbabilities();
                case "mean" -> player.mean();
                case "std" -> player.std();
                default -> player.values();
            };
        } catch (IllegalStateException _) {
            return new float[0];
        }
    }

    private static String fact(Map<String, String> facts, String name) {
        return Objects.requireNonNull(facts.get(name), name);
    }

    private static float[] floats(int[] ints) {
        float[] floats = new float[ints.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = ints[i];
        }
        return floats;
    }

    private static Array obs(Map<String, String> facts, RandomGenerator random) {
        String[] words = fact(facts, "obs").split(" ", -1);
        int[] shape = Arrays.stream(words[1].replaceAll("[\\[\\]]", "").split(",", -1))
                .filter(word -> !word.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
        int[] dims = new int[shape.length + 2];
        dims[0] = STEPS;
        dims[1] = ROWS;
        System.arraycopy(shape, 0, dims, 2, shape.length);
        Shape all = Shape.of(dims);
        if (words[0].equals("UINT8")) {
            byte[] bytes = new byte[all.volume()];
            random.nextBytes(bytes);
            return Array.ofBytes(all, bytes);
        }
        if (words[0].equals("INT32")) {
            int[] sizes = Arrays.stream(fact(facts, "obs_steps")
                            .replaceAll("(?s).*sizes=\\[([0-9,]*)\\].*", "$1")
                            .split(",", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            int[] ints = new int[all.volume()];
            Arrays.setAll(ints, i -> random.nextInt(sizes[i % sizes.length]));
            return Array.ofInts(all, ints);
        }
        float[] floats = new float[all.volume()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) (2 * random.nextGaussian());
        }
        return Array.of(all, floats);
    }

    /// A program that draws what a sampling player draws: the same random numbers in the same order.
    private static Program noise(SafeTensors.Contents policy) {
        StringBuilder text = new StringBuilder();
        List<String> lines = fact(policy.metadata(), "graph_" + ROWS).lines().toList();
        List<String> draws = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("uniform ")) {
                draws.add("output draw%s %s\n"
                        .formatted(draws.size(), text.toString().lines().count()));
            }
            if (!line.startsWith("output ")) {
                text.append(line).append('\n');
            }
        }
        draws.forEach(text::append);
        return Graph.read(text.toString(), policy.tensors(), new Variables())
                .program(
                        Program.Options.DEFAULT.random(RandomStream.ofSeed(SEED).split("policy")));
    }

    private static Array columns(Program noise) {
        List<float[]> draws =
                noise.outputs().values().stream().map(Array::floats).toList();
        int width = draws.stream().mapToInt(draw -> draw.length / ROWS).sum();
        float[] all = new float[ROWS * width];
        int at = 0;
        for (float[] draw : draws) {
            int own = draw.length / ROWS;
            for (int row = 0; row < ROWS; row++) {
                System.arraycopy(draw, row * own, all, row * width + at, own);
            }
            at += own;
        }
        return Array.of(Shape.of(ROWS, width), all);
    }

    private static void put(String name, Array now, int step, SequencedMap<String, Array> to) {
        Array all = to.computeIfAbsent(
                name, _ -> Array.zeros(now.dtype(), now.shape().insert(0, STEPS)));
        System.arraycopy(
                now.floats(),
                0,
                all.floats(),
                step * now.shape().volume(),
                now.shape().volume());
    }

    /// Return what an array has for one step.
    static Array part(Array all, int step) {
        Shape shape = all.shape().without(0);
        int from = step * shape.volume();
        int to = from + shape.volume();
        return switch (all.dtype()) {
            case FLOAT32 -> Array.of(shape, Arrays.copyOfRange(all.floats(), from, to));
            case INT32 -> Array.ofInts(shape, Arrays.copyOfRange(all.ints(), from, to));
            case UINT8 -> Array.ofBytes(shape, Arrays.copyOfRange(all.bytes(), from, to));
        };
    }
}

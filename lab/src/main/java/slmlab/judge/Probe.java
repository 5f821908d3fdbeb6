package slmlab.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.FeatureMaps;
import slmlab.tensor.Gradients;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

/// A number for each of several observations, made from what an agent computes when it acts, and how that number
/// changes with each component of its observation. Pixels are read as floats here.
public final class Probe implements AutoCloseable {
    public static final String STATE = ".state";
    private static final String OBS = "obs";
    private static final String SCORE = "score";
    private static final String GRADIENT = "gradient";
    private static final String MAPS = "maps";
    private static final String MAP_GRADIENT = "map_gradient";

    /// What acting on `rows` observations computes: [slmlab.agent.Algorithm#traceActing].
    public interface Acting {
        /// Return whether there is anything to trace.
        boolean trace(Trace trace, int rows);
    }

    /// The number of each row, from the outputs of the trace; it may add inputs of its own.
    public interface Score {
        /// Return `[rows]`.
        Tensor of(Trace trace);
    }

    private final Program program;
    private final int rows;
    private final int size;

    private Probe(Program program, int rows, int size) {
        this.program = program;
        this.rows = rows;
        this.size = size;
    }

    /// Trace what an agent computes for `rows` observations.
    ///
    /// @param obs shape of one observation
    /// @throws IllegalArgumentException if the agent does not say what acting computes
    public static Probe of(Acting acting, Shape obs, int rows, Score score) {
        List<String> outputs = new ArrayList<>(List.of(SCORE, GRADIENT));
        Graph graph = Graph.trace(trace -> {
            Tensor seen = trace.floats(OBS, obs.insert(0, rows));
            if (!acting.trace(trace, rows)) {
                throw new IllegalArgumentException(
                        "the algorithm of this run does not say what acting computes; there is nothing to explain or attack");
            }
            Tensor scores = score.of(trace);
            Optional<Tensor> maps = FeatureMaps.last(scores);
            List<Tensor> by = new ArrayList<>(List.of(seen));
            maps.ifPresent(by::add);
            List<Tensor> gradients = Gradients.of(scores.sum(), by); // rows do not mix
            trace.output(SCORE, scores);
            trace.output(GRADIENT, gradients.getFirst());
            maps.ifPresent(each -> {
                trace.output(MAPS, each);
                trace.output(MAP_GRADIENT, gradients.getLast());
                outputs.addAll(List.of(MAPS, MAP_GRADIENT));
            });
        });
        return new Probe(graph.only(outputs).program(), rows, obs.volume());
    }

    /// Return the score of what acting would choose or prefer: its logits, action values or means, weighted by the
    /// input `pick` [rows, choices].
    public static Tensor picked(Trace trace) {
        Tensor choices = choices(trace);
        Tensor pick = trace.input("pick", choices.shape().dims());
        return choices.mul(pick).sum(1);
    }

    /// Return logits, action values or means, [rows, choices].
    public static Tensor choices(Trace trace) {
        @Nullable Tensor logits = trace.outputs().get("logits");
        return logits != null ? logits : Objects.requireNonNull(trace.outputs().get("mean"));
    }

    public int rows() {
        return rows;
    }

    /// Return how many numbers one observation has.
    public int size() {
        return size;
    }

    /// Return the observations, to be filled before a run.
    public float[] obs() {
        return program.input(OBS).floats();
    }

    /// Return an input that the score added; null where it has none of that name.
    public float @Nullable [] input(String name) {
        @Nullable Array input = program.inputs().get(name);
        return input == null ? null : input.floats();
    }

    /// Set an input of every row to the same numbers, where the program reads it.
    public void fill(String name, float[] row) {
        float @Nullable [] to = input(name);
        if (to != null) {
            for (int at = 0; at < to.length; at += row.length) {
                System.arraycopy(row, 0, to, at, row.length);
            }
        }
    }

    public void run() {
        program.run();
    }

    /// Return the number of each row.
    public float[] scores() {
        return program.output(SCORE).floats();
    }

    /// Return the gradients of each row's number by its observation, row after row.
    public float[] gradients() {
        return program.output(GRADIENT).floats();
    }

    /// Return the feature maps of the last convolution; null where the net has none.
    @Nullable
    public Array maps() {
        return program.outputs().get(MAPS);
    }

    /// Return the gradients of the scores by the feature maps.
    public Array mapGradients() {
        return program.output(MAP_GRADIENT);
    }

    /// Return the sizes of the recurrent states that the score depends on, by name.
    public Map<String, Integer> states() {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        program.inputs().forEach((name, input) -> {
            if (name.endsWith(STATE)) {
                sizes.put(name, input.shape().dim(1));
            }
        });
        return sizes;
    }

    @Override
    public void close() {
        program.close();
    }
}

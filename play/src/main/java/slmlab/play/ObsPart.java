package slmlab.play;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;

/// Some outputs of the policy, for batches of any size: a batch is cut into the sizes that there are graphs of, the
/// largest first.
final class ObsPart {
    private static final String EXPLORE_VAR = "explore_var";

    private final Column[] in;
    private final Column[] out;
    private final Program.Options options;
    private final double exploreVar;
    private final int[] sizes;
    private final Graph[] graphs;
    private final @Nullable Piece[] pieces; // made when first needed

    /// @param graphs by their number of rows, the largest first
    /// @param in what may be read: columns by the names of inputs
    /// @param out what is computed
    ObsPart(
            SequencedMap<Integer, Graph> graphs,
            List<Column> in,
            List<Column> out,
            Program.Options options,
            double exploreVar) {
        List<String> names = out.stream().map(column -> column.name).toList();
        this.sizes = graphs.keySet().stream().mapToInt(Integer::intValue).toArray();
        this.graphs = graphs.values().stream().map(graph -> graph.only(names)).toArray(Graph[]::new);
        this.in = in.stream()
                .filter(column -> this.graphs[0].inputs().containsKey(column.name))
                .toArray(Column[]::new);
        this.out = out.toArray(Column[]::new);
        this.options = options;
        this.exploreVar = exploreVar;
        this.pieces = new @Nullable Piece[sizes.length];
    }

    /// Compute all rows.
    void run(int rows) {
        int from = 0;
        for (int i = 0; i < sizes.length; i++) {
            while (rows - from >= sizes[i]) {
                piece(i).run(from);
                from += sizes[i];
            }
        }
    }

    /// Make the programs that so many rows take.
    void prepare(int rows) {
        int left = rows;
        for (int i = 0; i < sizes.length; i++) {
            if (left >= sizes[i]) {
                piece(i);
                left %= sizes[i];
            }
        }
    }

    private Piece piece(int i) {
        Piece piece = pieces[i];
        if (piece == null) {
            piece = new Piece(graphs[i].program(options), sizes[i]);
            pieces[i] = piece;
        }
        return piece;
    }

    /// A program of a fixed number of rows.
    private final class Piece {
        private final Program program;
        private final int size;
        private final Object[] inputs = new Object[in.length];
        private final Object[] outputs = new Object[out.length];

        Piece(Program program, int size) {
            this.program = program;
            this.size = size;
            for (int i = 0; i < in.length; i++) {
                inputs[i] = data(program.input(in[i].name), in[i]);
            }
            for (int i = 0; i < out.length; i++) {
                outputs[i] = data(program.output(out[i].name), out[i]);
            }
            if (program.inputs().containsKey(EXPLORE_VAR)) {
                if (Double.isNaN(exploreVar)) {
                    throw new IllegalArgumentException(
                            "the file does not say how much to explore (%s); act without sampling"
                                    .formatted(EXPLORE_VAR));
                }
                program.set(EXPLORE_VAR, exploreVar);
            }
        }

        private Object data(Array array, Column column) {
            if (array.dtype() != column.dtype() || array.shape().volume() != (long) size * column.width) {
                throw new IllegalArgumentException("%s of %s rows is %s; needs %s numbers a row of %s"
                        .formatted(column.name, size, array, column.width, column.dtype()));
            }
            return Column.data(array);
        }

        void run(int from) {
            for (int i = 0; i < in.length; i++) {
                int width = in[i].width;
                System.arraycopy(in[i].data(), from * width, inputs[i], 0, size * width);
            }
            program.run();
            for (int i = 0; i < out.length; i++) {
                int width = out[i].width;
                System.arraycopy(outputs[i], 0, out[i].data(), from * width, size * width);
            }
        }
    }
}

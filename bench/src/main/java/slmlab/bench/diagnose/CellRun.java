package slmlab.bench.diagnose;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.Plan;
import slmlab.file.Folders;
import slmlab.file.JsonFile;
import slmlab.file.LogTail;
import slmlab.metric.Baselines;
import slmlab.metric.Metrics;
import slmlab.run.Phase;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;
import slmlab.run.Table;
import slmlab.spec.SpecFile;
import slmlab.tensor.safetensors.SafeTensors;

/// Runs a cell of the matrix and keeps what `diagnose` reads of it.
///
/// @param random return of random actions in its env
/// @param failure why the run failed; empty if it did not
record CellRun(Map<String, String> spec, Table table, String failure, double random) {
    private static final List<String> LEFT_OUT =
            Metrics.names(List.of(Metrics.FPS, Metrics.WALL_T, Metrics.TOTAL_REWARD_MA));
    private static final MathContext DIGITS = new MathContext(6);
    private static final int LOG_END = 1 << 16; // bytes
    private static final String FIRST_FRAMES = "2000"; // enough for a checkpoint of the weights
    private static final float DEAD = -100;

    static CellRun of(FaultCell cell) throws IOException {
        Path data = Files.createTempDirectory("slm-lab-diagnose");
        try {
            return of(cell, data);
        } finally {
            Folders.delete(data);
        }
    }

    private static CellRun of(FaultCell cell, Path data) throws IOException {
        Map<String, String> given = new LinkedHashMap<>(cell.given());
        if (cell.deadUnits()) {
            Path first = data.resolve("first");
            train(cell, Map.of("env.max_frame", FIRST_FRAMES), data, "first", Listener.NONE);
            kill(RunFolder.open(first).model(0));
            given.put("agent.init_from.run", JsonFile.line(first.toString()));
        }
        StaleActor stale = new StaleActor(cell.lag());
        FaultyEnv.register(given.getOrDefault("env.name", "").replace("\"", ""), cell.limit(), stale::learnAgain);
        train(cell, given, data, "run", cell.lag() > 0 ? stale : Listener.NONE);
        RunFolder folder = RunFolder.open(data.resolve("run"));
        Map<String, String> spec = RunSpec.keys(folder);
        spec.remove("agent.init_from.run");
        return new CellRun(
                spec,
                table(folder.sessionTable(0, Phase.TRAIN)),
                LogTail.read(folder.log(), LOG_END).failure().replace(data.toString(), "data"),
                Baselines.of(FaultyEnv.sound(RunSpec.env(spec)))
                        .map(Baselines.Baseline::mean)
                        .orElse(Double.NaN));
    }

    /// Return the rows of a session; none of one that failed before its first.
    private static Table table(Path file) {
        return Files.isRegularFile(file) ? Table.read(file) : new Table(List.of(Metrics.FRAME.name()));
    }

    private static void train(FaultCell cell, Map<String, String> given, Path data, String name, Listener listener) {
        Plan plan = Plan.read(SpecFile.read(cell.file(), given), cell.name());
        RunOptions options = RunOptions.defaults()
                .seed(cell.seed())
                .data(data)
                .name(name)
                .threads(1)
                .stateSeconds(1e9)
                .checked(!listener.equals(Listener.NONE));
        try {
            Lab.run(plan, options, listener);
        } catch (RunFailedException _) {
            // the log of the run folder says why
        }
    }

    /// Give the first hidden layer of every net biases that no observation can outweigh.
    private static void kill(Path model) {
        SafeTensors.Contents contents = SafeTensors.read(model);
        contents.tensors().forEach((name, array) -> {
            if (name.contains("model.0.bias")) {
                Arrays.fill(array.floats(), DEAD);
            }
        });
        SafeTensors.write(model, contents.tensors(), contents.metadata());
    }

    /// Write the file that tests read: JSON, with six digits of each number.
    void write(FaultCell cell, Path file) throws IOException {
        Map<String, Object> columns = new LinkedHashMap<>();
        for (String column : table.columns()) {
            if (!LEFT_OUT.contains(column)) {
                columns.put(
                        column,
                        Arrays.stream(table.column(column))
                                .map(CellRun::rounded)
                                .toArray());
            }
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("fault", cell.label());
        all.put("setting", cell.name());
        all.put("role", cell.role());
        all.put("seed", cell.seed());
        all.put("failure", failure);
        all.put("random", random);
        all.put("spec", spec);
        all.put("columns", columns);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(JsonFile.bytes(all));
        }
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value;
    }
}

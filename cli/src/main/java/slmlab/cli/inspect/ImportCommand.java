package slmlab.cli.inspect;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.experiment.RunOptions;
import slmlab.file.Folders;
import slmlab.foreign.ImportScript;
import slmlab.foreign.PolicyImport;
import slmlab.run.RunFolder;
import slmlab.tensor.safetensors.SafeTensors;

/// `slm-lab import`: make a run of a policy that another library trained.
@Command(
        name = "import",
        header = "Make a run of a Stable-Baselines3 or CleanRL policy.",
        description = {
            "The run can be evaluated, watched, exported, and begun from with init_from.",
            "A model is read by a Python that has torch; no pickle is read in Java.",
            "Where there is none, run import_policy.py elsewhere and import the folder that it writes."
        },
        footer = {"  slm-lab import ppo_cartpole.zip --env CartPole-v1", "  slm-lab import --script import_policy.py"})
public final class ImportCommand extends InputCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MODEL",
            description = "zip of Stable-Baselines3, state_dict of CleanRL, or a folder that import_policy.py wrote")
    private @Nullable Path model;

    @Option(names = "--env", paramLabel = "ID", description = "env that the policy acts in; models do not name it")
    private @Nullable String env;

    @Option(
            names = "--normalizer",
            paramLabel = "FILE",
            description = "pickle of VecNormalize; read by Python, which runs the code in it")
    private @Nullable Path normalizer;

    @Option(
            names = "--python",
            paramLabel = "PROGRAM",
            description = "Python with torch (default: python3; env variable: SLM_LAB_PYTHON)")
    private @Nullable String python;

    @Option(names = "--script", paramLabel = "FILE", description = "write import_policy.py, and import nothing")
    private @Nullable Path script;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "name of the run folder (default: the spec's name and the time)")
    private @Nullable String name;

    @Mixin
    private final DataFolder data = new DataFolder();

    @Override
    protected void run(PrintWriter out) {
        if (script != null) {
            Paths.checkWritable("--script", script);
            ImportScript.write(script);
            out.println("%s: run it with a Python that has torch, %s MODEL FOLDER".formatted(script, script));
            return;
        }
        if (model == null || env == null) {
            throw new IllegalArgumentException("needs %s%s%s"
                    .formatted(
                            model == null ? "MODEL, a file or a folder" : "",
                            model == null && env == null ? ", and " : "",
                            env == null ? "--env ID, the env that the policy acts in" : ""));
        }
        if (!Files.exists(model)) {
            throw new IllegalArgumentException("there is no %s".formatted(model));
        }
        if (Files.isDirectory(model)) {
            if (normalizer != null) {
                throw new IllegalArgumentException(
                        "--normalizer belongs to a model; give it to import_policy.py, which wrote %s"
                                .formatted(model));
            }
            make(model, env, out);
            return;
        }
        Path folder = temporary();
        try {
            String interpreter = python != null
                    ? python
                    : Optional.ofNullable(System.getenv("SLM_LAB_PYTHON")).orElse("python3");
            ImportScript.run(interpreter, model, normalizer, folder);
            make(folder, env, out);
        } finally {
            delete(folder);
        }
    }

    private void make(Path folder, String id, PrintWriter out) {
        RunOptions options = RunOptions.defaults()
                .data(data.path())
                .name(name)
                .command(List.of("import", String.valueOf(model), "--env", id));
        RunFolder run = PolicyImport.run(folder, id, null, options);
        Map<String, String> facts = SafeTensors.metadata(run.bestModel(0));
        out.println("%s: %s on %s, frame %s".formatted(run.path(), facts.get("algorithm"), id, facts.get("frame")));
        out.println("evaluate  slm-lab eval %s".formatted(run.path()));
        out.println("continue  slm-lab run %s %s train --init-from %s".formatted(run.spec(), run.name(), run.path()));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("slm-lab-import");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete %s: %s".formatted(folder, e.getMessage()), e);
        }
    }
}

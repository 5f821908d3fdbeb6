package slmlab.cli.inspect;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.CheckpointFlag;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.cli.RunArgument;
import slmlab.experiment.CheckpointChoice;
import slmlab.experiment.TrainedAgent;
import slmlab.play.OnnxPolicy;
import slmlab.play.TorchModule;
import slmlab.run.Build;
import slmlab.run.RunFolder;
import slmlab.tensor.safetensors.SafeTensors;

/// `slm-lab export`: write a policy file, from which programs act that have no lab, or the same policy for other
/// runtimes.
@Command(
        name = "export",
        header = "Write a policy for Player.load, ONNX or PyTorch.",
        description = {
            "The file holds the weights and what acting computes.",
            "docs/export.md lists the inputs and outputs of models."
        },
        footer = {
            "  slm-lab export latest --checkpoint last --output=agent.safetensors",
            "  slm-lab export latest --onnx agent.onnx"
        })
public final class ExportCommand extends InputCommand {
    private static final String DEFAULT = "policy.safetensors";
    private static final String SUFFIX = ".safetensors";

    @Mixin
    private final RunArgument run = new RunArgument();

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", hidden = true)
    private @Nullable Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "policy file to write (default: policy.safetensors in the run folder; none with --onnx, --torch)")
    private @Nullable Path output;

    @Option(names = "--onnx", paramLabel = "FILE", description = "write an ONNX model, for any number of rows")
    private @Nullable Path onnx;

    @Option(
            names = "--sampling",
            description = "with --onnx: draw actions as in training, by random numbers that the caller gives")
    private boolean sampling;

    @Option(
            names = "--torch",
            paramLabel = "PATH",
            description =
                    "folder, or name of a policy file: write it and torch_policy.py, which acts from it in PyTorch")
    private @Nullable Path torch;

    @Option(names = "--session", paramLabel = "N", description = "session (default: the best one)")
    private @Nullable Integer session;

    @Mixin
    private final CheckpointFlag checkpoint = new CheckpointFlag(CheckpointChoice.BEST);

    @Override
    protected void run(PrintWriter out) {
        if (file != null && output != null) {
            throw new IllegalArgumentException("FILE and --output both name the file; give one of them");
        }
        if (sampling && onnx == null) {
            throw new IllegalArgumentException(
                    "--sampling belongs to --onnx; policy files and the PyTorch module choose when they act");
        }
        CheckpointChoice choice = checkpoint.choice();
        RunFolder folder = run.folder();
        Path named = output == null ? file : output;
        boolean alone = onnx == null && torch == null;
        Path to = named == null && alone ? folder.path().resolve(DEFAULT) : named;
        Paths.checkWritable(output == null ? "FILE" : "--output", to);
        Paths.checkWritable("--onnx", onnx);
        Path weights = torch == null ? null : torchFile(torch);
        Paths.checkWritable("--torch", weights);
        int chosen = session == null ? TrainedAgent.bestSession(folder) : session;
        try (TrainedAgent agent = TrainedAgent.read(folder, chosen, choice)) {
            SafeTensors.Contents policy = agent.policy();
            if (onnx != null) { // first: it is what may be refused
                OnnxPolicy.write(policy, folder.path().toString(), onnx, sampling, origin(folder, chosen, choice));
                say(out, onnx, policy, chosen);
            }
            if (weights != null) {
                TorchModule.write(weights.resolveSibling(""));
                write(out, weights, policy, chosen);
            }
            if (to != null) {
                write(out, to, policy, chosen);
            }
        }
    }

    /// Return the policy file beside which the module is written.
    private static Path torchFile(Path torch) {
        if (torch.toString().endsWith(SUFFIX)) {
            return torch;
        }
        if (Files.exists(torch) && !Files.isDirectory(torch)) {
            throw new IllegalArgumentException(
                    "--torch: %s is a file; needs a folder, or a file whose name ends with %s"
                            .formatted(torch, SUFFIX));
        }
        Paths.createFolder("--torch", torch);
        return torch.resolve(DEFAULT);
    }

    private static Map<String, String> origin(RunFolder folder, int session, CheckpointChoice choice) {
        Map<String, String> origin = new LinkedHashMap<>();
        origin.put("run", folder.path().getFileName().toString());
        origin.put("session", Integer.toString(session));
        origin.put("checkpoint", choice.toString());
        origin.put("version", Build.read().toString());
        return origin;
    }

    private static void write(PrintWriter out, Path to, SafeTensors.Contents policy, int session) {
        SafeTensors.write(to, policy.tensors(), policy.metadata());
        say(out, to, policy, session);
    }

    private static void say(PrintWriter out, Path to, SafeTensors.Contents policy, int session) {
        Map<String, String> facts = policy.metadata();
        out.println("%s: %s on %s, session %s, frame %s"
                .formatted(
                        to, facts.get("algorithm"), facts.get("env"), session, facts.getOrDefault("frame", "unknown")));
    }
}

package slmlab.cli.flow;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.file.OutputFile;
import slmlab.flow.FlowRun;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;

/// `slm-lab flow resume`: continue a workflow where it stands.
@Command(
        name = "resume",
        header = "Continue a workflow in its folder.",
        footer = {"  slm-lab flow resume", "  slm-lab flow resume flow-rl-architect"})
final class FlowResumeCommand extends InputCommand {
    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..1",
            description = "folder of the workflow (default: the only flow-… folder here)")
    private @Nullable Path given;

    @Option(
            names = "--answers",
            paramLabel = "FILE",
            description = "YAML or JSON file with all answers, in place of questions")
    private @Nullable Path answers;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    private int code;

    @Override
    protected void run(PrintWriter out) {
        json.check();
        Path folder = given == null ? only() : given;
        Workflow flow = Workflows.shipped().named(FlowRun.flowIn(folder));
        code = new FlowSession(flow, folder, json, out, err()).run(answers, null);
    }

    /// Return the only folder of a workflow here.
    private static Path only() {
        try (Stream<Path> entries = Files.list(Path.of(""))) {
            List<Path> found = entries.filter(entry -> entry.toString().startsWith("flow-") && Files.isDirectory(entry))
                    .sorted()
                    .toList();
            if (found.size() == 1) {
                return found.getFirst();
            }
            throw new IllegalArgumentException(
                    found.isEmpty()
                            ? "there is no flow-… folder here; name the folder of a flow"
                            : "there are several flows here: %s; name one"
                                    .formatted(String.join(
                                            ", ",
                                            found.stream().map(Path::toString).toList())));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read this folder: " + OutputFile.reason(e), e);
        }
    }

    @Override
    protected int code() {
        return code;
    }
}

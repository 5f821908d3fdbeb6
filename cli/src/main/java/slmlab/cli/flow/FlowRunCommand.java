package slmlab.cli.flow;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;

/// `slm-lab flow run`: begin a workflow, or continue it.
@Command(
        name = "run",
        header = "Answer the questions of a workflow, step by step.",
        description =
                "Every step is kept at once. A folder in which the flow was begun continues where it stands; Ctrl-C or Ctrl-D stops.",
        footer = {
            "  slm-lab flow run rl-architect",
            "  slm-lab flow run rl-architect --answers answers.yaml --output design"
        })
final class FlowRunCommand extends InputCommand {
    @Parameters(paramLabel = "NAME", description = "workflow; slm-lab flow list shows all")
    private String name = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FOLDER",
            description = "folder to write to (default: flow-NAME)")
    private @Nullable Path output;

    @Option(
            names = "--answers",
            paramLabel = "FILE",
            description = "YAML or JSON file with all answers, in place of questions")
    private @Nullable Path answers;

    @Option(
            names = "--step",
            paramLabel = "ID",
            description = "answer this step again; later steps that build on it follow")
    private @Nullable String step;

    @Mixin
    private final JsonFlag json = new JsonFlag();

    private int code;

    @Override
    protected void run(PrintWriter out) {
        json.check();
        Workflow flow = Workflows.shipped().named(name);
        if (step != null) {
            flow.step(step);
        }
        Path folder = output == null ? Path.of("flow-" + name) : output;
        code = new FlowSession(flow, folder, json, out, err()).run(answers, step);
    }

    @Override
    protected int code() {
        return code;
    }
}

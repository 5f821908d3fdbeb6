package slmlab.cli.flow;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;

/// `slm-lab flow list`: which workflows there are.
@Command(
        name = "list",
        header = "List the workflows.",
        footer = {"  slm-lab flow list", "  slm-lab flow list --json"})
final class FlowListCommand extends InputCommand {
    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter out) {
        json.check();
        List<Workflow> flows = Workflows.shipped().all();
        PrintWriter text = json.text(out);
        for (Workflow flow : flows) {
            text.println("%s  %s".formatted(flow.name(), Counts.of(flow.steps().size(), "step")));
            text.println("  " + flow.about());
        }
        json.write(() -> flows.stream().map(FlowListCommand::entry).toList(), out);
    }

    private static Map<String, Object> entry(Workflow flow) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", flow.name());
        entry.put("about", flow.about());
        entry.put("steps", flow.steps().stream().map(step -> step.id()).toList());
        return entry;
    }
}

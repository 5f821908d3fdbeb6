package slmlab.cli.hub;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.Counts;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.hub.Dataset;
import slmlab.hub.Pull;

/// `slm-lab pull`: run folders of a dataset, downloaded.
@Command(
        name = "pull",
        header = "Download run folders from a dataset on a hub.",
        description = {
            "The dataset is that of HF_REPO. Folders that exist here are skipped; what was cut off is",
            "continued. A folder appears when all of its files are there and right."
        },
        footer = {"  slm-lab pull ppo_atari", "  slm-lab pull --list cartpole"})
public final class PullCommand extends InputCommand {
    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "part of the names of run folders; may be omitted with --list")
    private String pattern = "";

    @Option(
            names = {"-l", "--list"},
            description = "list the folders and download nothing")
    private boolean isList;

    @Mixin
    private final DataFolder data = new DataFolder();

    @Mixin
    private final HubFlags hub = new HubFlags();

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter all) {
        json.check();
        PrintWriter out = json.text(all);
        if (pattern.isEmpty() && !isList) {
            throw new IllegalArgumentException("which runs? name a part of their names, or see them with --list");
        }
        Dataset dataset = hub.dataset(err());
        Pull pull = Pull.of(dataset, pattern);
        List<String> names = pull.names();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("no run folder%s in %s"
                    .formatted(pattern.isEmpty() ? "" : " with '%s' in its name".formatted(pattern), dataset.page()));
        }
        for (String name : names) {
            Path folder = data.path().resolve(name);
            if (isList) {
                out.println(name + (Files.exists(folder) ? "  (in %s)".formatted(data.path()) : ""));
            } else {
                out.println(
                        pull.run(name, data.path()) ? "pulled  " + folder : "exists  %s, skipped".formatted(folder));
            }
            out.flush();
        }
        if (isList) {
            out.println("%s in %s".formatted(Counts.of(names.size(), "run folder"), dataset.page()));
        }
        json.write(() -> Map.of("dataset", dataset.page(), "folders", names), all);
    }
}

package slmlab.cli.hub;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.benchmark.Results;
import slmlab.benchmark.ScorePage;
import slmlab.cli.Counts;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.judge.TableFlags;
import slmlab.hub.Dataset;
import slmlab.hub.HubSettings;
import slmlab.hub.Pull;
import slmlab.hub.Upload;

/// `slm-lab graduate`: results from the dataset of runs into the public one.
@Command(
        name = "graduate",
        header = "Publish results: copy runs to the public dataset.",
        description = {
            "Copies run folders from the dataset of HF_REPO to that of HF_REPO_PUBLIC, lets the links in the",
            "table of scores lead there, and uploads the docs folder and README.md. Run it again after a failure."
        },
        footer = {"  slm-lab graduate ppo_cartpole_2026", "  slm-lab graduate ppo_hopper --yes"})
public final class GraduateCommand extends InputCommand {
    @Parameters(paramLabel = "PATTERN", description = "part of the names of run folders in the dataset of HF_REPO")
    private String pattern = "";

    @Mixin
    private final Consent consent = new Consent();

    @Mixin
    private final DataFolder data = new DataFolder();

    @Mixin
    private final TableFlags table = new TableFlags();

    @Mixin
    private final HubFlags hub = new HubFlags();

    @Override
    protected void run(PrintWriter out) {
        Results results = table.results();
        ScorePage.check(results, table.cells());
        hub.settings().checkToken();
        Dataset from = hub.dataset(err());
        Dataset to = hub.dataset(HubSettings.PUBLIC, err());
        if (from.name().equalsIgnoreCase(to.name())) {
            throw new IllegalArgumentException(
                    "HF_REPO and HF_REPO_PUBLIC are both %s; needs two datasets".formatted(to.name()));
        }
        to.checkAccess();
        Pull pull = Pull.of(from, pattern);
        List<String> names = pull.names();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "no run folder with '%s' in its name in %s".formatted(pattern, from.page()));
        }
        names.forEach(name -> out.println("%s → %s".formatted(from.page(path(name)), to.page(path(name)))));
        out.println("%s and %s go to %s".formatted(Counts.of(names.size(), "run folder"), results.docs(), to.page()));
        if (consent.isGiven(out)) {
            names.forEach(name -> copy(pull, name, to, out));
            link(results, from, to, names, out);
            upload(results.docs(), to, out);
        }
    }

    private static String path(String name) {
        return Pull.ROOT + "/" + name;
    }

    private void copy(Pull pull, String name, Dataset to, PrintWriter out) {
        out.println("Uploading " + path(name));
        out.flush();
        pull.use(name, data.path(), files -> {
            Optional<String> commit = Upload.ofFolder(to, files, path(name)).run();
            out.println("%s %s".formatted(commit.isPresent() ? "uploaded" : "exists  ", to.page(path(name))));
        });
        out.flush();
    }

    private void link(Results results, Dataset from, Dataset to, List<String> names, PrintWriter out) {
        Map<String, String> moved =
                names.stream().map(GraduateCommand::path).collect(Collectors.toMap(from::page, to::page));
        int changed = results.relink(table.cells(), moved);
        int _ = ScorePage.write(results, table.cells());
        out.println("%s of %s changed"
                .formatted(Counts.of(changed, "link"), results.docs().resolve("BENCHMARKS.md")));
        out.flush();
    }

    private static void upload(Path docs, Dataset to, PrintWriter out) {
        out.println("Uploading " + docs);
        out.flush();
        Path readme = docs.toAbsolutePath().normalize().resolveSibling("README.md");
        Optional<String> _ = Upload.ofDocs(to, docs, readme).run();
        out.println("uploaded " + to.page());
    }
}

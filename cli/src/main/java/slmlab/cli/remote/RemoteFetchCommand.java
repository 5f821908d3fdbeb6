package slmlab.cli.remote;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.remote.Fetch;
import slmlab.remote.RemoteRun;

/// `slm-lab remote fetch`: bring the run folder here.
@Command(
        name = "fetch",
        header = "Bring the folder of a run on another machine here, bit for bit.",
        footer = {
            "",
            "Every file is checked against its SHA-256; what was interrupted continues. A run",
            "that is still running is fetched as it is now, and again later.",
            "",
            "Examples:",
            "  slm-lab remote fetch ppo-cartpole",
            "  slm-lab remote fetch pong-lam95 -d results"
        })
final class RemoteFetchCommand extends InputCommand {
    @Mixin
    private final RemoteArgument remote = new RemoteArgument();

    @Override
    protected void run(PrintWriter out) {
        RemoteRun run = remote.run();
        if (!run.place().isSsh()) {
            throw new IllegalArgumentException(
                    "%s was launched by dstack, whose machines are given back: with HF_TOKEN and HF_REPO set it sends its folder there, and slm-lab pull %s brings it here"
                            .formatted(run.name(), run.task().name()));
        }
        Path data = remote.data();
        if (Files.notExists(data)) {
            Paths.createFolder("--data", data);
        }
        for (Path folder : new Fetch(remote.runs(), data, out::println, Project.hasTerminal()).run(run)) {
            out.println("files   " + folder);
        }
    }
}

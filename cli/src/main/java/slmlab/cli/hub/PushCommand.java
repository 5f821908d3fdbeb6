package slmlab.cli.hub;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.InputCommand;
import slmlab.cli.RunArgument;
import slmlab.run.RunFolder;

/// `slm-lab push`: a run folder into a dataset.
@Command(
        name = "push",
        header = "Upload a run folder to a dataset on a hub.",
        description = {
            "The dataset is that of HF_REPO, which HF_TOKEN may write to. What the dataset has is not sent",
            "again. All files appear there with one commit."
        },
        footer = {"  slm-lab push data/ppo_cartpole_2026_01_01_000000", "  slm-lab push latest --yes"})
public final class PushCommand extends InputCommand {
    @Mixin
    private final RunArgument run = new RunArgument();

    @Mixin
    private final Consent consent = new Consent();

    @Mixin
    private final HubFlags hub = new HubFlags();

    @Override
    protected void run(PrintWriter out) {
        RunFolder folder = run.folder();
        hub.settings().checkToken();
        RunUpload upload = RunUpload.of(hub.dataset(err()), folder.path());
        try (upload) {
            if (upload.tell(out) || consent.isGiven(out)) {
                upload.run(out);
            }
        }
    }
}

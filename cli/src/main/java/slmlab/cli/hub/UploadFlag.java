package slmlab.cli.hub;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slmlab.cli.Called;
import slmlab.cli.Cli;
import slmlab.cli.Interrupt;
import slmlab.hub.HubException;

/// `--upload-hf`: a finished run is uploaded.
public final class UploadFlag {
    @Option(
            names = "--upload-hf",
            defaultValue = "${env:UPLOAD_HF:-false}",
            description = "upload the run folder to the dataset of HF_REPO at the end (env variable: UPLOAD_HF)")
    private boolean isUploaded;

    @Mixin
    private final HubFlags hub = new HubFlags();

    /// Refuse, before hours of training, what would refuse the upload after them.
    public void check(PrintWriter err) {
        if (isUploaded) {
            hub.settings().checkToken();
            hub.dataset(err).checkAccess();
        }
    }

    /// Upload a folder, if the flag is given and the run has finished.
    ///
    /// @param code of the run
    /// @return code of the run and its upload
    public int after(Path folder, int code, PrintWriter out, PrintWriter err) {
        if (!isUploaded || code != Cli.DONE) {
            return code;
        }
        if (Interrupt.isStopping()) {
            out.println("not uploaded, since it was stopped");
            out.flush();
            return code;
        }
        try (RunUpload upload = RunUpload.of(hub.dataset(err), folder)) {
            upload.run(out);
            return code;
        } catch (HubException | IllegalArgumentException | UncheckedIOException e) {
            out.flush();
            err.println("the upload failed: " + e.getMessage());
            err.println("the run is whole in %s; upload it with: %s"
                    .formatted(folder, Called.with("push", folder.toString())));
            err.flush();
            return Cli.FAILED;
        }
    }
}

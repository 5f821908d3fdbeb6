package slmlab.cli;

import picocli.CommandLine.Option;
import slmlab.experiment.CheckpointChoice;

/// `--checkpoint best|last|FRAME`: which weights of a session.
public final class CheckpointFlag {
    @Option(
            names = "--checkpoint",
            paramLabel = "WHICH",
            description = "weights to use: best, last, or the frame of one that meta.keep wrote "
                    + "(default: ${DEFAULT-VALUE})")
    private String which;

    @Option(names = "--best", hidden = true)
    private boolean best;

    @Option(names = "--last", hidden = true)
    private boolean last;

    /// @param otherwise where the command line does not say it
    public CheckpointFlag(CheckpointChoice otherwise) {
        this.which = otherwise.toString();
    }

    public CheckpointChoice choice() {
        if (best && last) {
            throw new IllegalArgumentException("--best and --last contradict each other; give one of them");
        }
        try {
            return best ? CheckpointChoice.BEST : last ? CheckpointChoice.LAST : CheckpointChoice.of(which);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--checkpoint is %s".formatted(e.getMessage()), e);
        }
    }
}

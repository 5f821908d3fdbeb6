package slmlab.skill;

import java.util.List;

/// What an install may do.
///
/// @param only names of the skills; empty for all
/// @param isDryRun change nothing
/// @param isYes replace files of ours that were edited, and install over folders of another origin
/// @param replacesOriginal replace the index of the package `rl-expert-skills`, if there is one
public record InstallOptions(List<String> only, boolean isDryRun, boolean isYes, boolean replacesOriginal) {

    /// Return those of an install without flags.
    public static InstallOptions defaults() {
        return new InstallOptions(List.of(), false, false, false);
    }
}

package slmlab.flow.emit;

import java.util.List;

/// A command line that was run.
///
/// @param line as a person in the workflow's folder would type it
/// @param code its exit code
/// @param output what it printed, without what differs from one time to the next
public record CommandOutcome(String line, int code, List<String> output) {
    public boolean isDone() {
        return code == 0;
    }
}

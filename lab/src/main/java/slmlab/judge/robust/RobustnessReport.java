package slmlab.judge.robust;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is left of an agent when something is different, whatever was tried: what a command prints and writes, and what
/// a dossier shows.
public sealed interface RobustnessReport permits AttackReport, ShiftReport {

    /// Return the name of the run.
    String run();

    String env();

    int session();

    /// Return how many episodes each number is the mean of.
    int episodes();

    long seed();

    /// Return the returns when nothing is different.
    Harm nominal();

    /// Return what stands above the table.
    List<String> head();

    /// Return the table to print.
    List<List<String>> table();

    /// Return the result in one sentence.
    String headline();

    /// Return what stands below the table.
    List<String> remarks();

    /// Return all numbers, for a file.
    Map<String, @Nullable Object> json();

    /// Draw the figure into a PNG file; return whether there is one.
    boolean draw(Path file);
}

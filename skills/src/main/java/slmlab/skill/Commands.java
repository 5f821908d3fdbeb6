package slmlab.skill;

import java.util.List;
import java.util.Optional;

/// The commands that a text may name.
public interface Commands {

    /// Return what is wrong with a command line, such as an unknown command or flag; empty if nothing is.
    ///
    /// @param words behind `slm-lab`; one in capitals or in brackets stands for a value
    Optional<String> problem(List<String> words);
}

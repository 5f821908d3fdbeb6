package slmlab.reference;

import java.util.List;
import slmlab.spec.key.SpecKey;

/// One mapping of a spec and its keys.
///
/// @param title what it is called in the docs: `PPO`, `optim_spec`
/// @param about what it is, in one line
/// @param owner the algorithm or net whose keys these are; empty for a section that all share
/// @param paths where it can stand in a spec
record SpecSection(String title, String about, String owner, List<String> paths, List<SpecKey> keys) {

    SpecSection {
        paths = List.copyOf(paths);
        keys = List.copyOf(keys);
    }
}

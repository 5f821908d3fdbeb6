package slmlab.agent;

import slmlab.tensor.State;

/// Something that a resume needs.
public interface Savable {

    /// Write all that [#load] needs.
    void save(State to);

    /// Resume bit for bit from a saved state of the same thing.
    void load(State from);
}

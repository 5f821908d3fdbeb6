package slmlab.agent.facts;

import slmlab.agent.memory.MemoryConfig;

/// Which keys of its config an algorithm would not read beside which others.
///
/// @param <C> its config
@FunctionalInterface
public interface KeyRule<C extends Record> {

    /// Note or refuse each key that would have no effect. A key counts as given if it is not its default.
    void check(C config, MemoryConfig memory, KeyNotes keys);
}

package slmlab.agent.part;

import org.jspecify.annotations.Nullable;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.NetConfig;

/// The agent section of a spec, besides the algorithm's own keys.
///
/// @param criticNet the critics' net where the spec has one of their own
public record AgentSections(
        Acting acting,
        MemoryConfig memory,
        NetConfig net,
        @Nullable NetConfig criticNet) {}

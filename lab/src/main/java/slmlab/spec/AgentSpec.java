package slmlab.spec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The agent's section of a spec, as the file has it.
///
/// @param name a label without effect
/// @param criticNet net of the critics, for algorithms that have a separate one
public record AgentSpec(
        @Default("agent") String name,
        @Required("{}") Map<String, @Nullable Object> algorithm,
        @Required("{}") Map<String, @Nullable Object> memory,
        @Required("{}") Map<String, @Nullable Object> net,
        @Nullable Map<String, @Nullable Object> criticNet) {

    static AgentSpec defaults() {
        return Defaults.of(AgentSpec.class);
    }
}

package slmlab.spec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The agent's parts, as the file has them.
///
/// @param name a label, nothing more
/// @param criticNet the critics' own net, for algorithms that want one
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

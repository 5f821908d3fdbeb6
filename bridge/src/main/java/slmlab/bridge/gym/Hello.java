package slmlab.bridge.gym;

import java.util.ArrayList;
import java.util.List;
import slmlab.env.Space;
import tools.jackson.databind.JsonNode;

/// What a worker tells of itself once it has made its envs.
///
/// @param notes what the user should know about these envs, a sentence each
/// @param replays whether a saved episode is replayed; otherwise the worker saves its envs itself
/// @param offsets where each quantity lies in the mapped memory
/// @param size bytes of the mapped memory
record Hello(Space obs, Space action, List<String> notes, boolean replays, JsonNode offsets, long size) {
    static final int VERSION = 1;

    static Hello read(JsonNode node) {
        int version = node.get("version").asInt();
        if (version != VERSION) {
            throw new IllegalStateException("a worker of version %s; needs %s".formatted(version, VERSION));
        }
        List<String> notes = new ArrayList<>();
        node.get("notes").forEach(note -> notes.add(note.asString()));
        return new Hello(
                SpaceText.read(node.get("obs")),
                SpaceText.read(node.get("action")),
                notes,
                node.get("replays").asBoolean(),
                node.get("offsets"),
                node.get("size").asLong());
    }

    long offset(String name) {
        return offsets.get(name).asLong();
    }
}

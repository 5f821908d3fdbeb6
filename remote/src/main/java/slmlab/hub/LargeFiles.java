package slmlab.hub;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slmlab.file.Quoted;

/// Sends the contents of large files by the protocol of Git's large file storage: whole, or in parts where the hub
/// wants parts. What the hub has already is not sent.
record LargeFiles(Dataset dataset) {
    private static final int AT_ONCE = 100; // in one question

    /// Send files.
    void send(Map<Path, FileHash> files) {
        Map<String, Content> byHash = new TreeMap<>();
        files.forEach((file, hash) -> byHash.put(hash.sha256(), new Content(file, hash.sha256(), hash.size())));
        List<Content> all = List.copyOf(byHash.values());
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<Content> some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
            Map<String, Map<?, ?>> actions = actions(some);
            for (Content content : some) {
                @Nullable Map<?, ?> wanted = actions.get(content.hash);
                if (wanted == null) {
                    throw new HubException(
                            "%s: the hub does not say where %s goes".formatted(dataset.name(), content.file));
                }
                send(content, wanted);
            }
        }
    }

    /// A file and what its content is called.
    private record Content(Path file, String hash, long size) {

        HubCall.Body part(long from, long most) {
            return FileSlice.body(file, from, Math.min(most, size - from));
        }
    }

    /// Return what the hub wants for each content; nothing where it has the content.
    private Map<String, Map<?, ?>> actions(List<Content> contents) {
        Map<String, Object> question = new LinkedHashMap<>();
        question.put("operation", "upload");
        question.put("transfers", List.of("basic", "multipart"));
        question.put(
                "objects",
                contents.stream()
                        .map(content -> Map.of("oid", content.hash, "size", content.size))
                        .toList());
        question.put("hash_algo", "sha256");
        question.put("ref", Map.of("name", "main"));
        Map<String, Map<?, ?>> actions = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        if (dataset.batch(question).get("objects") instanceof List<?> objects) {
            for (Object each : objects) {
                if (each instanceof Map<?, ?> object && object.get("oid") instanceof String hash) {
                    if (object.get("error") instanceof Map<?, ?> error) {
                        problems.add(Quoted.text(String.valueOf(error.get("message"))));
                    }
                    actions.put(hash, object.get("actions") instanceof Map<?, ?> map ? map : Map.of());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new HubException(
                    "%s: large files are refused: %s".formatted(dataset.name(), String.join("; ", problems)));
        }
        return actions;
    }

    private void send(Content content, Map<?, ?> actions) {
        if (!(actions.get("upload") instanceof Map<?, ?> upload)) {
            return; // the hub has it
        }
        String address = address(upload);
        Map<?, ?> header = upload.get("header") instanceof Map<?, ?> map ? map : Map.of();
        if (header.get("chunk_size") == null) {
            String _ = dataset.put(address, content.part(0, content.size));
        } else {
            dataset.tell(address, Map.of("oid", content.hash, "parts", parts(content, header)));
        }
        if (actions.get("verify") instanceof Map<?, ?> verify) {
            dataset.tell(address(verify), Map.of("oid", content.hash, "size", content.size));
        }
    }

    /// Send a content in parts; return what the hub is told of them.
    private List<Map<String, Object>> parts(Content content, Map<?, ?> header) {
        long size = number(header.get("chunk_size"));
        TreeMap<Integer, String> addresses = new TreeMap<>();
        header.forEach((key, value) -> {
            if (String.valueOf(key).matches("\\d{1,9}")) {
                addresses.put(Integer.valueOf(String.valueOf(key)), String.valueOf(value));
            }
        });
        long wanted = size < 1 ? -1 : (content.size + size - 1) / size;
        if (addresses.size() != wanted || addresses.firstKey() != 1 || addresses.lastKey() != wanted) {
            throw new HubException(
                    "%s: the hub asks for parts that do not make up %s".formatted(dataset.name(), content.file));
        }
        List<Map<String, Object>> parts = new ArrayList<>();
        addresses.forEach((number, address) -> {
            String tag = dataset.put(address, content.part((number - 1) * size, size));
            if (tag.isEmpty()) {
                throw new HubException(
                        "%s: part %s of %s was not acknowledged".formatted(dataset.name(), number, content.file));
            }
            parts.add(Map.of("partNumber", number, "etag", tag));
        });
        return parts;
    }

    private static long number(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.matches("\\d{1,15}") ? Long.parseLong(text) : -1;
    }

    private String address(Map<?, ?> action) {
        if (action.get("href") instanceof String address) {
            return address;
        }
        throw new HubException("%s: the hub gives no address to upload to".formatted(dataset.name()));
    }
}

package slmlab.experiment.state;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.experiment.state.SegmentFolder.Segment;
import slmlab.file.JsonFile;

/// What a complete state consists of: its own files, and the segments it shares with other states.
record Manifest(Map<String, FileFacts> files, List<Segment> segments) {
    static final String FILE = "manifest.json";

    void write(Path folder) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("files", files);
        json.put("segments", segments);
        JsonFile.write(folder.resolve(FILE), json);
    }

    static Manifest read(Path folder) throws IOException {
        if (!(JsonFile.read(folder.resolve(FILE)) instanceof Map<?, ?> json)
                || !(json.get("files") instanceof Map<?, ?> files)
                || !(json.get("segments") instanceof List<?> segments)) {
            throw new IOException(FILE + " has no files or no segments");
        }
        Map<String, FileFacts> facts = new LinkedHashMap<>();
        for (Map.Entry<?, ?> file : files.entrySet()) {
            facts.put(String.valueOf(file.getKey()), facts(file.getValue()));
        }
        List<Segment> all = new ArrayList<>();
        for (Object segment : segments) {
            all.add(segment(segment));
        }
        return new Manifest(facts, all);
    }

    private static Segment segment(@Nullable Object json) throws IOException {
        if (json instanceof Map<?, ?> segment
                && segment.get("array") instanceof String array
                && segment.get("version") instanceof Number version
                && segment.get("file") instanceof String file) {
            return new Segment(array, version.longValue(), file, facts(segment.get("facts")));
        }
        throw new IOException(FILE + " has a segment without array, version or file");
    }

    private static FileFacts facts(@Nullable Object json) throws IOException {
        return FileFacts.of(json instanceof Map<?, ?> facts ? facts : Map.of());
    }

    /// Check that every file is as it was written.
    void verify(Path folder, SegmentFolder shared) throws IOException {
        for (Map.Entry<String, FileFacts> file : files.entrySet()) {
            file.getValue().verify(folder.resolve(file.getKey()));
        }
        shared.verify(segments);
    }
}

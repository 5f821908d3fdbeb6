package slmlab.board;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/// The files of the page, from the jar. There are no others.
final class Page {
    private static final List<String> FILES = List.of(
            "index.html",
            "board.css",
            "theme.js",
            "app.js",
            "axis.js",
            "chart.js",
            "compare.js",
            "curves.js",
            "elsewhere.js",
            "flow.js",
            "format.js",
            "gestures.js",
            "keys.js",
            "layers.js",
            "play.js",
            "run.js",
            "runs.js",
            "study.js",
            "study-plots.js",
            "study-table.js",
            "tabs.js",
            "icon.svg");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private Page() {}

    record File(byte[] content, String type) {}

    /// Return all files by their paths; the page itself is at `/`.
    static SequencedMap<String, File> files() {
        SequencedMap<String, File> files = new LinkedHashMap<>();
        for (String name : FILES) {
            String ending = name.substring(name.lastIndexOf('.') + 1);
            files.put(
                    name.equals("index.html") ? "/" : "/" + name,
                    new File(read(name), Objects.requireNonNull(TYPES.get(ending))));
        }
        return files;
    }

    private static byte[] read(String name) {
        try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

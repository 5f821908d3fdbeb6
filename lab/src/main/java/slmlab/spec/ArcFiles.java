package slmlab.spec;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;
import slmlab.spec.key.Values;
import slmlab.spec.text.Keys;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecText;
import slmlab.spec.text.Substitution;

/// Replaces the key `arc_file` by the content of that file, as `arc`: a reader of the spec finds the whole net
/// in it, and a run folder needs no other file.
///
/// A file is looked for beside the spec file, then in the working directory, as SLM-Lab does, then in the
/// folders above the spec file. `${var}` in it is not replaced.
final class ArcFiles {
    private static final String NET = "TorchArcNet";

    private final Path folder;
    private final Problems problems;

    /// @param folder folder of the spec file
    ArcFiles(Path folder, Problems problems) {
        this.folder = folder;
        this.problems = problems;
    }

    /// Return an agent with the arcs of its nets filled in.
    Map<String, @Nullable Object> inlined(Map<?, ?> agent) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(Values.copy(agent));
        for (String key : List.of("net", "critic_net")) {
            if (copy.get(key) instanceof Map<?, ?> net && NET.equals(net.get("type"))) {
                copy.put(key, net(net, Keys.join("agent", key)));
            }
        }
        return copy;
    }

    private Map<String, @Nullable Object> net(Map<?, ?> given, String path) {
        Map<String, @Nullable Object> net = new LinkedHashMap<>(Values.copy(given));
        for (String arc : List.of("arc", "actor_arc", "critic_arc")) {
            String key = arc + "_file";
            if (net.get(key) instanceof String file) {
                net.remove(key);
                if (net.get(arc) != null) {
                    problems.add(Keys.join(path, key), "stands beside %s; keep one of them", arc);
                } else if (!Substitution.isUnset(file)) { // reported by SpecFile#unset
                    net.put(arc, read(file, Keys.join(path, key)));
                }
            }
        }
        return net;
    }

    private @Nullable Object read(String given, String path) {
        try {
            Optional<Path> file =
                    places(Path.of(given)).stream().filter(Files::isRegularFile).findFirst();
            if (file.isEmpty()) {
                problems.add(
                        path,
                        "is %s, which was not found; searched %s, the working directory and the folders"
                                + " above the spec file",
                        given,
                        folder);
                return null;
            }
            Object content = SpecFile.parse(file.get().toString(), SpecText.read(file.get()));
            if (content instanceof Map<?, ?>) {
                return content;
            }
            problems.add(path, "is %s, which contains %s; an arc has modules and graph", given, Keys.shown(content));
        } catch (InvalidPathException e) {
            problems.add(path, "is not a valid path: %s", e.getReason());
        } catch (SpecException e) {
            e.problems().forEach(problem -> problems.add(path, "is %s, which %s", given, problem.message()));
        }
        return null;
    }

    /// Return the places where a file may be, in order of search.
    private List<Path> places(Path file) {
        List<Path> places = new ArrayList<>(List.of(folder.resolve(file), file));
        for (Path above = folder.getParent(); above != null; above = above.getParent()) {
            places.add(above.resolve(file));
        }
        return places;
    }
}

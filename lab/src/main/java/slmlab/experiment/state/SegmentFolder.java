package slmlab.experiment.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import slmlab.tensor.Array;
import slmlab.tensor.State;
import slmlab.tensor.safetensors.SafeTensors;

/// The large arrays of states, a file for each version of each array: what has not changed since the last
/// state is not written again.
///
/// The session's thread writes here while another deletes what states no longer name, hence the lock.
public final class SegmentFolder {
    private static final String ENDING = ".safetensors";

    private final Path path;
    private final Map<String, Segment> written = new HashMap<>(); // by file
    private final Map<String, Long> turns = new HashMap<>(); // the last turn that used a file
    private long turn;

    SegmentFolder(Path path) {
        this.path = path;
    }

    /// One array on disk.
    record Segment(String array, long version, String file, FileFacts facts) {}

    /// The large arrays of one state.
    ///
    /// @param turn grows from state to state
    public record Segments(long turn, List<Segment> all) {}

    /// Take over the segments that a complete state names, as far as they exist.
    synchronized void trust(Collection<Segment> segments) {
        for (Segment segment : segments) {
            if (path.resolve(segment.file()).toFile().length()
                    == segment.facts().size()) {
                written.put(segment.file(), segment);
            }
        }
    }

    /// Write the arrays that are not on disk in their version.
    Segments write(SequencedMap<String, State.Live> arrays) {
        long now = begin(arrays);
        try {
            if (now == 1) {
                sweep();
            }
            List<Segment> all = new ArrayList<>();
            for (Map.Entry<String, State.Live> array : arrays.entrySet()) {
                all.add(written(array.getKey(), array.getValue()));
            }
            return new Segments(now, all);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into %s: %s".formatted(path, e), e);
        }
    }

    /// Delete what a kill left half written.
    private void sweep() throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".tmp")).toList()) {
                Files.delete(file);
            }
        }
    }

    private synchronized long begin(SequencedMap<String, State.Live> arrays) {
        turn++;
        arrays.forEach((name, array) -> turns.put(file(name, array.version()), turn));
        return turn;
    }

    private Segment written(String name, State.Live array) throws IOException {
        String file = file(name, array.version());
        synchronized (this) {
            Segment there = written.get(file);
            if (there != null) {
                return there;
            }
        }
        Files.createDirectories(path);
        SequencedMap<String, Array> content = new LinkedHashMap<>();
        content.put(name, array.array());
        SafeTensors.write(path.resolve(file), content, Map.of());
        Segment segment = new Segment(name, array.version(), file, FileFacts.of(path.resolve(file)));
        synchronized (this) {
            written.put(file, segment);
        }
        return segment;
    }

    private static String file(String name, long version) {
        return name + "-" + version + ENDING;
    }

    /// Add the arrays to a state, each to be read when it is asked for.
    void read(Collection<Segment> segments, State state) {
        for (Segment segment : segments) {
            Path file = path.resolve(segment.file());
            state.putLive(segment.array(), segment.version(), () -> read(file, segment.array()));
        }
    }

    private static Array read(Path file, String array) {
        return Objects.requireNonNull(SafeTensors.read(file).tensors().get(array), () -> file + " has no " + array);
    }

    void verify(Collection<Segment> segments) throws IOException {
        for (Segment segment : segments) {
            segment.facts().verify(path.resolve(segment.file()));
        }
    }

    /// Delete the files that no state names, except those of a turn that has yet to become a state.
    synchronized void clean(long upTo, Set<String> named) throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(ENDING) && !named.contains(name) && turns.getOrDefault(name, 0L) <= upTo) {
                    Files.delete(file);
                    written.remove(name);
                    turns.remove(name);
                }
            }
        }
    }
}

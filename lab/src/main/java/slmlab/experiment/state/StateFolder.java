package slmlab.experiment.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.experiment.state.SegmentFolder.Segment;
import slmlab.experiment.state.SegmentFolder.Segments;
import slmlab.file.Folders;
import slmlab.file.JsonFile;
import slmlab.tensor.Array;
import slmlab.tensor.State;
import slmlab.tensor.safetensors.SafeTensors;

/// The resumable states of a session: a folder for each, named by its frame, and the large arrays that they share.
///
/// A state is written aside, `manifest.json` with sizes and checksums last, and the folder is then moved into
/// place: a kill at any moment leaves the last complete one. One of the same frame steps aside for that and counts
/// until the new one stands. The two newest are kept.
public final class StateFolder {
    private static final int VERSION = 1;
    private static final int KEPT = 2;
    private static final String ARRAYS = "state.safetensors";
    private static final String NUMBERS = "state.json";
    private static final String SEGMENTS = "segments";
    private static final String ASIDE = ".part";
    private static final String REPLACED = ".old";

    private final Path path;
    private final SegmentFolder shared;

    public StateFolder(Path path) {
        this.path = path;
        this.shared = new SegmentFolder(path.resolve(SEGMENTS));
        for (Path folder : all()) {
            shared.trust(segments(folder));
        }
    }

    /// Clear up what a killed run left: states that are half written or replaced are deleted, and one that
    /// stepped aside for a state that never came takes its place again.
    public void removeLeftovers() {
        try {
            for (Path entry : entries()) {
                if (entry.toString().endsWith(ASIDE) || isReplaced(entry)) {
                    Folders.delete(entry);
                } else if (isState(entry) && !entry.equals(place(frame(entry)))) {
                    Files.move(entry, place(frame(entry)), StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clean %s: %s".formatted(path, e), e);
        }
    }

    /// Write the large arrays of a state that changed since the last one. Their owner must not train meanwhile.
    public Segments segments(State state) {
        return shared.write(state.lives());
    }

    /// Write a state and delete the older ones.
    ///
    /// @param segments its large arrays, which are written
    public void write(long frame, State state, Segments segments) {
        Path place = place(frame);
        Path aside = path.resolve(frame + ASIDE);
        Path replaced = path.resolve(frame + REPLACED);
        try {
            Folders.delete(aside);
            Files.createDirectories(aside);
            SafeTensors.write(aside.resolve(ARRAYS), state.arrays(), Map.of());
            Map<String, Object> numbers = new LinkedHashMap<>();
            state.numbers().forEach((name, value) -> numbers.put(name, value.toString()));
            JsonFile.write(aside.resolve(NUMBERS), Map.of("version", VERSION, "frame", frame, "numbers", numbers));
            Map<String, FileFacts> files = new LinkedHashMap<>();
            for (String file : List.of(ARRAYS, NUMBERS)) {
                files.put(file, FileFacts.of(aside.resolve(file)));
            }
            new Manifest(files, segments.all()).write(aside);
            if (Files.exists(place)) { // a folder cannot be replaced by a move
                Folders.delete(replaced);
                Files.move(place, replaced, StandardCopyOption.ATOMIC_MOVE);
            }
            Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
            Folders.delete(replaced);
            for (Path older : all().stream().skip(KEPT).toList()) {
                Folders.delete(older);
            }
            Set<String> named = all().stream()
                    .flatMap(folder -> segments(folder).stream())
                    .map(Segment::file)
                    .collect(Collectors.toSet());
            shared.clean(segments.turn(), named);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the state %s: %s".formatted(place, e), e);
        }
    }

    /// Return the segments that a state names; none if its manifest cannot be read, which [#read] reports.
    private static List<Segment> segments(Path folder) {
        try {
            return Manifest.read(folder).segments();
        } catch (IOException | IllegalArgumentException _) {
            return List.of();
        }
    }

    /// Read the newest state; null if there is none. Large arrays are read when they are asked for.
    ///
    /// @throws DamagedStateException if it is damaged, or a number that the agent learned is not finite
    @org.jspecify.annotations.Nullable
    public State read() {
        List<Path> states = all();
        if (states.isEmpty()) {
            return null;
        }
        Path newest = states.getFirst();
        try {
            Manifest manifest = Manifest.read(newest);
            manifest.verify(newest, shared);
            State state = read(newest);
            shared.read(manifest.segments(), state);
            require(NotFinite.in(learned(state)));
            return state;
        } catch (DamagedStateException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw damaged(states, String.valueOf(e.getMessage()), e);
        }
    }

    /// Return what is wrong with each complete state, the newest first; an empty text where nothing is.
    public SequencedMap<Path, String> verify() {
        SequencedMap<Path, String> found = new LinkedHashMap<>();
        for (Path folder : all()) {
            try {
                Manifest.read(folder).verify(folder, shared);
                String problem = NotFinite.in(learned(read(folder)));
                found.put(folder, problem == null ? "" : problem);
            } catch (IOException | RuntimeException e) {
                found.put(folder, String.valueOf(e.getMessage()));
            }
        }
        return found;
    }

    /// Refuse the newest state if there is a problem with it.
    public void require(@org.jspecify.annotations.Nullable String problem) {
        if (problem != null) {
            throw damaged(all(), problem, null);
        }
    }

    private static DamagedStateException damaged(
            List<Path> states, String problem, @org.jspecify.annotations.Nullable Throwable cause) {
        String older = states.size() > 1
                ? "delete that folder to resume from frame " + frame(states.get(1))
                : "there is no older one: start the run again";
        return new DamagedStateException(
                "the state %s is damaged: %s; %s".formatted(states.getFirst(), problem, older), cause);
    }

    /// Return the arrays that training changes; an env may keep any number it likes.
    private static Map<String, Array> learned(State state) {
        return state.arrays().entrySet().stream()
                .filter(array ->
                        array.getKey().startsWith("agent.") || array.getKey().startsWith("best."))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (first, _) -> first, LinkedHashMap::new));
    }

    private static State read(Path folder) throws IOException {
        State state = new State();
        for (Map.Entry<String, Array> array :
                SafeTensors.read(folder.resolve(ARRAYS)).tensors().entrySet()) {
            state.put(array.getKey(), array.getValue());
        }
        if (!(JsonFile.read(folder.resolve(NUMBERS)) instanceof Map<?, ?> json)
                || !(json.get("numbers") instanceof Map<?, ?> numbers)) {
            throw new IOException(NUMBERS + " has no numbers");
        }
        if (!Integer.valueOf(VERSION).equals(json.get("version"))) {
            throw new IOException(
                    "%s is of version %s; this program reads %s".formatted(NUMBERS, json.get("version"), VERSION));
        }
        numbers.forEach((name, value) -> put(state, String.valueOf(name), String.valueOf(value)));
        return state;
    }

    /// Whole numbers are digits, others have a dot or a letter: so both come back as what they were, NaN too.
    private static void put(State state, String name, String text) {
        if (text.matches("-?\\d+")) {
            state.put(name, Long.parseLong(text));
        } else {
            state.put(name, Double.parseDouble(text));
        }
    }

    /// List the complete states, the newest first.
    public List<Path> all() {
        return entries().stream()
                .filter(entry -> isState(entry) && !isReplaced(entry))
                .sorted(Comparator.comparingLong(StateFolder::frame).reversed())
                .toList();
    }

    private static boolean isState(Path entry) {
        return entry.getFileName().toString().matches("\\d{1,18}(\\.old)?");
    }

    /// Whether a state has stepped aside and the new one stands.
    private boolean isReplaced(Path entry) {
        return isState(entry) && !entry.equals(place(frame(entry))) && Files.exists(place(frame(entry)));
    }

    private Path place(long frame) {
        return path.resolve(Long.toString(frame));
    }

    private static long frame(Path state) {
        return Long.parseLong(state.getFileName().toString().replace(REPLACED, ""));
    }

    private List<Path> entries() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(path, e), e);
        }
    }
}

package slmlab.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slmlab.file.Quoted;
import slmlab.spec.SpecName;

/// The files of a run on another machine, as that machine lists them. Nothing in it is trusted: a path stays below the
/// folder that it is fetched into, and there are so many at most.
///
/// @param files by their paths, with `/` between names
/// @param folders by their paths, those of runs among them
/// @param others paths that are neither files nor folders: links, pipes
record RunListing(SequencedMap<String, Entry> files, Set<String> folders, List<String> others) {
    private static final int MOST_FILES = 200_000;
    private static final int LONGEST_NAME = 255; // bytes
    private static final int DEEPEST = 16;
    private static final Pattern FILE = Pattern.compile("([0-9a-f]{64}) (\\d{1,15}) \\./(.+)");

    /// One file.
    ///
    /// @param hash its SHA-256
    record Entry(String hash, long bytes) {}

    /// Read what follows the state of a run in an answer.
    static RunListing read(RemoteAnswer answer) throws IOException {
        SequencedMap<String, Entry> files = new TreeMap<>();
        Set<String> folders = new TreeSet<>();
        List<String> others = new ArrayList<>();
        for (RemoteAnswer.Line line = answer.next(); !line.word().equals("end"); line = answer.next()) {
            if (line.word().isEmpty()) {
                throw RemoteException.unreachable("the connection was cut while the files were listed; run it again");
            }
            switch (line.word()) {
                case "folder" -> {
                    String path = line.rest().substring(Math.min(2, line.rest().length()));
                    if (!path.startsWith(".run-")) { // else a run folder that is being made
                        folders.add(checked(path));
                    }
                }
                case "file" -> {
                    Matcher file = FILE.matcher(line.rest());
                    if (!file.matches()) {
                        throw RemoteException.failed("the list of files has an odd line: " + Quoted.text(line.rest()));
                    }
                    if (!file.group(3).startsWith(".run-")) {
                        files.put(checked(file.group(3)), new Entry(file.group(1), Long.parseLong(file.group(2))));
                    }
                }
                default -> {
                    if (others.size() < MOST_FILES) {
                        others.add(Quoted.text(line.rest()));
                    }
                }
            }
            if (files.size() + folders.size() > MOST_FILES) {
                throw RemoteException.failed("the list of files has more than %s".formatted(MOST_FILES));
            }
        }
        return new RunListing(files, folders, others);
    }

    /// Refuse a path that leads out of the folder, or that a file system of ours may not take.
    private static String checked(String path) {
        String[] names = path.split("/", -1);
        boolean good = names.length <= DEEPEST && path.equals(path.strip());
        for (String name : names) {
            good &= !name.isEmpty()
                    && !name.equals(".")
                    && !name.equals("..")
                    && name.indexOf('\\') < 0
                    && name.codePoints().noneMatch(Character::isISOControl)
                    && name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME;
        }
        if (!good) {
            throw RemoteException.failed(
                    "the other machine lists a file that is not fetched anywhere: %s".formatted(Quoted.text(path)));
        }
        SpecName.checkFolder(names[0]);
        return path;
    }

    /// Return the names of the folders of runs.
    List<String> runs() {
        return folders.stream().filter(path -> path.indexOf('/') < 0).toList();
    }

    long bytes() {
        return files.values().stream().mapToLong(Entry::bytes).sum();
    }

    /// Return whether a file here is the one of this list.
    boolean has(String path, Path folder) {
        Entry entry = files.get(path);
        Path file = folder.resolve(path);
        return entry != null
                && file.toFile().length() == entry.bytes
                && file.toFile().isFile()
                && FileSum.of(file).equals(entry.hash);
    }
}

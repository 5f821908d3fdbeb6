package slmlab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The spec's name of a run, from the files in its folder; where a kill left none, from the folder's name.
final class RunName {
    private static final Pattern FOLDER = Pattern.compile("(.+)_\\d{4}_\\d{2}_\\d{2}_\\d{6}");
    private static final Pattern TRIAL = Pattern.compile("(.+)_t\\d+");
    private static final String SPEC = "_spec.json";
    private static final String STUDY = "study.json"; // in the folder of a search, whose trials are runs

    private RunName() {}

    /// Whether a folder holds a run: `run.json`, SLM-Lab's spec and tables, or the name that a run gets.
    static boolean isRun(Path folder) {
        String name = String.valueOf(folder.getFileName());
        boolean looksSo = Files.exists(folder.resolve("run.json"))
                || Files.isDirectory(folder.resolve("info"))
                || FOLDER.matcher(name).matches();
        return looksSo
                && !name.startsWith(".")
                && Files.notExists(folder.resolve(STUDY))
                && one(folder, specs(folder)).isPresent();
    }

    /// Return the spec's name; an [IllegalArgumentException] says why there is none.
    static String of(Path folder) {
        if (Files.exists(folder.resolve(STUDY))) {
            throw new IllegalArgumentException("%s is a search, not a run; name one of its trials, such as %s"
                    .formatted(folder, folder.resolve("t0")));
        }
        List<String> names = specs(folder);
        return one(folder, names)
                .orElseThrow(() -> new IllegalArgumentException(
                        names.isEmpty()
                                ? "%s is not a run folder: it holds no {spec_name}_spec.json".formatted(folder)
                                : "%s holds the specs of several runs: %s; keep one of them in it"
                                        .formatted(folder, String.join(", ", names))));
    }

    private static Optional<String> one(Path folder, List<String> names) {
        Path last = folder.toAbsolutePath().normalize().getFileName();
        Matcher form = FOLDER.matcher(String.valueOf(last));
        String hint = form.matches() ? form.group(1) : "";
        if (names.contains(hint) || (names.isEmpty() && !hint.isEmpty())) {
            return Optional.of(hint);
        }
        return names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty();
    }

    /// Return the names of the specs in a folder; that of a trial counts as that of its run.
    private static List<String> specs(Path folder) {
        List<String> names = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            entries.map(entry -> entry.getFileName().toString())
                    .filter(file -> file.endsWith(SPEC) && file.length() > SPEC.length() && !file.startsWith("."))
                    .map(file -> file.substring(0, file.length() - SPEC.length()))
                    .sorted()
                    .forEach(names::add);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(folder, e), e);
        }
        return names.stream().map(name -> run(name, names)).distinct().toList();
    }

    /// A spec may be named like a trial: it is one only beside the spec of its run, or beside no other.
    private static String run(String name, List<String> names) {
        Matcher trial = TRIAL.matcher(name);
        return trial.matches() && (names.contains(trial.group(1)) || names.size() == 1) ? trial.group(1) : name;
    }
}

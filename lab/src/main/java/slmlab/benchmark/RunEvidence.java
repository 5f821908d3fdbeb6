package slmlab.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.file.Sha256;
import slmlab.run.RunFolder;
import slmlab.run.RunSpec;

/// What a run folder can show for itself: its spec, and the facts of `run.json`.
///
/// @param env id of its env; empty if the spec names none
/// @param sessionFrames how many of the frames one session has: workers of one agent divide them
/// @param envs how many of them a session has
/// @param isShared whether its sessions are workers of one agent
/// @param specHash of the spec with every default filled in
/// @param keys of that spec, by their full paths
/// @param facts those of `run.json`
public record RunEvidence(
        RunFolder folder,
        String env,
        long maxFrame,
        int maxSession,
        long sessionFrames,
        int envs,
        boolean isShared,
        String specHash,
        Map<String, String> keys,
        Map<String, Object> facts) {
    private static final int HASH_DIGITS = 16;

    /// Read them; an [IllegalArgumentException] says why a folder has none.
    public static RunEvidence read(RunFolder folder) {
        if (!(JsonFile.read(folder.provenance()) instanceof Map<?, ?> read)) {
            throw new IllegalArgumentException("%s is not a list of facts".formatted(folder.provenance()));
        }
        Map<String, String> keys = RunSpec.keys(folder);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("%s has no spec; needs %s".formatted(folder.path(), folder.spec()));
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        read.forEach((key, value) -> {
            if (value != null) {
                facts.put(String.valueOf(key), value);
            }
        });
        long maxFrame = (long) number(keys.get("env.max_frame"));
        int maxSession = (int) number(keys.get("meta.max_session"));
        boolean isShared = !keys.getOrDefault("meta.distributed", "false").equals("false");
        return new RunEvidence(
                folder,
                RunSpec.env(keys),
                maxFrame,
                maxSession,
                isShared ? maxFrame / Math.max(1, maxSession) : maxFrame,
                (int) number(keys.get("env.num_envs")),
                isShared,
                hash(folder.spec()),
                keys,
                facts);
    }

    private static double number(@Nullable String text) {
        try {
            return text == null ? 0 : Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return 0; // not a number: no cell has such a budget
        }
    }

    private static String hash(Path spec) {
        try {
            return Sha256.of(Files.readAllBytes(spec)).substring(0, HASH_DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(spec, e), e);
        }
    }

    /// Return a fact as text; empty if there is none.
    String text(String fact) {
        return Objects.toString(facts.get(fact), "");
    }

    List<String> command() {
        return facts.get("command") instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }

    /// Return the mode that the run was started in; `dev` is that of a command which names none.
    String mode() {
        return command().stream()
                .map(word -> word.split("@", 2)[0])
                .map(word -> word.equals("search-worker") ? "search" : word)
                .filter(List.of("dev", "train", "search", "enjoy")::contains)
                .findFirst()
                .orElse(command().isEmpty() ? "unknown" : "dev");
    }

    /// Return whether the command named this spec of this file.
    boolean isOf(String file, String spec) {
        return command().stream().anyMatch(word -> isFile(word, file))
                && (command().contains(spec) || folder.name().equals(spec));
    }

    private static boolean isFile(String word, String file) {
        String path = word.replace('\\', '/');
        return path.equals(file) || path.endsWith("/" + file);
    }

    /// Return the command with the cell's path in place of the one on the machine that ran it.
    String command(Cell cell) {
        List<String> words = new ArrayList<>();
        for (String word : command()) {
            Path path = isFile(word, cell.file()) ? Path.of("spec", cell.file()) : Path.of(word);
            words.add(path.isAbsolute() ? String.valueOf(path.getFileName()) : path.toString());
        }
        return String.join(" ", words);
    }

    /// Whether the run's spec has all values that a cell sets.
    boolean has(Cell cell) {
        return cell.settings().entrySet().stream().allMatch(each -> isSame(each.getValue(), keys.get(each.getKey())));
    }

    private static boolean isSame(String wanted, @Nullable String value) {
        return value != null && (wanted.equals(value) || (number(wanted) != 0 && number(wanted) == number(value)));
    }

    /// Return the keys that a resume changed.
    List<String> changedKeys() {
        return facts.get("changes") instanceof List<?> changes
                ? changes.stream()
                        .flatMap(change ->
                                change instanceof Map<?, ?> each && each.get("keys") instanceof Map<?, ?> changed
                                        ? changed.keySet().stream().map(String::valueOf)
                                        : Stream.of())
                        .distinct()
                        .filter(key -> !key.equals("env.max_frame") && !key.equals("env.threads"))
                        .toList()
                : List.of();
    }
}

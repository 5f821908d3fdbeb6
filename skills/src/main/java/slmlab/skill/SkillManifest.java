package slmlab.skill;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.file.Quoted;

/// Which files of a target are ours: `.slm-lab-skills.json` in the folder of the skills.
///
/// @param files SHA-256 by path inside the folder, as they were written
/// @param folders how many of the two folders above the skills did not exist before
/// @param index what the instruction file was before; null if there is none
record SkillManifest(
        SortedMap<String, String> files,
        int folders,
        @Nullable Index index) {
    static final String NAME = ".slm-lab-skills.json";
    static final SkillManifest EMPTY = new SkillManifest(new TreeMap<>(), 0, null);

    private static final int VERSION = 1;
    private static final Pattern PATH =
            Pattern.compile("[\\w-][\\w.-]*(/[\\w-][\\w.-]*)+"); // never .. and never absolute
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /// How the instruction file ended before the index was appended, so that it can be restored.
    ///
    /// @param created whether there was no such file
    /// @param ending white space at its end; null if the index was there already
    record Index(boolean created, @Nullable String ending) {}

    SkillManifest {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /// Read the manifest of a target; empty if there is none.
    static SkillManifest read(Target target) {
        Path file = target.manifest();
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return EMPTY;
        }
        if (!(JsonFile.readSmall(file) instanceof Map<?, ?> json)
                || !(json.get("version") instanceof Integer version)) {
            throw damaged(file, "has no version");
        }
        if (version > VERSION) {
            throw new IllegalArgumentException(
                    "%s was written by a newer slm-lab (version %s; this one knows %s): use that one"
                            .formatted(file, version, VERSION));
        }
        if (!(json.get("files") instanceof Map<?, ?> files) || !(json.get("new_folders") instanceof Integer folders)) {
            throw damaged(file, "has no files or no new_folders");
        }
        SortedMap<String, String> checked = new TreeMap<>();
        files.forEach((path, hash) -> {
            if (!PATH.matcher(String.valueOf(path)).matches()
                    || !HASH.matcher(String.valueOf(hash)).matches()) {
                throw damaged(file, "has an entry that is no file of a skill: " + Quoted.text(String.valueOf(path)));
            }
            checked.put(String.valueOf(path), String.valueOf(hash));
        });
        return new SkillManifest(checked, folders, index(file, json.get("index")));
    }

    private static @Nullable Index index(Path file, @Nullable Object json) {
        if (json == null) {
            return null;
        }
        if (!(json instanceof Map<?, ?> map) || !(map.get("created") instanceof Boolean created)) {
            throw damaged(file, "has an index that is no mapping with created");
        }
        Object ending = map.get("ending");
        if (ending != null && !(ending instanceof String text && text.isBlank())) {
            throw damaged(file, "has an ending that is no white space");
        }
        return new Index(created, (String) ending);
    }

    private static IllegalArgumentException damaged(Path file, String what) {
        return new IllegalArgumentException(
                "%s is damaged: it %s; delete it and install again: files that differ are kept".formatted(file, what));
    }

    /// Return what the file holds.
    byte[] bytes() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", VERSION);
        json.put("new_folders", folders);
        if (index != null) {
            Map<String, Object> before = new LinkedHashMap<>();
            before.put("created", index.created);
            if (index.ending != null) {
                before.put("ending", index.ending);
            }
            json.put("index", before);
        }
        json.put("files", files);
        return JsonFile.bytes(json);
    }

    /// Return the paths of the files of one skill.
    List<String> of(String skill) {
        return files.keySet().stream()
                .filter(path -> path.startsWith(skill + "/"))
                .toList();
    }

    /// Return the names of the skills that have files here.
    List<String> skills() {
        return files.keySet().stream()
                .map(path -> path.substring(0, path.indexOf('/')))
                .distinct()
                .toList();
    }

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

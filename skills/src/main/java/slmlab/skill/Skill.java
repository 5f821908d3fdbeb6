package slmlab.skill;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One skill: a folder of files, whose `SKILL.md` says what it is for.
public final class Skill {
    /// The file that every skill has.
    public static final String MAIN = "SKILL.md";

    private final String id;
    private final SortedMap<String, byte[]> files;

    /// @param id name of the folder
    /// @param files content by path inside the folder, with `/` between names
    public Skill(String id, SortedMap<String, byte[]> files) {
        this.id = id;
        this.files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    public String id() {
        return id;
    }

    /// Return the paths of the files inside the folder, sorted.
    public List<String> files() {
        return List.copyOf(files.keySet());
    }

    public boolean has(String file) {
        return files.containsKey(file);
    }

    /// Return the content of a file.
    public byte[] bytes(String file) {
        byte[] bytes = files.get(file);
        if (bytes == null) {
            throw new IllegalArgumentException("skill %s has no file %s".formatted(id, file));
        }
        return bytes.clone();
    }

    /// Return the content of a file that is text.
    public String text(String file) {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    /// Return the block at the top of a file.
    public FrontMatter frontMatter(String file) {
        return FrontMatter.read(id + "/" + file, text(file));
    }

    @Override
    public String toString() {
        return id;
    }
}

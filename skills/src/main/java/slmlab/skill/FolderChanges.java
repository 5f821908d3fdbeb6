package slmlab.skill;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What is to be changed in a folder: planned first, so that a problem is found before anything is written.
final class FolderChanges {
    private final List<Change> planned = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private sealed interface Change {
        void apply();
    }

    private record Write(Path file, byte[] bytes) implements Change {
        @Override
        public void apply() {
            OwnFolder.write(file, bytes);
        }

        @Override
        public String toString() {
            return "write " + file;
        }
    }

    private record Move(Path file, Path to) implements Change {
        @Override
        public void apply() {
            OwnFolder.move(file, to);
        }

        @Override
        public String toString() {
            return "move %s to %s".formatted(file, to.getFileName());
        }
    }

    private record Delete(Path file) implements Change {
        @Override
        public void apply() {
            OwnFolder.delete(file);
        }

        @Override
        public String toString() {
            return "delete " + file;
        }
    }

    void write(Path file, byte[] bytes) {
        planned.add(new Write(file, bytes));
    }

    void delete(Path file) {
        planned.add(new Delete(file));
    }

    /// Keep what is in our way beside our file.
    void keep(Path file) {
        Path to = OwnFolder.beside(file);
        planned.add(new Move(file, to));
        notes.add("%s differed from what was installed and is kept as %s".formatted(file, to.getFileName()));
    }

    void note(String note) {
        notes.add(note);
    }

    boolean isEmpty() {
        return planned.isEmpty();
    }

    List<String> notes() {
        return notes;
    }

    List<String> lines() {
        return planned.stream().map(Change::toString).toList();
    }

    /// Make the changes, in the order in which they were planned.
    void apply() {
        planned.forEach(Change::apply);
    }

    /// Return the folders that may have lost their last file.
    Set<Path> emptied() {
        Set<Path> folders = new LinkedHashSet<>();
        for (Change change : planned) {
            if (change instanceof Delete(Path file) && file.getParent() != null) {
                folders.add(file.getParent());
            }
        }
        return folders;
    }
}

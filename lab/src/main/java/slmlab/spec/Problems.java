package slmlab.spec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects problems, so that all of them can be reported at once.
public final class Problems {

    private final List<Problem> found = new ArrayList<>();

    public void add(String path, String format, @Nullable Object... args) {
        found.add(new Problem(path, args.length == 0 ? format : Check.text(format, args)));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public List<Problem> list() {
        return List.copyOf(found);
    }

    /// Throw a [SpecException] if anything was found in `source`, which is a file's name as the user gave it.
    public void throwIfAny(String source) {
        if (!found.isEmpty()) {
            throw new SpecException(source, found);
        }
    }
}

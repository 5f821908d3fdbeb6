package slmlab.spec.key;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;

/// Collects problems, so that all of them can be reported at once, and notes on what is accepted without effect.
public final class Problems {

    private final List<Problem> found = new ArrayList<>();
    private final List<Problem> notes = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();

    public void add(String path, String format, @Nullable Object... args) {
        found.add(new Problem(path, args.length == 0 ? format : Check.text(format, args)));
    }

    /// Note what a spec's reader should know and what keeps nothing from running: a key without effect beside
    /// another.
    public void note(String path, String format, @Nullable Object... args) {
        notes.add(new Problem(path, args.length == 0 ? format : Check.text(format, args)));
    }

    /// Note a key of [slmlab.spec.upstream.NoOps].
    void ignore(String path) {
        ignored.add(path);
    }

    /// Return the notes; all keys of [slmlab.spec.upstream.NoOps] together are one.
    public List<Problem> notes() {
        List<Problem> all = new ArrayList<>(notes);
        if (!ignored.isEmpty()) {
            all.add(new Problem(
                    ignored.stream().sorted().collect(Collectors.joining(", ")),
                    "%s no effect here, as `slm-lab spec KEY` explains"
                            .formatted(ignored.size() == 1 ? "has" : "have")));
        }
        return all;
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

package slmlab.play;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/// An observation that is put together from named parts, for a policy of an env whose observations are a Dict or a
/// Tuple. The order of the parts and the one-hot rows of discrete ones are the file's affair.
///
/// ```java
/// Observation obs = player.observation();                   // once
/// int action = player.act(obs.set("stock", 12, 3, 40).set("season", 2).row());
/// ```
///
/// Parts of nested spaces are called `outer.inner`, those of a Tuple by their numbers from 0 on.
public final class Observation {
    private final List<ObsEntry> entries;
    private final float[] row;
    private final BitSet missing;

    Observation(List<ObsEntry> entries, int size) {
        this.entries = entries;
        this.row = new float[size];
        this.missing = new BitSet(entries.size());
        missing.set(0, entries.size());
    }

    /// Return the names of the parts, in the order of the row.
    public List<String> names() {
        return entries.stream().map(ObsEntry::name).toList();
    }

    /// Set a part: the numbers of a box, 0 or 1 for each switch, a discrete value as the env calls it.
    ///
    /// @throws IllegalArgumentException if there is no such part, or the numbers do not fit; then nothing changes
    public Observation set(String name, float... values) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).name().equals(name)) {
                entries.get(i).write(values, row);
                missing.clear(i);
                return this;
            }
        }
        throw new IllegalArgumentException("no part %s; observations have %s".formatted(name, names()));
    }

    /// Return the observation as [Player#act] takes it, and begin the next one: it needs all parts again. The array
    /// is overwritten then.
    ///
    /// @throws IllegalStateException if a part was not set
    public float[] row() {
        if (!missing.isEmpty()) {
            throw new IllegalStateException("the observation lacks %s; set them too"
                    .formatted(missing.stream()
                            .mapToObj(i -> entries.get(i).name())
                            .collect(Collectors.joining(", "))));
        }
        missing.set(0, entries.size());
        return row;
    }

    @Override
    public String toString() {
        return "%s %s".formatted(names(), Arrays.toString(row));
    }
}

package slmlab.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import slmlab.tensor.State;

/// Numbers by name: means over what was added since the last [#clear]. Nothing is allocated once every name is
/// known.
public final class Stats implements Savable {
    private final List<String> names = new ArrayList<>();
    private double[] sums = new double[8];
    private int[] counts = new int[8];

    /// Known names from the start, in this order.
    public Stats(String... names) {
        for (String name : names) {
            add(name, 0);
        }
        clear();
    }

    public void clear() {
        Arrays.fill(sums, 0);
        Arrays.fill(counts, 0);
    }

    public void add(String name, double value) {
        int i = names.indexOf(name);
        if (i < 0) {
            i = names.size();
            names.add(name);
            if (i == sums.length) {
                sums = Arrays.copyOf(sums, 2 * i);
                counts = Arrays.copyOf(counts, 2 * i);
            }
        }
        sums[i] += value;
        counts[i]++;
    }

    @Override
    public void save(State to) {
        for (int i = 0; i < names.size(); i++) {
            to.put(names.get(i) + ".sum", sums[i]);
            to.put(names.get(i) + ".count", (long) counts[i]);
        }
    }

    /// Load the names that are known here; one that an older state lacks stays without a number.
    @Override
    public void load(State from) {
        for (int i = 0; i < names.size(); i++) {
            if (!from.has(names.get(i) + ".sum")) {
                continue;
            }
            sums[i] = from.number(names.get(i) + ".sum");
            counts[i] = (int) from.whole(names.get(i) + ".count");
        }
    }

    /// All names ever added, in the order they first came.
    public List<String> names() {
        return names;
    }

    /// The mean of what was added under a name; NaN if nothing was.
    public double mean(String name) {
        int i = names.indexOf(name);
        return i < 0 || counts[i] == 0 ? Double.NaN : sums[i] / counts[i];
    }
}

package slmlab.agent.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// What changed among variables since it was last asked.
public final class Changes {
    private final Map<String, float[]> before = new TreeMap<>();
    private final Variables variables;

    public Changes(Variables variables) {
        this.variables = variables;
        nets();
    }

    /// The nets some number of which changed, in the order of their names.
    public List<String> nets() {
        List<String> changed = new ArrayList<>();
        for (Variable variable : variables.all()) {
            float[] now = variable.array().floats().clone();
            String net = variable.name().split("\\.", 2)[0];
            float[] old = before.put(variable.name(), now);
            if (old != null && !Arrays.equals(old, now) && !changed.contains(net)) {
                changed.add(net);
            }
        }
        changed.sort(null);
        return changed;
    }

    /// The first number of a variable, when it was last asked.
    public float of(String name) {
        return Objects.requireNonNull(before.get(name))[0];
    }
}

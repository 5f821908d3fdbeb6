package slmlab.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.RandomStream;

/// All keys that a search sets, in the order of the spec.
public record SearchSpace(List<Parameter> parameters) {

    public SearchSpace {
        if (parameters.isEmpty()) {
            throw new IllegalArgumentException("a search over no keys");
        }
        parameters = List.copyOf(parameters);
    }

    public int size() {
        return parameters.size();
    }

    public Domain domain(int index) {
        return parameters.get(index).domain();
    }

    /// Return whether samplers may treat a coordinate as one of a line: not for the options of a choice.
    public boolean isLine(int index) {
        return !(domain(index) instanceof Domain.Choice);
    }

    /// Draw every coordinate on its own.
    public double[] draw(RandomStream random) {
        return parameters.stream()
                .mapToDouble(each -> each.domain().draw(random))
                .toArray();
    }

    /// Return the values at a point, by the paths of their keys.
    public Map<String, @Nullable Object> values(double[] point) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < point.length; i++) {
            values.put(parameters.get(i).path(), domain(i).value(point[i]));
        }
        return values;
    }
}

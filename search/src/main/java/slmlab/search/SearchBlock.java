package slmlab.search;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import slmlab.spec.SearchKey;
import slmlab.spec.SearchKeys;
import slmlab.spec.key.Problems;

/// The space that a spec's `search` section describes.
public final class SearchBlock {
    private SearchBlock() {}

    /// Read a section; what is wrong with it goes to `problems`, all at once. Empty where nothing is searched.
    public static Optional<SearchSpace> read(Map<?, ?> section, Problems problems) {
        SearchKeys read = SearchKeys.read(section, problems);
        if (read.keys().isEmpty() && problems.isEmpty()) {
            problems.add(
                    "search",
                    read.unused().isEmpty()
                            ? "is empty; needs keys, such as agent.algorithm.gamma__uniform: [0.98, 0.999]"
                            : "searches nothing: no component has %s",
                    String.join(", ", read.unused().keySet()));
        }
        return read.keys().isEmpty() ? Optional.empty() : Optional.of(space(read.keys()));
    }

    /// Return the space of keys that are right.
    public static SearchSpace space(List<SearchKey> keys) {
        return new SearchSpace(
                keys.stream().map(key -> new Parameter(key.path(), domain(key))).toList());
    }

    private static Domain domain(SearchKey key) {
        if (key.isChoice()) {
            return new Domain.Choice(key.given());
        }
        double step = key.isStepped() ? key.number(2) : key.isWhole() ? 1 : 0;
        return key.isNormal()
                ? new Domain.Normal(key.low(), key.number(1), step)
                : new Domain.Range(key.low(), key.high(), step, key.isLog(), key.isWhole());
    }
}

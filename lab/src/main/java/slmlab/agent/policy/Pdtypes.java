package slmlab.agent.policy;

import java.util.Arrays;
import java.util.List;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.spec.text.Suggestion;

/// Distributions by SLM-Lab's names. A head lists those it has in an enum, the default first.
final class Pdtypes {
    private Pdtypes() {}

    static <K extends Enum<K>> K of(Class<K> kinds, String pdtype, Space action) {
        K[] all = kinds.getEnumConstants();
        if (pdtype.equals("default")) {
            return all[0];
        }
        return Arrays.stream(all)
                .filter(kind -> kind.toString().equalsIgnoreCase(pdtype))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> known = Arrays.stream(all).map(Enum::toString).toList();
                    return new ConfigException("action_pdtype is %s; for %s it needs one of default, %s%s"
                            .formatted(pdtype, action, String.join(", ", known), Suggestion.hint(pdtype, known)));
                });
    }
}

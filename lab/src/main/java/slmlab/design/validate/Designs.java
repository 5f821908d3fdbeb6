package slmlab.design.validate;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.design.DesignSection;
import slmlab.design.DesignVerdict;
import slmlab.design.Findings;
import slmlab.design.Validator;
import slmlab.spec.MappingFile;
import slmlab.spec.text.Suggestion;

/// Checks design files, each of one kind.
///
/// ```java
/// Verdict verdict = Designs.check("state", Path.of("robot.yaml"));
/// ```
public final class Designs {
    private static final SequencedMap<String, Validator> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("state", new StateSpace());
        KINDS.put("action", new ActionSpace());
        KINDS.put("reward", new RewardFunction());
        KINDS.put("mdp", new MdpDesign());
        KINDS.put("arch", new Architecture());
        KINDS.put("hrl", new Hierarchy());
        KINDS.put("marl", new ManyAgents());
    }

    private Designs() {}

    public static List<String> kinds() {
        return List.copyOf(KINDS.keySet());
    }

    /// Check a file. A [slmlab.spec.text.SpecException] says why it cannot be read, an [IllegalArgumentException]
    /// that there is no such kind.
    public static DesignVerdict check(String kind, Path file) {
        Validator validator = KINDS.get(kind);
        if (validator == null) {
            throw new IllegalArgumentException("there is no kind of design '%s'%s (there are: %s)"
                    .formatted(kind, Suggestion.hint(kind, KINDS.keySet()), String.join(", ", KINDS.keySet())));
        }
        Path parent = file.toAbsolutePath().getParent();
        return check(validator, MappingFile.read(file), parent == null ? Path.of("") : parent);
    }

    private static DesignVerdict check(Validator validator, Map<String, @Nullable Object> values, Path folder) {
        Findings found = new Findings();
        DesignSection design = new DesignSection(folder, "", values, found);
        validator.check(design, found);
        design.finish();
        return found.verdict();
    }
}

package slmlab.cli;

import java.util.Map;

/// Options of the form KEY=VALUE.
public final class Pairs {
    private Pairs() {}

    /// Return what was given; an [IllegalArgumentException] names a value without a key.
    public static Map<String, String> checked(String option, Map<String, String> given) {
        String nameless = given.get("");
        if (nameless != null) {
            throw new IllegalArgumentException("%s =%s has no name before the =".formatted(option, nameless));
        }
        return given;
    }
}

package slmlab.spec.key;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.spec.text.SpecNumbers;

/// Checks for the compact constructors of config records.
///
/// ```java
/// that("lam", lam >= 0, "is %s; needs at least 0", lam);
/// ```
public final class Check {

    private Check() {}

    /// Throw a [ConfigException] about a key unless `holds`. `%s` writes decimal numbers shortly: 2, 0.5,
    /// 1e-05.
    public static void that(String key, boolean holds, String format, @Nullable Object... args) {
        if (!holds) {
            throw new ConfigException(key, text(format, args));
        }
    }

    /// Throw a [ConfigException] that is about no key alone unless `holds`.
    public static void that(boolean holds, String format, @Nullable Object... args) {
        if (!holds) {
            throw new ConfigException(text(format, args));
        }
    }

    static String text(String format, @Nullable Object... args) {
        @Nullable
        Object[] shown = Arrays.stream(args)
                .map(arg -> arg instanceof Double number ? SpecNumbers.text(number) : arg)
                .toArray();
        return String.format(Locale.ROOT, format, shown);
    }
}

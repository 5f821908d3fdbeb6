package slmlab.agent.net;

import java.util.List;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.ConfigException;

/// A reader of loosely typed values of a spec.
///
/// @param section the key that errors are about
/// @param where   what their messages begin with
record LooseValues(String section, String where) {

    int whole(String key, @Nullable Object value) {
        double number = number(key, value);
        that(number == Math.rint(number), "%s is %s; needs a whole number".formatted(key, value));
        that(
                Math.abs(number) <= Integer.MAX_VALUE,
                "%s is %s; needs a whole number of at most %s".formatted(key, value, Integer.MAX_VALUE));
        return (int) number;
    }

    /// A number, which may be written as text.
    double number(String key, @Nullable Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException _) {
                throw wrong("%s is %s; needs a number".formatted(key, text));
            }
        }
        throw wrong("%s is %s; needs a number".formatted(key, value));
    }

    /// One number for both axes, or one for each.
    int[] pair(String key, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            int both = whole(key, value);
            return new int[] {both, both};
        }
        that(list.size() == 2, "%s is %s; needs a number, or two".formatted(key, value));
        return new int[] {whole(key, list.get(0)), whole(key, list.get(1))};
    }

    void that(boolean holds, String problem) {
        if (!holds) {
            throw wrong(problem);
        }
    }

    ConfigException wrong(String problem) {
        return new ConfigException(section, where + problem);
    }
}

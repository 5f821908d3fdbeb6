package slmlab.spec.text;

import java.util.regex.Pattern;

/// Variables that no value fills, in YAML that is to be parsed: `${x}` has braces, which would begin a mapping in
/// `{lr: ${x}}`. While the text is parsed, letters without a meaning in YAML take their place.
final class Unfilled {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+(?::-[^}]*)?)}");
    private static final Pattern HIDDEN = Pattern.compile("\uE000([^\uE001]+)\uE001"); // of Unicode's private use

    private Unfilled() {}

    static String hide(String yaml) {
        return VARIABLE.matcher(yaml).replaceAll("\uE000$1\uE001");
    }

    static String show(String text) {
        return HIDDEN.matcher(text).replaceAll("\\${$1}");
    }
}

package slmlab.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import slmlab.spec.key.SpecKey;

/// Adds the meaning of its key to every line of a spec in YAML.
final class Comments {
    private static final Pattern LINE = Pattern.compile("( *)([\\w]+):(.*)");
    private static final int COLUMN = 52;
    private static final int LONGEST = 72;

    private final String algorithm;
    private final List<SpecSection> sections = new SpecReference().sections();
    private final Map<Integer, String> above = new HashMap<>(); // path of the mapping that is open at each indent
    private String net = "";

    Comments(String algorithm) {
        this.algorithm = algorithm;
    }

    String added(String spec) {
        List<String> lines = new ArrayList<>();
        spec.lines().forEach(line -> lines.add(commented(line)));
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private String commented(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            return line;
        }
        int indent = parts.group(1).length();
        String parent = indent <= 2 ? "" : above.getOrDefault(indent - 2, "");
        String path = parent.isEmpty() ? parts.group(2) : parent + "." + parts.group(2);
        above.put(indent, indent == 0 ? "" : path);
        if (SpecReference.NETS.contains(parent) && parts.group(2).equals("type")) {
            net = parts.group(3).strip();
        }
        return indent == 0
                ? line
                : meaning(parent, parts.group(2))
                        .map(text -> line + " ".repeat(Math.max(2, COLUMN - line.length())) + "# " + text)
                        .orElse(line);
    }

    private Optional<String> meaning(String parent, String key) {
        return sections.stream()
                .filter(section -> section.paths().contains(parent))
                .filter(section -> List.of("", algorithm, net).contains(section.owner()))
                .flatMap(section -> section.keys().stream())
                .filter(each -> each.name().equals(key))
                .map(SpecKey::meaning)
                .findFirst()
                .map(Comments::brief);
    }

    /// Return a long meaning up to its first part.
    private static String brief(String meaning) {
        int cut = meaning.indexOf("; ");
        return meaning.length() <= LONGEST || cut < 0 ? meaning : meaning.substring(0, cut);
    }
}

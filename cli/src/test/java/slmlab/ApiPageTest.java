package slmlab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// docs/api.md says of every package whether it is stable, and what the docs show to users is.
class ApiPageTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern NAME = Pattern.compile("`(slmlab[a-z0-9.]*)`");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Za-z]+)`");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (slmlab[a-z0-9.]*)\\.([A-Z]\\w+|\\*)");
    private static final String STABLE = "**Stable**";
    private static final List<String> PARTS =
            List.of(STABLE, "**Usable", "**Internal**", "Some of their types", "## Threads");

    /// The packages of the page, each with the part that it stands in.
    private static Map<String, String> listed() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        for (int i = 0; i < 3; i++) {
            Matcher name = NAME.matcher(part(i));
            while (name.find()) {
                assertThat(listed.put(name.group(1), PARTS.get(i)))
                        .as(name.group(1))
                        .isNull();
            }
        }
        return listed;
    }

    private static String part(int i) throws IOException {
        String page = Files.readString(HOME.resolve("docs/api.md"));
        int from = page.indexOf(PARTS.get(i));
        int to = page.indexOf(PARTS.get(i + 1));
        assertThat(from).isPositive();
        assertThat(to).isGreaterThan(from);
        return page.substring(from, to);
    }

    /// Return the name by which the page lists a package: its own, or that of one above it, but the root.
    private static String entry(String name, Map<String, String> listed) {
        for (String up = name; up.contains("."); up = up.substring(0, up.lastIndexOf('.'))) {
            if (listed.containsKey(up)) {
                return up;
            }
        }
        return name.equals("slmlab") && listed.containsKey(name) ? name : "";
    }

    @Test
    void everyPackageIsListedAndEveryNameIsAPackage() throws IOException {
        Map<String, String> listed = listed();
        Set<String> packages = new TreeSet<>();
        try (Stream<Path> modules = Files.list(HOME)) {
            for (Path main : modules.filter(module -> !module.endsWith("bench")) // never shipped
                    .map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(main)) {
                    files.filter(file -> file.endsWith("package-info.java"))
                            .map(file ->
                                    main.relativize(file.getParent()).toString().replace('/', '.'))
                            .forEach(packages::add);
                }
            }
        }
        assertThat(packages)
                .hasSizeGreaterThan(80)
                .allSatisfy(name -> assertThat(entry(name, listed)).as(name).isNotEmpty());
        assertThat(listed.keySet())
                .allSatisfy(name ->
                        assertThat(packages).anyMatch(each -> each.equals(name) || each.startsWith(name + ".")));
    }

    @Test
    void everyPublicExceptionIsListed() throws IOException {
        String page = Files.readString(HOME.resolve("docs/api.md"));
        String listed = page.substring(page.indexOf("## Exceptions"));
        Set<String> thrown = new TreeSet<>();
        try (Stream<Path> modules = Files.list(HOME)) {
            for (Path main : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(main)) {
                    for (Path file : files.filter(each -> each.toString().endsWith("Exception.java"))
                            .toList()) {
                        String name = file.getFileName().toString().replace(".java", "");
                        String text = Files.readString(file);
                        if (text.contains("public final class " + name) && !text.contains("extends IOException")) {
                            thrown.add(name);
                        }
                    }
                }
            }
        }
        assertThat(thrown)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(listed).contains(name));
    }

    @Test
    void whatTheDocsImportIsStable() throws IOException {
        Map<String, String> listed = listed();
        Set<String> types =
                TYPE.matcher(part(3)).results().map(found -> found.group(1)).collect(Collectors.toSet());
        List<String> found = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path page : pages()) {
            Matcher line = IMPORT.matcher(Files.readString(page));
            while (line.find()) {
                found.add(line.group());
                boolean isStable = STABLE.equals(listed.get(entry(line.group(1), listed)));
                if (!isStable && !types.contains(line.group(2))) {
                    problems.add("%s: %s".formatted(HOME.relativize(page), line.group()));
                }
            }
        }
        assertThat(found).hasSizeGreaterThan(50);
        assertThat(problems).isEmpty();
    }

    /// The docs, and the examples that they tell to copy.
    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(HOME.resolve("README.md")));
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
                files.filter(file -> file.toString().matches(".*\\.(md|java)"))
                        .filter(file -> !file.toString().contains("/target/"))
                        .forEach(pages::add);
            }
        }
        return pages;
    }
}

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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rooms of the code: a class has a name of its own, and a package is small enough to look over.
///
/// It reads sources, so that the modules count too that the command line does not bring, such as the benchmarks.
class RoomsTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final String MAIN = "src/main/java";
    private static final String PAGE = "package-info.java";
    private static final int MANY = 35;

    @Test
    void aNameOfAClassOccursOnce() throws IOException {
        Map<String, List<Path>> places = sources().stream()
                .filter(file -> !file.endsWith(PAGE))
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString(), TreeMap::new, Collectors.toList()));
        assertThat(places).hasSizeGreaterThan(900);
        places.values().removeIf(files -> files.size() == 1);
        assertThat(places).isEmpty();
    }

    /// A larger one says in its page how many files it has, and why.
    @Test
    void aPackageHasFewFilesOrAReason() throws IOException {
        List<String> problems = new ArrayList<>();
        Map<Path, List<Path>> packages = sources().stream().collect(Collectors.groupingBy(Path::getParent));
        for (Map.Entry<Path, List<Path>> each : packages.entrySet()) {
            Path page = each.getKey().resolve(PAGE);
            Path folder = HOME.relativize(each.getKey());
            long files =
                    each.getValue().stream().filter(file -> !file.equals(page)).count();
            String text = Files.exists(page) ? Files.readString(page) : "";
            if (text.isEmpty()) {
                problems.add("%s has no %s".formatted(folder, PAGE));
            } else if (files > MANY
                    && !Pattern.compile("\\b%s files\\b".formatted(files))
                            .matcher(text)
                            .find()) {
                problems.add("%s has %s files; give some a room of their own, or say in its page why it has %s files"
                        .formatted(folder, files, files));
            }
        }
        assertThat(packages).hasSizeGreaterThan(80);
        assertThat(problems).isEmpty();
    }

    /// The files that ARCHITECTURE.md tells a newcomer to read.
    @Test
    void theFilesToReadExist() throws IOException {
        String page = Files.readString(HOME.resolve("ARCHITECTURE.md"));
        String read = page.substring(page.indexOf("## Where to start reading"), page.indexOf("## How to add"));
        List<String> names = Pattern.compile("`(?:[a-z0-9.]+[./])*([A-Z]\\w+)`")
                .matcher(read)
                .results()
                .map(found -> found.group(1) + ".java")
                .toList();
        Set<String> files =
                sources().stream().map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        assertThat(names).hasSizeGreaterThan(40);
        assertThat(files).containsAll(names);
    }

    /// The classes that the pages of packages name without a link, which nothing else would check.
    @Test
    void theClassesThatPagesNameExist() throws IOException {
        Set<String> others = Set.of("TorchArcNet", "Sequential"); // SLM-Lab's and PyTorch's
        Set<String> files =
                sources().stream().map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        List<String> problems = new ArrayList<>();
        for (Path page : sources()) {
            if (page.endsWith(PAGE)) {
                Pattern.compile("`([A-Z][a-z]+(?:[A-Z][a-z]+)*)`")
                        .matcher(Files.readString(page))
                        .results()
                        .map(found -> found.group(1))
                        .filter(name -> !files.contains(name + ".java") && !others.contains(name))
                        .forEach(name -> problems.add(HOME.relativize(page) + " " + name));
            }
        }
        assertThat(problems).isEmpty();
    }

    /// The tests that the pages name as evidence.
    @Test
    void theTestsThatPagesNameExist() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(HOME.resolve("ARCHITECTURE.md"), HOME.resolve("CONTRIBUTING.md")));
        try (Stream<Path> docs = Files.walk(HOME.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        Set<String> named = new TreeSet<>();
        for (Path page : pages) {
            Pattern.compile("`([A-Z]\\w+Test)`")
                    .matcher(Files.readString(page))
                    .results()
                    .forEach(found -> named.add(found.group(1) + ".java"));
        }
        Set<String> tests = sources("src/test/java").stream()
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(30);
        assertThat(tests).containsAll(named);
    }

    private static List<Path> sources() throws IOException {
        return sources(MAIN);
    }

    private static List<Path> sources(String folder) throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> modules = Files.list(HOME)) {
            for (Path main : modules.map(module -> module.resolve(folder))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(main)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                }
            }
        }
        return all;
    }
}

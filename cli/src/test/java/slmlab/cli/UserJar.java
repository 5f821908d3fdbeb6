package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// A jar custom, compiled against the lab, and commands that run with it.
///
/// @param file the jar
record UserJar(Path file) {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    /// Compile sources, by the names of their classes, into a jar that names a provider.
    static UserJar of(Path temp, Map<String, String> sources, String service, String provider) throws IOException {
        Path classes = Files.createDirectories(temp.resolve("classes " + provider));
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(service), provider + "\n");
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            files.add(Files.writeString(temp.resolve(source.getKey() + ".java"), source.getValue()));
        }
        return packed(temp.resolve(provider + ".jar"), files, classes);
    }

    /// Compile a project laid out as Maven's.
    static UserJar ofProject(Path temp, Path project) throws IOException {
        Path classes = Files.createDirectories(temp.resolve("classes"));
        Path resources = project.resolve("src/main/resources");
        for (Path file : files(resources)) {
            Path copy = classes.resolve(resources.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        return packed(temp.resolve("project.jar"), files(project.resolve("src/main/java")), classes);
    }

    /// Return the classes in the Java blocks of a page, by their names.
    static Map<String, String> documented(String page) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        Matcher block = BLOCK.matcher(Files.readString(root().resolve("docs").resolve(page)));
        while (block.find()) {
            Matcher name = CLASS.matcher(block.group(1));
            if (name.find()) {
                sources.put(name.group(1), block.group(1));
            }
        }
        return sources;
    }

    /// Return the folder of the whole project.
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("docs")) ? here : Objects.requireNonNull(here.getParent());
    }

    private static UserJar packed(Path jar, List<Path> sources, Path classes) throws IOException {
        List<String> args = new ArrayList<>(List.of("-Xlint:all,-path", "-d", classes.toString(), "-cp", classPath()));
        sources.forEach(source -> args.add(source.toString()));
        if (!sources.isEmpty()) {
            JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
            assertThat(compiler.run(null, null, null, args.toArray(String[]::new)))
                    .isZero();
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Path each : files(classes)) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, out);
            }
        }
        return new UserJar(jar);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /// Run a command in a JVM of its own, as the launcher does: providers are looked for once.
    CommandResult slmLab(String... args) throws IOException, InterruptedException {
        return start(Map.of(), args).result();
    }

    ChildJvm start(Map<String, String> environment, String... args) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        List<String> flags = List.of("-Djava.awt.headless=true", "-cp", classPath() + File.pathSeparator + file);
        return ChildJvm.start(folder, environment, List.of(), flags, args);
    }

    /// Surefire's own class path may be a jar that only points to the real one.
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}

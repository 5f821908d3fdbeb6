package slmlab.flow.emit;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Problems;

/// Compiles a source in memory, to say which answer in it is wrong.
final class SourceCheck {
    private SourceCheck() {}

    /// Add what the compiler finds, under the path of the answer in that line. A Java without a compiler finds
    /// nothing.
    static void check(String name, JavaText text, Problems problems) {
        @Nullable JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            return;
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-proc:none", "--add-modules", "jdk.incubator.vector", "-cp", System.getProperty("java.class.path"));
        compiler.getTask(
                        null,
                        new DiscardingFileManager(compiler),
                        found,
                        options,
                        null,
                        List.of(new Source(name, text)))
                .call();
        for (Diagnostic<?> each : found.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                Optional<String> path = text.origin(each.getLineNumber());
                String message =
                        each.getMessage(Locale.ROOT).lines().findFirst().orElse("");
                problems.add(path.orElse("environment"), "does not compile: %s%s", message, symbol(each));
            }
        }
    }

    /// Return the name that the compiler does not know, which stands in a later line of its message.
    private static String symbol(Diagnostic<?> found) {
        return found.getMessage(Locale.ROOT)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("symbol:"))
                .map(line -> " " + line.replaceFirst("symbol:\\s*", "").replaceAll("\\s+", " "))
                .findFirst()
                .orElse("");
    }

    private static final class Source extends SimpleJavaFileObject {
        private final JavaText text;

        Source(String name, JavaText text) {
            super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text.toString();
        }
    }
}

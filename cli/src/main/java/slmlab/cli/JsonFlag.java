package slmlab.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;

/// `--json[=FILE]`: what a command found, as JSON. Printed in place of the text, or written to a file beside it.
public final class JsonFlag {
    private static final Path STDOUT = Path.of("-");

    @Option(
            names = "--json",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = "-",
            preprocessor = Word.class,
            description = "print the result as JSON instead of text, or write it to FILE as well")
    private @Nullable Path file;

    public boolean isPrinted() {
        return STDOUT.equals(file);
    }

    /// Return the file that the result goes to; empty if it goes to none.
    public Optional<Path> file() {
        return isPrinted() ? Optional.empty() : Optional.ofNullable(file);
    }

    /// Refuse a file that cannot be written, before there is anything to write.
    public void check() {
        file().ifPresent(each -> Paths.checkWritable("--json", each));
    }

    /// Return where the text goes: nowhere, if the result is printed as JSON.
    public PrintWriter text(PrintWriter out) {
        return isPrinted() ? new PrintWriter(Writer.nullWriter()) : out;
    }

    /// Print or write the result, if the flag asks for it.
    public void write(Supplier<?> result, PrintWriter out) {
        if (isPrinted()) {
            out.println(JsonFile.line(result.get()));
            out.flush();
        }
        file().ifPresent(each -> JsonFile.write(each, result.get()));
    }

    /// Decides whether a word behind `--json` is its file. With an equals sign it is; a word of its own is one only
    /// for the commands that have taken it so since before the flag was the same everywhere, and only if it
    /// looks like one.
    static final class Word implements IParameterPreprocessor {
        private static final Set<String> TAKE_A_WORD =
                Set.of("eval", "compare", "diagnose", "check", "spec audit", "env rollout");

        @Override
        @SuppressWarnings("JdkObsolete") // picocli's signature
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec flag, Map<String, Object> info) {
            boolean isAttached = "=".equals(info.get("separator"));
            if (isAttached || args.isEmpty() || args.peek().startsWith("--")) {
                return false;
            }
            if (TAKE_A_WORD.contains(words(command)) && isFile(args.peek())) {
                return false;
            }
            flag.setValue(STDOUT);
            return true;
        }

        /// Return the words that call a command, without the program's name.
        private static String words(CommandSpec command) {
            return command.qualifiedName().replaceFirst("^\\S+ ", "");
        }

        private static boolean isFile(String word) {
            if (word.isEmpty() || word.equals("-")) {
                return true;
            }
            try {
                return word.matches("(?s).*[./].*") && !RunFolder.isRun(Paths.of(word));
            } catch (IllegalArgumentException _) {
                return true; // whoever reads it says what is wrong with it
            }
        }
    }
}

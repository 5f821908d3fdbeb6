package slmlab.cli.hub;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--yes`, or a question on the terminal, before something is published.
final class Consent {
    @Option(names = "--yes", description = "upload without asking")
    private boolean yes;

    /// Return whether to upload.
    ///
    /// @throws IllegalArgumentException if there is nobody to ask
    boolean isGiven(PrintWriter out) {
        return yes
                || isGiven(
                        Optional.ofNullable(System.console())
                                .filter(Console::isTerminal)
                                .map(Console::reader),
                        out);
    }

    /// @param terminal empty if there is none
    static boolean isGiven(Optional<Reader> terminal, PrintWriter out) {
        Reader reader = terminal.orElseThrow(
                () -> new IllegalArgumentException("nothing was uploaded: there is no terminal to ask on; add --yes"));
        out.print("Upload? [y/N] ");
        out.flush();
        try {
            @Nullable String answer = new BufferedReader(reader).readLine();
            boolean isYes =
                    answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
            if (!isYes) {
                out.println("nothing was uploaded");
            }
            return isYes;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the answer: " + e.getMessage(), e);
        }
    }
}

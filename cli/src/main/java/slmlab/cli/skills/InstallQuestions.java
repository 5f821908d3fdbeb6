package slmlab.cli.skills;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import slmlab.skill.Scope;
import slmlab.skill.Tool;

/// The two questions of an install on a terminal.
final class InstallQuestions {
    private final BufferedReader in;
    private final PrintWriter out;

    InstallQuestions(Reader in, PrintWriter out) {
        this.in = new BufferedReader(in);
        this.out = out;
    }

    /// Return questions that a person can answer; empty if there is no terminal.
    static Optional<InstallQuestions> onTerminal(PrintWriter out) {
        return Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(console -> new InstallQuestions(console.reader(), out));
    }

    /// Ask for the assistants; Enter takes the first.
    List<Tool> tools() {
        Tool[] all = Tool.values();
        out.println("For which assistants?");
        for (int i = 0; i < all.length; i++) {
            out.println("  %s  %-14s .%s/skills".formatted(i + 1, all[i].title(), all[i]));
        }
        while (true) {
            String answer = ask("Numbers or names, with commas between them [1]: ", "1");
            TreeSet<Tool> chosen = new TreeSet<>();
            @Nullable String wrong = null;
            for (String word : answer.split("[,\\s]+", -1)) {
                try {
                    if (!word.isEmpty()) {
                        chosen.addAll(tools(word, all));
                    }
                } catch (IllegalArgumentException _) {
                    wrong = word;
                }
            }
            if (wrong != null) {
                out.println(
                        "'%s' is none of them; write 1, 2 or 3, or claude, codex, agents or both.".formatted(wrong));
            } else if (chosen.isEmpty()) {
                out.println("Choose at least one.");
            } else {
                return List.copyOf(chosen);
            }
        }
    }

    private static List<Tool> tools(String word, Tool[] all) {
        return word.matches("[1-%s]".formatted(all.length)) ? List.of(all[Integer.parseInt(word) - 1]) : Tool.of(word);
    }

    /// Ask for the scope; Enter takes the project.
    Scope scope() {
        out.println("For this project or for all of yours?");
        out.println("  1  project  the working directory");
        out.println("  2  user     the home folder");
        while (true) {
            switch (ask("Number or name [1]: ", "1")) {
                case "1", "project" -> {
                    return Scope.PROJECT;
                }
                case "2", "user" -> {
                    return Scope.USER;
                }
                default -> out.println("Write 1 or project, 2 or user.");
            }
        }
    }

    private String ask(String question, String preset) {
        out.print(question);
        out.flush();
        try {
            @Nullable String answer = in.readLine();
            if (answer == null) {
                out.println();
                throw new IllegalArgumentException("no answer; name --tool and --scope");
            }
            return answer.isBlank() ? preset : answer.strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the answer: " + e.getMessage(), e);
        }
    }
}

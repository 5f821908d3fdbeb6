package slmlab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Words that the field does not use stay out of code, messages and docs.
///
/// A hit names the file, the line and what to write instead. An exception is a name that somebody else has given.
class WordsTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> ENDINGS =
            Set.of("java", "md", "js", "css", "html", "py", "yaml", "yml", "sh", "txt");
    private static final Set<String> SKIPPED =
            Set.of("target", "data", "node_modules", "box2d"); // Box2D has an environment
    private static final Set<String> OTHERS = Set.of("WordsTest.java", "envs_box2d.py");

    /// @param instead what to write
    /// @param exceptions what a line with such a word may contain
    private record Word(Pattern pattern, String instead, Pattern exceptions) {

        static Word of(String pattern, String instead, String... exceptions) {
            String others = exceptions.length == 0 ? "(?!)" : String.join("|", exceptions);
            return new Word(
                    Pattern.compile(pattern, Pattern.CASE_INSENSITIVE),
                    instead,
                    Pattern.compile(others, Pattern.CASE_INSENSITIVE));
        }
    }

    private static final List<Word> WORDS = List.of(
            Word.of("pictur", "figure, plot, image, frame", "--gif-pictures"), // the older name of --gif-frames
            Word.of(
                    "\\bworlds?\\b",
                    "environment",
                    "real[- ]world",
                    "grid ?world",
                    "SLM_LAB_WORLDS|\\.venv/worlds|docs/worlds", // older names that are still understood
                    "World simulation|new World\\(", // Box2D's class
                    "0 is the world|leaves out the world"), // MuJoCo's own word
            Word.of("\\bearn(s|ed|ing)?\\b", "reach, return"),
            Word.of("\\bbent observations?\\b|\\bbends? observations?\\b", "adversarial, perturb"),
            Word.of("\\bforet(ell|old)", "predict"),
            Word.of("\\bmend(s|ed|ing)?\\b", "fix"),
            Word.of("\\b(optimis|initialis|serialis|summaris|minimis|maximis)", "the spelling with z"),
            Word.of("normalis(?!ation: running)", "the spelling with z"), // but a wrong key of a test
            Word.of("colour", "color", "colourPalette"), // ALE's method
            Word.of("licence", "license"),
            Word.of("neighbour|behaviour|favour|\\bcent(re|red|ring)\\b", "the American spelling"),
            Word.of("\\b(re)?labell|\\bmodell(ed|ing)\\b", "the American spelling"),
            Word.of("\\bif left out\\b", "default"),
            Word.of("\\bof one's own\\b", "custom"),
            Word.of("\\bgo(es)? on (with|from)\\b", "continue, resume"),
            Word.of("\\banswered with a line\\b", "prints a warning"),
            Word.of("\\b(weights|settings|state) of then\\b", "at that time"),
            Word.of("\\btold at once\\b", "reported together"),
            Word.of("\\bcosts? (one|a) line\\b", "prints a warning"),
            Word.of("\\bthat there (is|are) not\\b", "unknown"),
            Word.of("\\bslow nets?\\b", "target network"),
            Word.of("\\btoo dear\\b|\\btooDear\\b", "too expensive"),
            Word.of("\\bone's own\\b", "custom"),
            Word.of("\\bby the (dozen|score)\\b", "many"));

    @Test
    void onlyTheFieldsWords() throws IOException {
        List<String> hits = new ArrayList<>();
        for (Path file : files()) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                for (Word word : WORDS) {
                    String line = lines.get(i);
                    if (word.pattern.matcher(line).find()
                            && !word.exceptions.matcher(line).find()) {
                        hits.add("%s:%s  %s  (write: %s)"
                                .formatted(HOME.relativize(file), i + 1, line.strip(), word.instead));
                    }
                }
            }
        }
        assertThat(hits).isEmpty();
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(HOME, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean skipped = !folder.equals(HOME) && (name.startsWith(".") || SKIPPED.contains(name));
                return skipped || Files.exists(folder.resolve("pyvenv.cfg"))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                boolean isText = !name.contains(".") || ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1));
                if (!OTHERS.contains(name) && isText) { // a script has no ending
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(files).hasSizeGreaterThan(500);
        return files;
    }
}

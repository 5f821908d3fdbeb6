package slmlab.judge.dossier;

import java.util.List;
import java.util.stream.Stream;

/// A chapter of a dossier.
///
/// @param text sentences, a paragraph each
/// @param table a header and rows; empty for none
/// @param notes what stands below the table, an item each
/// @param figures images beside the report, by the names of their files
/// @param headline its result in one sentence, for the summary; empty for none
/// @param isShown whether there is a result; otherwise the headline says why not
public record Chapter(
        String title,
        List<String> text,
        List<List<String>> table,
        List<String> notes,
        List<Figure> figures,
        String headline,
        boolean isShown) {

    /// @param caption what it shows, in one line
    public record Figure(String file, String caption) {}

    /// A chapter of text alone.
    public static Chapter of(String title, List<String> text) {
        return new Chapter(title, text, List.of(), List.of(), List.of(), "", true);
    }

    /// A chapter whose result is missing.
    public static Chapter none(String title, String reason) {
        return new Chapter(title, List.of("Not shown: " + reason), List.of(), List.of(), List.of(), reason, false);
    }

    public Chapter table(List<List<String>> rows) {
        return new Chapter(title, text, rows, notes, figures, headline, isShown);
    }

    public Chapter notes(List<String> items) {
        return new Chapter(title, text, table, items, figures, headline, isShown);
    }

    /// Return the same with one more figure.
    public Chapter figure(String file, String caption) {
        List<Figure> all = Stream.concat(figures.stream(), Stream.of(new Figure(file, caption)))
                .toList();
        return new Chapter(title, text, table, notes, all, headline, isShown);
    }

    public Chapter headline(String sentence) {
        return new Chapter(title, text, table, notes, figures, sentence, isShown);
    }
}

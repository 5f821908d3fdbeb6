package slmlab.judge.dossier;

import java.util.List;

/// A chapter of a dossier.
///
/// @param text sentences, a paragraph each
/// @param table a header and rows; empty for none
/// @param notes what stands below the table, an item each
/// @param figures pictures beside the report, by the names of their files
public record Chapter(
        String title, List<String> text, List<List<String>> table, List<String> notes, List<Figure> figures) {

    /// @param caption what it shows, in one line
    public record Figure(String file, String caption) {}

    /// A chapter of text alone.
    public static Chapter of(String title, List<String> text) {
        return new Chapter(title, text, List.of(), List.of(), List.of());
    }

    /// A chapter that does not apply to the run.
    public static Chapter none(String title, String reason) {
        return of(title, List.of("Not applicable: " + reason));
    }

    public Chapter table(List<List<String>> rows) {
        return new Chapter(title, text, rows, notes, figures);
    }

    public Chapter notes(List<String> items) {
        return new Chapter(title, text, table, items, figures);
    }

    public Chapter figure(String file, String caption) {
        return new Chapter(title, text, table, notes, List.of(new Figure(file, caption)));
    }
}

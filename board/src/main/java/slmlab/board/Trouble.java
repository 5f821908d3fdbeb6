package slmlab.board;

import slmlab.file.Quoted;

/// What went wrong with a folder, in a sentence for its card.
final class Trouble {
    private static final int LONGEST = 500;

    private Trouble() {}

    static String of(Throwable e) {
        return switch (e) {
            case StackOverflowError _ -> "a file of it is nested too deep";
            case OutOfMemoryError _ -> "a file of it is too large for the memory of the dashboard";
            default -> Quoted.cut(e.getMessage() == null ? e.toString() : e.getMessage(), LONGEST);
        };
    }
}

package slmlab.cli;

/// Words of a command that a user may paste into a shell.
public final class Shell {
    private Shell() {}

    /// Return a word, in quotes if a shell would split or change it.
    public static String word(Object word) {
        String text = word.toString();
        return text.matches("[\\w@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}

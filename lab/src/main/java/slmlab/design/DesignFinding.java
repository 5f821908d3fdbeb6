package slmlab.design;

/// One thing that a validator found.
///
/// @param path key in the file, such as `components[2].low`; empty for the file as a whole
/// @param message what is wrong
/// @param fix what to do about it
public record DesignFinding(Code code, String path, String message, String fix) {

    /// Return whether the design is wrong, rather than doubtful.
    public boolean isError() {
        return code.level() == Level.ERROR;
    }

    /// Return the finding in one line: `ERROR S03 components[2] has no bounds (give low and high)`.
    @Override
    public String toString() {
        return "%s %s %s %s (%s)".formatted(code.level(), code, path.isEmpty() ? "file" : path, message, fix);
    }
}

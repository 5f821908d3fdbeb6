package slmlab.spec;

/// A config record refused its values. [Overlay] turns it into a [Problem] at the right path.
public final class ConfigException extends IllegalArgumentException {

    public ConfigException(String message) {
        super(message);
    }
}

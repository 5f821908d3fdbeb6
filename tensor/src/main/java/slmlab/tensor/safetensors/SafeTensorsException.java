package slmlab.tensor.safetensors;

/// Thrown when a safetensors file cannot be read or written. The message says what is wrong, in which file and
/// tensor, and what to do about it.
public final class SafeTensorsException extends RuntimeException {
    /// Names and shapes come from the file and can be as long as it is.
    private static final int SHOWN = 100;

    SafeTensorsException(String file, String problem) {
        super(file + ": " + problem);
    }

    SafeTensorsException(String file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }

    static SafeTensorsException ofTensor(String file, String tensor, String problem) {
        return new SafeTensorsException(file, "tensor \"%s\": %s".formatted(shown(tensor), problem));
    }

    /// Return text from a file as it may appear in a message: not too long, and on one line.
    static String shown(String text) {
        String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}

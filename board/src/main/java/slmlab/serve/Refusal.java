package slmlab.serve;

/// Why a request gets no action: a status of HTTP and a sentence.
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    static final int MALFORMED = 400; // it cannot be read
    static final int FORBIDDEN = 403;
    static final int UNKNOWN = 404;
    static final int METHOD = 405;
    static final int SLOW = 408;
    static final int CONFLICT = 409; // with the state of a session
    static final int LARGE = 413;
    static final int TYPE = 415;
    static final int UNFIT = 422; // it can be read, and the policy cannot act on it
    static final int FAILED = 500;
    static final int BUSY = 503;

    private final int status;

    Refusal(int status, String message) {
        super(message, null, false, false); // thousands in a second take no stack traces
        this.status = status;
    }

    int status() {
        return status;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}

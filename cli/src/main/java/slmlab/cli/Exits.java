package slmlab.cli;

import java.util.Arrays;
import java.util.Optional;

/// How this process ends: by us, by a signal, or by an env that calls `System.exit`, which must not pass for success.
public final class Exits {
    private static volatile boolean ours;

    private Exits() {}

    /// Watch over the end of this process.
    static void guard() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!Interrupt.isOpen()) { // it has more to say
                stranger().ifPresent(place -> fail(place, ""));
            }
        }));
    }

    /// End this process because its command is done.
    public static void end(int code) {
        ours = true;
        System.exit(code);
    }

    /// Return where `System.exit` was called, if neither we nor a signal end this process; asked while it ends.
    static Optional<String> stranger() {
        return ours
                ? Optional.empty()
                : Thread.getAllStackTraces().values().stream()
                        .flatMap(frames -> caller(frames).stream())
                        .findFirst();
    }

    /// Return the caller of `Runtime.exit` outside of Java's own code; a signal does not go through it.
    private static Optional<String> caller(StackTraceElement[] frames) {
        return Arrays.stream(frames)
                .dropWhile(frame -> !(frame.getClassName().equals("java.lang.Runtime")
                        && frame.getMethodName().equals("exit")))
                .filter(frame -> !frame.getClassName().startsWith("java."))
                .map(StackTraceElement::toString)
                .findFirst();
    }

    /// End this process at once with exit code 1: whoever called `System.exit` may have meant 0.
    ///
    /// @param more what there is to say besides, in lines of its own
    static void fail(String place, String more) {
        System.out.flush();
        System.err.println("%s called System.exit before the end; throw an exception instead".formatted(place));
        System.err.print(more);
        System.err.flush();
        Runtime.getRuntime().halt(Cli.FAILED);
    }
}

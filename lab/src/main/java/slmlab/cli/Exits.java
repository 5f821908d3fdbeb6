package slmlab.cli;

import java.util.Arrays;
import java.util.Optional;

/// How this process ends: by us, by a signal, or by an env that calls `System.exit`, which must not pass for success.
final class Exits {
    private static volatile boolean ours;

    private Exits() {}

    /// Watches over the end of this process.
    static void guard() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!Interrupt.isOpen()) { // it has more to say
                stranger().ifPresent(place -> fail(place, ""));
            }
        }));
    }

    /// Ends this process because its command is over.
    static void end(int code) {
        ours = true;
        System.exit(code);
    }

    /// Where `System.exit` was called, if neither we nor a signal end this process. Asked while it ends.
    static Optional<String> stranger() {
        return ours
                ? Optional.empty()
                : Thread.getAllStackTraces().values().stream()
                        .flatMap(frames -> caller(frames).stream())
                        .findFirst();
    }

    /// The code outside of Java's own that is inside of `Runtime.exit`; a signal does not go through it.
    private static Optional<String> caller(StackTraceElement[] frames) {
        return Arrays.stream(frames)
                .dropWhile(frame -> !(frame.getClassName().equals("java.lang.Runtime")
                        && frame.getMethodName().equals("exit")))
                .filter(frame -> !frame.getClassName().startsWith("java."))
                .map(StackTraceElement::toString)
                .findFirst();
    }

    /// Ends this process at once with exit code 1: whoever called `System.exit` may have meant 0.
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

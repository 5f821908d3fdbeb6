package slmlab.env;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slmlab.LabException;

/// Thrown when an env throws. The message names the env, its method, what it threw, and where in its author's
/// code.
public final class EnvException extends LabException {
    private static final long serialVersionUID = 1L;
    private static final List<String> JAVA = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final String OURS = "slmlab.";
    private static final Set<String> CALLERS =
            Set.of(EnvVector.class.getName(), RunningEpisodes.class.getName(), EnvException.class.getName());
    private static final int LONGEST = 300;

    /// @param message the env, what it was doing, and what went wrong
    public EnvException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /// @param who the env and what it was doing: `Corridor-v0: env 0 of 4 failed at step 7`
    /// @param method the env's method: `step()`
    static EnvException of(String who, String method, Throwable thrown) {
        Throwable root = root(thrown);
        String cause = thrown.getCause() == null ? "" : ", caused by " + oneLine(root);
        String place = place(root).or(() -> place(thrown)).map(" at "::concat).orElse("");
        return new EnvException("%s: %s%s, in %s%s".formatted(who, oneLine(thrown), cause, method, place), thrown);
    }

    /// Call a method of an env that must return a value; wrap whatever it throws, and refuse a null.
    public static <T> T call(String env, String method, Supplier<? extends T> call) {
        T given;
        try {
            given = call.get();
        } catch (Throwable e) { // an env may be written in a language that throws anything
            throw of(env + " failed", method, e);
        }
        if (given == null) {
            throw none(env, method);
        }
        return given;
    }

    /// Call a method of an env; wrap whatever it throws.
    public static void run(String env, String method, Runnable call) {
        call(env, method, () -> {
            call.run();
            return true;
        });
    }

    /// Return the exception for a method that returned null.
    static EnvException none(String env, String method) {
        return new EnvException("%s: %s returned null".formatted(env, method), null);
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        for (int i = 0; i < 10 && root.getCause() != null; i++) { // a cause may be its own
            root = root.getCause();
        }
        return root;
    }

    private static String oneLine(Throwable thrown) {
        String text = thrown.toString().replaceAll("\\p{Cntrl}+", " ");
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    /// Return the innermost line of the author's code: neither the JDK's nor ours, unless the env itself is
    /// ours.
    private static Optional<String> place(Throwable thrown) {
        List<StackTraceElement> frames = Arrays.stream(thrown.getStackTrace())
                .takeWhile(frame -> !CALLERS.contains(frame.getClassName()))
                .filter(frame -> JAVA.stream().noneMatch(frame.getClassName()::startsWith))
                .toList();
        return frames.stream()
                .filter(frame -> !frame.getClassName().startsWith(OURS))
                .findFirst()
                .or(() -> frames.stream().findFirst())
                .map(StackTraceElement::toString);
    }
}

package slmlab.tensor;

import java.security.CodeSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The line of user code that created a tensor, which errors about it name.
///
/// @param gradient whether the tensor belongs to the gradient of what that line created
public record Source(String file, int line, boolean gradient) {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final @Nullable CodeSource ENGINE = codeSource(Source.class);
    private static final ScopedValue<Source> OVERRIDE = ScopedValue.newInstance();

    /// Return the innermost caller outside the engine; inside [#as], the source given there.
    static Source here() {
        if (OVERRIDE.isBound()) {
            return OVERRIDE.get();
        }
        return WALKER.walk(frames -> frames.filter(frame -> isUserCode(frame.getDeclaringClass()))
                        .findFirst())
                .map(frame -> new Source(String.valueOf(frame.getFileName()), frame.getLineNumber(), false))
                .orElse(new Source("unknown", 0, false));
    }

    /// Run `body` with this source for all tensors it creates.
    public <T> T as(Supplier<T> body) {
        return ScopedValue.where(OVERRIDE, this).call(body::get);
    }

    Source ofGradient() {
        return gradient ? this : new Source(file, line, true);
    }

    /// Return whether a class is neither ours nor the JDK's, whose classes have no code source.
    private static boolean isUserCode(Class<?> type) {
        CodeSource source = codeSource(type);
        return source != null && !source.equals(ENGINE);
    }

    private static @Nullable CodeSource codeSource(Class<?> type) {
        return type.getProtectionDomain().getCodeSource();
    }

    @Override
    public String toString() {
        return file + ":" + line + (gradient ? " (gradient)" : "");
    }
}

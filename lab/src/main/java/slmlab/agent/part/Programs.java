package slmlab.agent.part;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Program;

/// One traced program for each size of batch, made when first asked for.
public final class Programs {
    private final IntFunction<Program> trace;
    private final Map<Integer, Program> bySize = new HashMap<>();
    private int lastSize;
    private @Nullable Program last;

    public Programs(IntFunction<Program> trace) {
        this.trace = trace;
    }

    public Program of(int size) {
        Program program = last;
        if (program == null || size != lastSize) {
            program = bySize.computeIfAbsent(size, trace::apply);
            last = program;
            lastSize = size;
        }
        return program;
    }
}

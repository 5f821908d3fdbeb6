package slmlab.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/// Environment variables of SLM-Lab that have no effect here; each is answered with a line.
final class Ignored {
    private static final Map<String, String> WHY = new LinkedHashMap<>();

    static {
        WHY.put("TORCH_COMPILE", "there is no PyTorch here; programs are always compiled");
        WHY.put("CUDA_OFFSET", "there is no GPU to choose; runs are on the CPU");
        WHY.put("OPTIMIZE_PERF", "runs are always optimized for the CPU");
    }

    private Ignored() {}

    /// Print a line for each that is set.
    static void tell(Map<String, String> environment, PrintWriter err) {
        WHY.forEach((name, why) -> {
            if (environment.containsKey(name)) {
                err.println("%s has no effect: %s".formatted(name, why));
            }
        });
    }
}

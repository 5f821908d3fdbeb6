package slmlab.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Flags, environment variables and commands of SLM-Lab that mean nothing here: those that change no result are
/// reported in one line, the others are refused with a sentence.
public final class Ignored {
    private static final Map<String, String> VARIABLES = new LinkedHashMap<>();
    private static final Map<String, String> REFUSED = new LinkedHashMap<>();

    static {
        String noGpu = "GPUs are not supported; runs use the CPU";
        String always = "runs are always optimized for the CPU";
        VARIABLES.put("TORCH_COMPILE", "there is no PyTorch here; programs are always compiled");
        VARIABLES.put("CUDA_OFFSET", noGpu);
        VARIABLES.put("OPTIMIZE_PERF", always);
        VARIABLES.put("LOG_EXTRA", "all metrics are always logged");

        REFUSED.put("--stop-ray", "there is no Ray here; Ctrl-C stops a run and all its sessions");
    }

    @Option(names = "--cuda-offset", hidden = true)
    private @Nullable Integer cudaOffset;

    @Option(
            names = "--torch-compile",
            hidden = true,
            arity = "0..1",
            fallbackValue = "true",
            preprocessor = AttachedValue.class)
    private @Nullable String torchCompile;

    @Option(names = "--optimize-perf", hidden = true, negatable = true)
    private @Nullable Boolean optimizePerf;

    @Option(names = "--log-extra", hidden = true)
    private boolean logExtra;

    /// Print a line for each variable and flag that is set.
    public void tell(Map<String, String> environment, PrintWriter err) {
        VARIABLES.forEach((name, why) -> {
            if (environment.containsKey(name) || isGiven(name)) {
                err.println("%s has no effect: %s".formatted(isGiven(name) ? flag(name) : name, why));
            }
        });
    }

    private boolean isGiven(String variable) {
        return switch (variable) {
            case "CUDA_OFFSET" -> cudaOffset != null;
            case "TORCH_COMPILE" -> torchCompile != null;
            case "OPTIMIZE_PERF" -> optimizePerf != null;
            case "LOG_EXTRA" -> logExtra;
            default -> false;
        };
    }

    private static String flag(String variable) {
        return "--" + variable.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Return why a word of SLM-Lab's command line is refused, if it is one.
    static Optional<String> refusal(List<String> words) {
        return words.stream()
                .map(word -> word.replaceAll("=.*", ""))
                .filter(REFUSED::containsKey)
                .findFirst()
                .map(word -> "%s is SLM-Lab's: %s".formatted(word, REFUSED.get(word)));
    }
}

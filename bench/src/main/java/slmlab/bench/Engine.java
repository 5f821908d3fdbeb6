package slmlab.bench;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slmlab.bench.PeerComparison.Case;
import slmlab.tensor.Program;

/// `slm-lab bench engine`: products, updates, acting, convolutions, recurrence and Adam compared with PyTorch,
/// one thread each.
@Command(
        name = "engine",
        header = "Compare the tensor engine with PyTorch, one thread each.",
        description = {
            "Both sides are warmed up and take turns; the median of each side's rounds counts.",
            "The first run creates a Python environment with PyTorch, a download of some hundred MB."
        })
final class Engine implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PeerComparison comparison = new PeerComparison();

    @Override
    public Integer call() {
        Workloads make = new Workloads();
        return comparison.run(
                spec.commandLine(),
                "PyTorch",
                "engine.py",
                List.of(
                        gemm(make, 64, 64, 64, 1.0),
                        gemm(make, 2048, 64, 64, 1.0),
                        gemm(make, 256, 256, 256, 1.0),
                        gemm(make, 512, 512, 512, 0.9),
                        time("ppo update 2x64 batch 64", 28, () -> make.ppo(4, 64, 2, 64)),
                        time("ppo update 2x64 batch 256", 10, () -> make.ppo(4, 64, 2, 256)),
                        time("ppo update 2x256 batch 256", 2.3, () -> make.ppo(17, 256, 6, 256)),
                        time("act 2x64 on 8", 75, () -> make.act(4, 64, 2, 8)),
                        time("nature cnn batch 32", 1.0, () -> make.natureCnn(32)),
                        time("lstm 64, 16 steps, batch 32", 1.5, () -> make.lstm(64, 16, 32)),
                        time("adam 1M", 0.9, () -> make.adam(1_000_000))));
    }

    private static Case gemm(Workloads make, int m, int k, int n, double target) {
        String name = "sgemm %sx%sx%s".formatted(m, k, n);
        return new Case(name, "GFLOP/s", 2e-9 * m * k * n, target, () -> make.sgemm(m, k, n)::run);
    }

    private static Case time(String name, double target, Supplier<Program> program) {
        return new Case(name, "ms", 0, target, () -> program.get()::run);
    }
}

package slmlab.bench;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `slm-lab bench kernels`: the JMH benchmarks of this module, each kernel compared with its scalar twin.
@Command(
        name = "kernels",
        header = "Compare each kernel with its scalar twin, by JMH.",
        description = "Takes minutes; a pattern selects some.")
final class KernelBenchmarks implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            description = "A regular expression over names, for example Gemm or Elementwise.*tanh.")
    private String pattern = ".*";

    @Override
    public Integer call() throws RunnerException {
        new Runner(new OptionsBuilder().include(pattern).build()).run();
        return 0;
    }
}

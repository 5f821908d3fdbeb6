package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import slmlab.cli.Cli;

class BenchMainTest {

    @Test
    void withoutABenchmarkItPrintsTheHelp() {
        var out = new StringWriter();
        int code = Cli.of(new BenchMain()).setOut(new PrintWriter(out)).execute();
        assertThat(code).isEqualTo(Cli.DONE);
        assertThat(out.toString()).contains("Usage: slm-lab bench");
    }
}

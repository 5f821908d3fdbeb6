package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slmlab.cli.Cli;

@Tag("slow")
class TrackBenchmarkTest {

    @Test
    void bothRowsAreMeasured() {
        var out = new StringWriter();
        int code = Cli.of(new BenchMain())
                .setOut(new PrintWriter(out))
                .execute("track", "--count", "1000", "--rounds", "1");
        assertThat(code).isEqualTo(Cli.DONE);
        assertThat(out.toString().lines())
                .hasSize(2)
                .allMatch(
                        line -> line.matches("1,000 scalars, \\S+ scalars? per event +\\d+\\.\\d\\d s +\\d+\\.\\d MB"));
    }
}

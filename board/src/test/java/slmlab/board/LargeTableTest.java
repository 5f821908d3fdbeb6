package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;
import slmlab.run.Phase;
import slmlab.run.RunFolder;

/// A page of a table that is that would not fit in the memory of its process, which may be training.
@Tag("slow")
class LargeTableTest {
    private static final int MEGABYTES = 80; // of the table; the process has 160 MB for all it does
    private static final int COLUMNS = 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// Write a run with one table; return its folder.
    static RunFolder run(Path folder, long bytes) throws IOException {
        Files.createDirectories(folder.resolve("info"));
        JsonFile.write(folder.resolve("ppo_spec.json"), Map.of("ppo", Map.of("env", Map.of("name", "CartPole-v1"))));
        RunFolder run = RunFolder.open(folder);
        StringBuilder head = new StringBuilder("frame,wall_t,opt_step,total_reward,mean_return");
        for (int i = 5; i < COLUMNS; i++) {
            head.append(",c").append(i);
        }
        try (BufferedWriter out = Files.newBufferedWriter(run.sessionTable(0, Phase.TRAIN))) {
            out.append(head).append('\n');
            String rest = ",0.123456".repeat(COLUMNS - 5) + "\n";
            for (long i = 0, written = 0; written < bytes; i++) {
                String row = "%s,%s,%s,%s,%s".formatted(100 * i, i, i, i % 500, i % 400) + rest;
                out.append(row);
                written += row.length();
            }
        }
        return run;
    }

    /// Answer as the dashboard does until the whole table is read; print what it said.
    public static void main(String[] args) {
        RunFolder run = RunFolder.open(Path.of(args[0]));
        Tables tables = new Tables();
        long slowest = 0;
        int questions = 0;
        RunCurves curves;
        do {
            long start = System.nanoTime();
            curves = RunCurves.of(run, tables, CurveWindow.of("", "800", "", ""));
            slowest = Math.max(slowest, System.nanoTime() - start);
            questions++;
        } while (curves.reading());
        double[] frames = curves.returns().getFirst().x();
        System.out.println("%s; %s questions, %s points, to frame %s, slowest %s ms"
                .formatted(curves.title(), questions, frames.length, frames[frames.length - 1], slowest / 1_000_000));
    }

    @Test
    void aTableLargerThanTheMemoryIsShown() throws IOException, InterruptedException {
        RunFolder run = run(temp.resolve("ppo_2026_11_18_120000"), MEGABYTES * 1_000_000L);
        Path out = temp.resolve("out.txt");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx160m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LargeTableTest.class.getName(),
                        run.path().toString()))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(out))
                .contains("mean return of the last 100 episodes; one row in ", "; 2 questions, ")
                .doesNotContain("OutOfMemory");
        assertThat(process.exitValue()).isZero();
    }

    /// The page asks again as long as one of the runs has rows to come: a question reads 64 MB of a table.
    @Test
    void aComparisonIsReadUntilTheLargestOfItsTablesIs() throws IOException {
        List<RunFolder> runs = List.of(
                run(temp.resolve("ppo_2026_11_18_120000"), 1_000),
                run(temp.resolve("ppo_2026_11_18_120001"), MEGABYTES * 1_000_000L));
        Tables tables = new Tables();
        CurveWindow view = CurveWindow.of("", "800", "", "");
        assertThat(Compared.of(runs, tables, view).reading()).isTrue();
        assertThat(Compared.of(runs, tables, view).reading()).isFalse();
    }
}

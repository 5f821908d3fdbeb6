package slmlab.run;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import slmlab.file.JsonFile;

/// Run folders as a short training would leave them.
public final class Runs {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 15, 12, 0, 0);

    private Runs() {}

    /// Return a folder with the spec and the session tables, and nothing computed from them.
    public static RunFolder of(Path data, String name, String env, int sessions) {
        return RunFolder.create(data, name, TIME, folder -> {
            JsonFile.write(folder.spec(), Map.of("name", name, "env", Map.of("name", env)));
            for (int session = 0; session < sessions; session++) {
                table(session).write(folder.sessionTable(session, Phase.TRAIN));
            }
        });
    }

    /// Return a table of returns that rise from 20 to 500 over 120 rows, the first before any episode ended. To be
    /// told apart, `mean_return` is higher by 1000.
    public static Table table(long seed) {
        Random random = new Random(seed);
        Table table =
                new Table(List.of("total_reward", "loss", "frame", "opt_step", "explore_var", "wall_t", "mean_return"));
        for (int i = 0; i < 120; i++) {
            double curve = 20 + 480 / (1 + Math.exp(-(i - 40) / 10.0)) + 15 * random.nextGaussian();
            double shown = i == 0 ? Double.NaN : curve;
            table.add(shown, 1.0 / (1 + i), 500 * i, 40 * i, Double.NaN, 0.5 * i, shown + 1000);
        }
        return table;
    }
}

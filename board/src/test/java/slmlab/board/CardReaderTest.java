package slmlab.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.run.RunFolder;

/// What a row of the list says, from files as runs leave them.
class CardReaderTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final String HEAD = "total_reward,fps,frame,wall_t,mean_return\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    /// A run of two sessions of 1,000 frames.
    private RunFolder run() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("ppo_2026_11_16_120000"));
        for (String part : new String[] {"info", "log", "model", "state"}) {
            Files.createDirectories(folder.resolve(part));
        }
        write(folder.resolve("ppo_spec.json"), """
                {"ppo": {"agent": {"algorithm": {"name": "PPO"}}, "env": {"name": "CartPole-v1", "num_envs": 4, "max_frame": 1000},
                "meta": {"max_session": 2, "distributed": false}}}""", 900);
        write(folder.resolve("run.json"), """
                {"seed": 7, "started": "2026-11-16T12:00:00Z", "sessions_at_a_time": 2,
                "settings": {"vars": {}, "keys": {"agent.net.optim_spec.lr": 0.1}}}""", 900);
        return RunFolder.open(folder);
    }

    /// Write a file as if it were so many seconds old.
    private static void write(Path file, String text, long age) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(NOW - 1000 * age));
    }

    private static void table(RunFolder run, int session, String rows, long age) throws IOException {
        write(
                run.path().resolve("info").resolve("ppo_t0_s%s_session_df_train.csv".formatted(session)),
                HEAD + rows,
                age);
    }

    private static RunCard card(RunFolder run) throws IOException {
        return CardReader.read("id", run, WatchedFiles.of(run), NOW);
    }

    @Test
    void aRunThatWritesIsRunning() throws IOException {
        RunFolder run = run();
        table(run, 0, "10,50,200,4,10\n20,50,400,8,15\n", 3);
        table(run, 1, "30,50,400,8,25\n", 3);
        RunCard card = card(run);
        assertThat(card.status().state()).isEqualTo("running");
        assertThat(card.score().mean()).isEqualTo(20); // of 15 and 25
        assertThat(card.score().low()).as("two sessions have no interval").isNull();
        assertThat(card.progress().share()).isEqualTo(0.4); // 800 of 2,000
        assertThat(card.progress().left()).isEqualTo(12); // 1,200 frames, two sessions of 50 a second
        assertThat(card.about().settings()).containsEntry("lr", "0.1");
        assertThat(card.about().seed()).isEqualTo("7");
    }

    @Test
    void aRunThatWasKilledIsStoppedAndSaysSinceWhen() throws IOException {
        RunFolder run = run();
        table(run, 0, "10,50,200,4,10\n", 600);
        RunCard card = card(run);
        assertThat(card.status().state()).isEqualTo("stopped");
        assertThat(card.status().note()).startsWith("no file was written since 20");
    }

    @Test
    void aSlowRunIsNotTakenForDead() throws IOException {
        RunFolder run = run();
        table(run, 0, "10,0.5,200,400,10\n10,0.5,400,800,10\n", 600); // a row each 400 s, the last 600 s ago
        assertThat(card(run).status().state()).isEqualTo("running");
    }

    @Test
    void theEndOfATrialTellsDoneFromStopped() throws IOException {
        RunFolder run = run();
        table(run, 0, "10,50,1000,20,10\n", 60);
        table(run, 1, "10,50,600,20,10\n", 60);
        write(run.trialMetricsScalar(), "{}", 50);
        assertThat(card(run).status().state()).isEqualTo("stopped");
        table(run, 1, "10,50,1000,20,10\n", 60);
        assertThat(card(run).status().state()).isEqualTo("done");
        table(run, 1, "10,50,600,20,10\n", 1); // resumed with more frames: newer than the end
        assertThat(card(run).status().state()).isEqualTo("running");
    }

    @Test
    void aFailedRunSaysWhy() throws IOException {
        RunFolder run = run();
        table(run, 0, "10,50,200,4,10\n", 5);
        write(run.log(), """
                2026-11-16 12:00:01.000 | INFO | ppo_t0_s0 starts at frame 0 of 1,000
                2026-11-16 12:00:04.000 | ERROR | session 0: value_loss is NaN at Ppo.java:143, frame 812
                """, 5);
        RunCard card = card(run);
        assertThat(card.status().state()).isEqualTo("failed");
        assertThat(card.status().note()).isEqualTo("session 0: value_loss is NaN at Ppo.java:143, frame 812");
    }

    @Test
    void aHalfWrittenLineIsNotRead() throws IOException {
        RunFolder run = run();
        table(run, 0, "10,50,200,4,10\n20,50,400,8,9", 3);
        RunCard card = card(run);
        assertThat(card.score().mean()).isEqualTo(10);
        assertThat(card.progress().frame()).isEqualTo(200);
    }

    @Test
    void emptyTruncatedAndForeignFilesAreNoRow() throws IOException {
        RunFolder run = run();
        write(run.path().resolve("info/ppo_t0_s0_session_df_train.csv"), "", 3);
        write(run.path().resolve("info/ppo_t0_s1_session_df_train.csv"), "frame,mean_ret", 3);
        assertThat(card(run).score().mean()).isNull();
        write(run.spec(), "{\"ppo\": {\"agent\": ", 3);
        assertThatThrownBy(() -> card(run)).hasMessageContaining("is not valid JSON");
    }

    @Test
    void aNumberThatIsNoneIsAGap() throws IOException {
        RunFolder run = run();
        table(run, 0, "10,50,200,4,10\n,50,400,8,\n10,50,600,12,inf\n10,50,800,16,nan\n", 3);
        RunCard card = card(run);
        assertThat(card.score().mean()).isNull();
        assertThat(card.score().spark()).containsExactly(10f, null, null, null);
    }

    @Test
    void aLongTableIsSampledFromItsFirstRowToItsLast() throws IOException {
        RunFolder run = run();
        StringBuilder rows = new StringBuilder();
        for (int i = 1; i <= 20_000; i++) {
            rows.append("%s,50,%s,%s,%s\n".formatted(i, i, i, i));
        }
        table(run, 0, rows.toString(), 3);
        RunCard card = card(run);
        assertThat(card.score().spark()).hasSize(33).startsWith(1f).endsWith(20_000f);
        assertThat(card.score().spark().stream()
                        .map(String::valueOf)
                        .map(Double::valueOf)
                        .toList())
                .isSorted();
        assertThat(card.progress().frame()).isEqualTo(20_000);
    }

    @Test
    void largeUpdatesAndAReturnThatFellAreTold() throws IOException {
        RunFolder run = run();
        StringBuilder rows = new StringBuilder("frame,loss,mean_return\n");
        for (int i = 1; i <= 30; i++) {
            rows.append("%s,1,%s\n".formatted(10 * i, i < 15 ? 30 * i : 30));
        }
        write(run.path().resolve("info/ppo_t0_s0_session_df_train.csv"), rows.toString(), 3);
        assertThat(card(run).status().health()).startsWith("forgetting: the best mean return was 420.0;");
        write(run.path().resolve("info/ppo_t0_s0_session_df_train.csv"), """
                frame,approx_kl,mean_return,loss
                10,0.01,20,1
                20,0.06,20,1
                30,0.07,20,1
                40,0.08,20,1
                50,0.2,20,1
                60,0.3,20,1
                70,0.3,20,1
                80,0.3,20,1
                90,0.3,20,1
                100,0.3,20,1
                """, 3);
        assertThat(card(run).status().health())
                .startsWith("learning rate too high: approx_kl is above 0.10 in 60 % of the rows");
    }
}

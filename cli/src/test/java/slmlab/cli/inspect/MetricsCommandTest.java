package slmlab.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.metric.Metrics;

class MetricsCommandTest {

    @Test
    void aMetricIsExplained() {
        CommandResult result = CommandResult.of("metrics", "explain", "approx_kl", "train/frame");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out().lines().toList())
                .contains("approx_kl", "  healthy    0.001 to 0.05", "frame")
                .anyMatch(line -> line.startsWith("  means      E[(r − 1) − log r] in the last epoch"))
                .anyMatch(line -> line.startsWith("  otherwise  above: steps are too large; lower the learning rate"))
                .contains("  means      frames so far: steps of all envs together (tables of training)")
                .contains("  means      last frame of the first session (metrics of a run)");
    }

    @Test
    void everyMetricIsListedAndExplained() {
        CommandResult list = CommandResult.of("metrics", "list");
        assertThat(list.code()).isZero();
        for (String name : Metrics.names(Metrics.all())) {
            assertThat(list.out().lines()).anyMatch(line -> line.startsWith(name + " "));
            CommandResult explained = CommandResult.of("metrics", "explain", name);
            assertThat(explained.code()).as(explained.toString()).isZero();
            assertThat(explained.out()).contains("  healthy    ", "  otherwise  ");
        }
    }

    /// Terms of a reward have names that an env gives: a column each, explained by what their names begin with.
    @Test
    void aColumnOfAFamilyIsExplained() {
        CommandResult result = CommandResult.of("metrics", "explain", "reward_share_torque");
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains("fraction of the reward that comes from the term torque", "  healthy    no term above 0.9")
                .contains("  otherwise  near 1: lower its weight (RewardTerms)");
        assertThat(CommandResult.of("metrics", "list").out()).contains("reward_share_NAME ");
        assertThat(CommandResult.of("metrics", "explain", "reward_share_").code())
                .isEqualTo(Cli.WRONG_INPUT);
    }

    @Test
    void whatIsNoneIsRefused() {
        CommandResult result = CommandResult.of("metrics", "explain", "aprox_kl", "nonsense");
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err())
                .contains("there is no metric 'aprox_kl'; did you mean approx_kl?")
                .contains("there is no metric 'nonsense'; slm-lab metrics list shows them");
        assertThat(CommandResult.of("metrics").out()).contains("explain", "list");
    }
}

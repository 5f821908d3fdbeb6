package slmlab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.stats.Coverage;

/// Statistics by simulation, with fixed seeds: what `compare` and `eval` say is right as often as they claim.
class CoverageTest {
    private static final int REPETITIONS = 4_000;

    /// Three standard errors of a share of 5 %: how far 4,000 repetitions stray from it by chance.
    private static final double CHANCE = 3 * Math.sqrt(0.05 * 0.95 / REPETITIONS);

    @ParameterizedTest
    @EnumSource
    void equalAlgorithmsRarelyGetAVerdict(ScorePopulation population) {
        for (int runs : CoverageTable.RUNS) {
            for (int sessions : CoverageTable.SESSIONS) {
                assertThat(CoverageTable.shown(population, runs, sessions, 0, REPETITIONS))
                        .as("%s runs of %s sessions, %s", runs, sessions, population)
                        .isLessThanOrEqualTo(0.05 + CHANCE);
            }
        }
    }

    /// Every interval of the table in [Coverage] covers as often as it says, and in 93 to 97 % of normal scores.
    @ParameterizedTest
    @EnumSource
    void intervalsCoverAsOftenAsTheirTableSays(ScorePopulation population) {
        for (Coverage row : Coverage.MEASURED) {
            double covered = CoverageTable.covered(population, row.runs(), REPETITIONS);
            double told = Map.of(
                            ScorePopulation.NORMAL, row.normal(),
                            ScorePopulation.LOG_NORMAL, row.skewed(),
                            ScorePopulation.BIMODAL, row.failing(),
                            ScorePopulation.RECORDED, row.recorded())
                    .getOrDefault(population, Double.NaN);
            double chance = 4 * Math.sqrt(told * (1 - told) / REPETITIONS);
            assertThat(covered).as("%s scores, %s", row.runs(), population).isEqualTo(told, within(chance));
            if (population == ScorePopulation.NORMAL) {
                assertThat(covered).isBetween(0.93, 0.97);
            }
        }
    }

    @Test
    void aLargeDifferenceIsFound() {
        assertThat(Stream.of(4, 10).map(n -> CoverageTable.shown(ScorePopulation.NORMAL, 2, n, 2, 1_000)))
                .satisfies(found -> {
                    assertThat(found.getFirst()).isBetween(0.5, 0.75);
                    assertThat(found.getLast()).isGreaterThan(0.97);
                });
    }
}

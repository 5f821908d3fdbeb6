package slmlab.search.pbt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.chart.Panels;
import slmlab.run.Table;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;

/// The history of two members, of which the first copies the second after 100 frames.
class LineageTest {
    private static final SearchSpace SPACE =
            new SearchSpace(List.of(new Parameter("agent.x", new Domain.Range(0, 9, 0, false, false))));
    private static final Lineage LINEAGE = new Lineage(
            SPACE,
            List.of(
                    new Generation(1, 100, List.of(member(0, 1.0, 3, 1, 4), member(1, 5.0, 2, null, 2))),
                    new Generation(2, 200, List.of(member(0, null, 4, null, 4), member(1, 7.0, 2, null, 2)))));

    private static Generation.Member member(
            int number, @Nullable Double score, double at, @Nullable Integer parent, double next) {
        return new Generation.Member(
                number, score, 0, null, new double[] {at}, Map.of("agent.x", at), parent, new double[] {next});
    }

    /// A line of scores has a point at the end of each interval. That of the copy begins at its parent's.
    @Test
    void aCopysLineOfScoresBeginsAtItsParents() {
        List<Panels.Stroke> lines = LINEAGE.strokes(Generation.Member::scored, false);
        assertThat(lines).extracting(Panels.Stroke::label).containsExactly("member 0", "", "member 1");
        assertThat(lines).extracting(Panels.Stroke::color).containsExactly(0, 0, 1);
        assertThat(lines)
                .extracting(Panels.Stroke::x)
                .containsExactly(new double[] {100}, new double[] {100, 200}, new double[] {100, 200});
        assertThat(lines)
                .extracting(Panels.Stroke::y)
                .containsExactly(new double[] {1}, new double[] {5, Double.NaN}, new double[] {5, 7});
    }

    /// A setting holds for all of an interval: the copy leaves its parent's 2 for the explored 4 at once.
    @Test
    void aSettingHoldsForAllOfAnInterval() {
        List<Panels.Stroke> lines = LINEAGE.strokes(member -> member.point()[0], true);
        assertThat(lines)
                .extracting(Panels.Stroke::x)
                .containsExactly(new double[] {0, 100}, new double[] {100, 100, 200}, new double[] {0, 100, 100, 200});
        assertThat(lines)
                .extracting(Panels.Stroke::y)
                .containsExactly(new double[] {3, 3}, new double[] {2, 4, 4}, new double[] {2, 2, 2, 2});
    }

    @Test
    void theTableHasARowForEveryMemberAndInterval(@TempDir Path temp) {
        LINEAGE.writeTable(temp);
        Table table = Table.read(temp.resolve("history.csv"));
        assertThat(table.columns()).containsExactly("generation", "frame", "member", "score", "parent", "agent.x");
        assertThat(table.column("generation")).containsExactly(1, 1, 2, 2);
        assertThat(table.column("frame")).containsExactly(100, 100, 200, 200);
        assertThat(table.column("member")).containsExactly(0, 1, 0, 1);
        assertThat(table.column("score")).containsExactly(1, 5, Double.NaN, 7);
        assertThat(table.column("parent")).containsExactly(1, Double.NaN, Double.NaN, Double.NaN);
        assertThat(table.column("agent.x")).containsExactly(3, 2, 4, 2);
    }
}

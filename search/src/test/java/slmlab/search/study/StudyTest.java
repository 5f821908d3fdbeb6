package slmlab.search.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.spec.text.SpecException;

@ParameterizedClass
@EnumSource(Databases.class)
class StudyTest {
    private static final SearchSpace SPACE = new SearchSpace(List.of(
            new Parameter("agent.algorithm.gamma", new Domain.Range(0.9, 0.999, 0, false, false)),
            new Parameter("agent.net.hid_layers", new Domain.Choice(List.of(List.of(64), List.of(64, 64), "none")))));
    private static final Map<String, @Nullable Object> ASHA =
            Map.of("name", "asha", "grace_period", 10, "reduction_factor", 2);

    private final String url;

    StudyTest(Databases databases, @TempDir Path folder) {
        this.url = databases.newUrl(folder);
    }

    private Database database() {
        return Database.of(url);
    }

    private static StudyPlan plan(int trials) {
        return new StudyPlan("cartpole", Map.of("meta", Map.of("max_session", 1)), SPACE, "tpe", ASHA, 3, trials);
    }

    @Test
    void aTrialIsClaimedReportedAndEnded() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(2));
            Claim claim = study.claim("a").orElseThrow();
            assertThat(claim.number()).isZero();
            assertThat(claim.attempt()).isEqualTo(1);
            assertThat(claim.values()).containsOnlyKeys("agent.algorithm.gamma", "agent.net.hid_layers");
            assertThat(study.folder(claim, "t0")).isTrue();
            assertThat(study.report(claim, 10, 1.5)).isTrue();
            assertThat(study.report(claim, 20, Double.NaN)).isTrue();
            assertThat(study.end(claim, TrialState.DONE, 2.5, Map.of("strength", Double.NaN), null))
                    .isTrue();
            TrialRow row = study.trials().getFirst();
            assertThat(row.state()).isEqualTo(TrialState.DONE);
            assertThat(row.point()).containsExactly(claim.point());
            assertThat(row.values()).isEqualTo(claim.values());
            assertThat(row.scores()).isEqualTo(Map.of(10L, 1.5, 20L, Double.NaN));
            assertThat(row.score()).isEqualTo(2.5);
            assertThat(row.metrics()).isEqualTo(Map.of("strength", Double.NaN));
            assertThat(row.folder()).isEqualTo("t0");
            assertThat(row.worker()).isEqualTo("a");
            assertThat(row.ended()).isAfterOrEqualTo(row.begun());
            assertThat(study.standing().best().orElseThrow().number()).isZero();
            assertThat(study.isOver()).isFalse();
        }
    }

    @Test
    void allTrialsAreClaimedOnceAndThenNone() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(3));
            assertThat(List.of(claim(study), claim(study), claim(study))).containsExactly(0, 1, 2);
            assertThat(study.claim("a")).isEmpty();
            assertThat(study.isOver()).isFalse();
        }
    }

    private static int claim(Study study) {
        return study.claim("a").orElseThrow().number();
    }

    @Test
    void aStudyIsFoundAgainAndExtended() {
        try (Database database = database()) {
            Claim first = Study.create(database, plan(1)).claim("a").orElseThrow();
            assertThat(Study.create(database, plan(1)).claim("a")).isEmpty();
            Study longer = Study.create(database, plan(2));
            assertThat(longer.plan().trials()).isEqualTo(2);
            assertThat(longer.plan()).isEqualTo(plan(2));
            assertThat(longer.claim("a").orElseThrow().number()).isEqualTo(1);
            assertThat(Study.create(database, plan(1)).plan().trials()).isEqualTo(2);
            assertThat(Study.open(database, "cartpole").trials().getFirst().point())
                    .containsExactly(first.point());
            assertThat(Study.all(database)).hasSize(1);
        }
    }

    @Test
    void anotherPlanOfTheSameNameIsRefused() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(1));
            SearchSpace other = new SearchSpace(SPACE.parameters().subList(0, 1));
            StudyPlan plan = study.plan();
            assertThatThrownBy(() -> Study.create(
                            database,
                            new StudyPlan(plan.name(), plan.spec(), other, "random", plan.pruner(), plan.seed(), 1)))
                    .isInstanceOf(SpecException.class)
                    .hasMessageContaining("study cartpole is already in")
                    .hasMessageContaining("with another space and another sampler");
            assertThatThrownBy(() -> Study.open(database, "pendulum"))
                    .isInstanceOf(SpecException.class)
                    .hasMessageContaining("which has cartpole");
        }
    }

    @Test
    void aWrongPlanIsRefusedWithAllItsProblems() {
        try (Database database = database()) {
            StudyPlan plan = new StudyPlan("x", Map.of(), SPACE, "cma-es", Map.of("name", "asha", "grace", 1), 0, 0);
            assertThatThrownBy(() -> Study.create(database, plan))
                    .isInstanceOf(SpecException.class)
                    .hasMessageContaining("agent.net.hid_layers is a choice; use tpe")
                    .hasMessageContaining("unknown key; did you mean grace_period?")
                    .hasMessageContaining("needs at least 1");
        }
    }

    @Test
    void aLostWorkersTrialComesFirstAndCannotBeOverwritten() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(3)).lostAfter(Duration.ZERO.minusSeconds(1));
            Claim lost = study.claim("a").orElseThrow();
            assertThat(study.folder(lost, "t0")).isTrue();
            Claim taken = study.claim("b").orElseThrow();
            assertThat(taken.number()).isZero();
            assertThat(taken.attempt()).isEqualTo(2);
            assertThat(taken.folder()).isEqualTo("t0");
            assertThat(taken.point()).containsExactly(lost.point());
            assertThat(study.beat(lost)).isFalse();
            assertThat(study.report(lost, 10, 1)).isFalse();
            assertThat(study.end(lost, TrialState.FAILED, Double.NaN, Map.of(), "late"))
                    .isFalse();
            assertThat(study.report(taken, 20, 2)).isTrue();
            assertThat(study.end(taken, TrialState.DONE, 2, Map.of(), null)).isTrue();
            assertThat(study.end(taken, TrialState.DONE, 2, Map.of(), null)).isTrue(); // an answer that was lost
            assertThat(study.trials()).hasSize(1).allMatch(row -> row.error() == null && row.attempt() == 2);
        }
    }

    @Test
    void aTrialThatIsGivenBackIsContinuedAtOnce() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(2));
            Claim given = study.claim("a").orElseThrow();
            assertThat(study.trial(0).held()).isTrue();
            assertThat(study.giveBack(given)).isTrue();
            assertThat(study.trial(0).held()).isFalse();
            assertThat(study.beat(given)).isFalse();
            assertThat(study.claim("b").orElseThrow().number()).isZero();
            study.bury("b");
            assertThat(study.claim("c").orElseThrow().attempt()).isEqualTo(3);
        }
    }

    @Test
    void aTrialThatLosesEveryWorkerFails() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(1)).lostAfter(Duration.ZERO.minusSeconds(1));
            for (int i = 0; i <= Claims.MOST_LOST; i++) {
                assertThat(study.claim("a").orElseThrow().attempt()).isEqualTo(i + 1);
            }
            assertThat(study.claim("a")).isEmpty();
            assertThat(study.trials().getFirst().state()).isEqualTo(TrialState.FAILED);
            assertThat(study.trials().getFirst().error()).startsWith("6 workers were lost while they ran it");
            assertThat(study.isOver()).isTrue();
        }
    }

    /// Reports of the same frame are no progress; those of a later one are.
    @Test
    void aTrialThatKillsItsWorkersAtTheSameFrameFails() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(2)).lostAfter(Duration.ZERO.minusSeconds(1));
            for (int i = 0; i <= Claims.MOST_LOST; i++) {
                Claim claim = study.claim("a").orElseThrow();
                assertThat(claim.number()).isZero();
                assertThat(study.report(claim, 10, 1)).isTrue();
            }
            for (int i = 0; i <= 2 * Claims.MOST_LOST; i++) {
                Claim claim = study.claim("a").orElseThrow();
                assertThat(claim.number()).isEqualTo(1);
                assertThat(study.report(claim, 10 + i, 1)).isTrue();
            }
            assertThat(study.trials())
                    .extracting(TrialRow::state)
                    .containsExactly(TrialState.FAILED, TrialState.RUNNING);
        }
    }

    @Test
    void aReportRenewsTheLease() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(2));
            Claim claim = study.claim("a").orElseThrow();
            database.transact(connection -> Sql.update(connection, "UPDATE slm_trial SET lease = 1"));
            assertThat(study.trial(0).held()).isFalse();
            assertThat(study.report(claim, 10, 1)).isTrue();
            assertThat(study.trial(0).held()).isTrue();
            assertThat(study.claim("b").orElseThrow().number()).isEqualTo(1);
        }
    }

    @Test
    void ofSeveralLostTrialsTheFirstComesFirst() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(3));
            assertThat(List.of(claim(study), claim(study))).containsExactly(0, 1);
            database.transact(connection -> Sql.update(connection, "UPDATE slm_trial SET lease = 1"));
            assertThat(List.of(claim(study), claim(study), claim(study))).containsExactly(0, 1, 2);
        }
    }

    @Test
    void givingBackIsNotLosing() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(1));
            for (int i = 0; i <= 2 * Claims.MOST_LOST; i++) {
                assertThat(study.giveBack(study.claim("a").orElseThrow())).isTrue();
            }
            assertThat(study.trial(0).state()).isEqualTo(TrialState.RUNNING);
            assertThat(study.claim("a")).isPresent();
        }
    }

    @Test
    void buryingAWorkerLeavesOtherWorkersAndStudiesAlone() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(2));
            StudyPlan same = plan(1);
            Study other = Study.create(
                    database,
                    new StudyPlan("other", same.spec(), SPACE, same.sampler(), same.pruner(), same.seed(), 1));
            Claim mine = study.claim("a").orElseThrow();
            Claim theirs = study.claim("b").orElseThrow();
            Claim elsewhere = other.claim("a").orElseThrow();
            study.bury("a");
            assertThat(study.beat(mine)).isFalse();
            assertThat(study.beat(theirs)).isTrue();
            assertThat(other.beat(elsewhere)).isTrue();
            assertThat(other.trial(0).held()).isTrue();
        }
    }

    /// A grid keeps the values that it began with; trials beyond its last combination try it again from the first.
    @Test
    void anExtendedGridKeepsItsValues() {
        try (Database database = database()) {
            StudyPlan four = plan(6);
            StudyPlan grid = new StudyPlan("grid", four.spec(), SPACE, "grid", Map.of("name", "none"), 1, 6);
            List<Map<String, @Nullable Object>> values = new ArrayList<>();
            for (int trials : new int[] {6, 12}) {
                Study study = Study.create(database, grid.withTrials(trials));
                while (values.size() < trials) {
                    values.add(study.claim("a").orElseThrow().values());
                }
            }
            assertThat(values.subList(0, 6)).doesNotHaveDuplicates(); // two of the range, three options
            assertThat(values.subList(6, 12)).isEqualTo(values.subList(0, 6));
        }
    }

    @Test
    void aPrunerSeesTheReportsOfOtherProcesses() {
        try (Database database = database();
                Database other = database()) {
            Study here = Study.create(database, plan(3));
            Study there = Study.open(other, "cartpole");
            Claim good = here.claim("a").orElseThrow();
            Claim bad = there.claim("b").orElseThrow();
            assertThat(there.report(bad, 10, 1)).isTrue();
            assertThat(there.isPruned(bad)).isFalse(); // the first to come
            assertThat(here.report(good, 10, 2)).isTrue();
            assertThat(here.isPruned(good)).isFalse();
            assertThat(there.report(bad, 20, 1)).isTrue();
            assertThat(there.isPruned(bad)).isFalse(); // alone at its rung
            assertThat(here.report(good, 20, 3)).isTrue();
            assertThat(here.isPruned(good)).isFalse();
            Claim late = there.claim("b").orElseThrow();
            assertThat(there.report(late, 10, 1.5)).isTrue();
            assertThat(there.isPruned(late)).isTrue(); // 1 is the best half of 3 at 10, and 2 is better
        }
    }

    @Test
    void reportsThatALostWorkerMadeLaterAreForgotten() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(1)).lostAfter(Duration.ZERO.minusSeconds(1));
            Claim lost = study.claim("a").orElseThrow();
            assertThat(study.report(lost, 10, 1)).isTrue();
            assertThat(study.report(lost, 20, 2)).isTrue();
            assertThat(study.report(lost, 30, 3)).isTrue();
            Claim taken = study.claim("b").orElseThrow();
            assertThat(study.report(taken, 20, 2)).isTrue();
            assertThat(study.trials().getFirst().scores()).isEqualTo(Map.of(10L, 1.0, 20L, 2.0));
        }
    }

    @Test
    void aNewerDatabaseIsRefused() {
        try (Database database = database()) {
            database.transact(connection -> Sql.update(connection, "UPDATE slm_schema SET version = 99"));
        }
        assertThatThrownBy(this::database).isInstanceOf(SpecException.class).hasMessageContaining("update this one");
    }

    @Test
    void whatWasTrainedAgainIsKept() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(1));
            Claim claim = study.claim("a").orElseThrow();
            assertThat(study.end(claim, TrialState.DONE, 5, Map.of(), null)).isTrue();
            Confirmation again = new Confirmation(0, 1_000_003, List.of(0.1, 4.0), null);
            study.confirm(again);
            study.confirm(new Confirmation(0, 9, List.of(), "a second answer changes nothing"));
            assertThat(Study.open(database, "cartpole").standing().confirmations())
                    .containsExactly(again);
        }
    }

    @Test
    void theBestIsTheFirstOfTheHighestThatRanToTheirEnd() {
        try (Database database = database()) {
            Study study = Study.create(database, plan(4));
            assertThat(study.standing().best()).isEqualTo(Optional.empty());
            double[] scores = {1, 3, 3, 9};
            for (double score : scores) {
                TrialState state = score > 5 ? TrialState.PRUNED : TrialState.DONE;
                assertThat(study.end(study.claim("a").orElseThrow(), state, score, Map.of(), null))
                        .isTrue();
            }
            assertThat(study.standing().best().orElseThrow().number()).isEqualTo(1);
            assertThat(study.isOver()).isTrue();
        }
    }
}

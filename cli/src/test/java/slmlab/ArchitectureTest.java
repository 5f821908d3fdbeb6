package slmlab;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The arrows of ARCHITECTURE.md: which package may know which.
///
/// A package that does not exist yet passes. A new package fails until it has a row here.
class ArchitectureTest {

    /// One row of the map. A pattern that ends in `..` covers the packages below it too.
    record Row(String pattern, String... mayKnow) {

        boolean covers(JavaClass type) {
            return resideInAPackage(pattern).test(type);
        }

        @Override
        public String toString() {
            return pattern + " → " + (mayKnow.length == 0 ? "–" : String.join(", ", mayKnow));
        }
    }

    private static final String SHARED = "slmlab"; // all may know it
    private static final String TENSOR = "slmlab.tensor..";
    private static final String PLAY = "slmlab.play..";
    private static final String FILE = "slmlab.file..";
    private static final String SPEC_TEXT = "slmlab.spec.text..";
    private static final String SPEC_UPSTREAM = "slmlab.spec.upstream..";
    private static final String SPEC_KEY = "slmlab.spec.key..";
    private static final String SPEC = "slmlab.spec";
    private static final String ALL_SPEC = "slmlab.spec..";
    private static final String RENDER = "slmlab.env.render..";
    private static final String ENV = "slmlab.env";
    private static final String PHYSICS = "slmlab.env.physics..";
    private static final String CLASSIC = "slmlab.env.classic..";
    private static final String TOYTEXT = "slmlab.env.toytext..";
    private static final String BOX2D = "slmlab.env.box2d..";
    private static final String PROBE_ENVS = "slmlab.env.probe..";
    private static final String WRAPPER = "slmlab.env.wrapper..";
    private static final String CHECK = "slmlab.env.check..";
    private static final String KEYBOARD = "slmlab.env.play..";
    private static final String PYTHON = "slmlab.env.python..";
    private static final String AGENT = "slmlab.agent";
    private static final String POLICY = "slmlab.agent.policy..";
    private static final String NET = "slmlab.agent.net..";
    private static final String MEMORY = "slmlab.agent.memory..";
    private static final String PART = "slmlab.agent.part..";
    private static final String FACTS = "slmlab.agent.facts..";
    private static final String ALGORITHM = "slmlab.agent.algorithm..";
    private static final String ALL_AGENT = "slmlab.agent..";
    private static final String PLAN = "slmlab.experiment.plan..";
    private static final String STATE = "slmlab.experiment.state..";
    private static final String PROFILE = "slmlab.experiment.profile..";
    private static final String RECORD = "slmlab.experiment.record..";
    private static final String EXPERIMENT = "slmlab.experiment";
    private static final String STATS = "slmlab.stats..";
    private static final String RUN = "slmlab.run..";
    private static final String METRIC = "slmlab.metric..";
    private static final String CHART = "slmlab.chart..";
    private static final String REPORT = "slmlab.report..";
    private static final String COMPARE = "slmlab.compare..";
    private static final String TRACK = "slmlab.track..";
    private static final String REFERENCE = "slmlab.reference..";
    private static final String BENCHMARK = "slmlab.benchmark..";
    private static final String DESIGN = "slmlab.design";
    private static final String MDP = "slmlab.design.mdp..";
    private static final String VALIDATE = "slmlab.design.validate..";
    private static final String SELECT = "slmlab.design.select..";
    private static final String PROBE = "slmlab.design.probe..";
    private static final String SIZE = "slmlab.design.size..";
    private static final String SURFACE = "slmlab.surface..";
    private static final String JUDGE = "slmlab.judge";
    private static final String EXPLAIN = "slmlab.judge.explain..";
    private static final String ROBUST = "slmlab.judge.robust..";
    private static final String DIAGNOSE = "slmlab.judge.diagnose..";
    private static final String DOSSIER = "slmlab.judge.dossier..";
    private static final String SEARCH = "slmlab.search";
    private static final String STUDY = "slmlab.search.study..";
    private static final String TRIAL = "slmlab.search.trial..";
    private static final String PBT = "slmlab.search.pbt..";
    private static final String STUDY_PLOT = "slmlab.search.plot..";
    private static final String SKILL = "slmlab.skill..";
    private static final String FLOW = "slmlab.flow..";
    private static final String REMOTE = "slmlab.remote..";
    private static final String HUB = "slmlab.hub..";
    private static final String BOARD = "slmlab.board..";
    private static final String SERVE = "slmlab.serve..";
    private static final String CLI = "slmlab.cli..";

    private static final List<Row> MAP = List.of(
            new Row(SHARED),
            new Row(TENSOR),
            new Row(PLAY, TENSOR), // small enough for a game server
            new Row(FILE),
            new Row(SPEC_TEXT, FILE),
            new Row(SPEC_UPSTREAM),
            new Row(SPEC_KEY, SPEC_UPSTREAM, SPEC_TEXT),
            new Row(SPEC, SPEC_KEY, SPEC_UPSTREAM, SPEC_TEXT, FILE),
            new Row(RENDER, FILE),
            new Row(PHYSICS), // an env owns its engine; the engine knows no env
            new Row(ENV, RENDER, TENSOR, ALL_SPEC),
            new Row(CLASSIC, ENV, RENDER, TENSOR), // no family knows another
            new Row(TOYTEXT, ENV, RENDER, TENSOR),
            new Row(BOX2D, ENV, RENDER, TENSOR),
            new Row(PROBE_ENVS, ENV, RENDER, TENSOR),
            new Row(WRAPPER, ENV, RENDER, TENSOR, ALL_SPEC),
            new Row(CHECK, WRAPPER, ENV, RENDER, TENSOR), // images are part of the contract
            new Row(KEYBOARD, WRAPPER, ENV, RENDER, TENSOR),
            new Row(PYTHON),
            new Row(AGENT, METRIC, ENV, TENSOR, ALL_SPEC), // a metric has one name from program to page
            new Row(NET, AGENT, ENV, TENSOR, ALL_SPEC),
            new Row(POLICY, NET, AGENT, ENV, TENSOR, ALL_SPEC), // a policy stands on the tails of a net
            new Row(MEMORY, AGENT, ENV, TENSOR, ALL_SPEC),
            new Row(PART, NET, MEMORY, POLICY, AGENT, METRIC, ENV, TENSOR, ALL_SPEC),
            new Row(FACTS, PART, MEMORY, AGENT, ALL_SPEC), // what algorithms say about themselves; none of them by name
            new Row(ALGORITHM, FACTS, PART, NET, MEMORY, POLICY, AGENT, METRIC, ENV, TENSOR, ALL_SPEC),
            new Row(STATS),
            new Row(CHART, FILE),
            new Row(RUN, ALL_SPEC, FILE),
            new Row(METRIC, RUN, CHART, FILE), // nothing that trains; a metric is written as a chart writes numbers
            new Row(REPORT, METRIC, CHART, RUN, STATS, FILE),
            new Row(COMPARE, REPORT, METRIC, CHART, RUN, STATS, ALL_SPEC, FILE),
            new Row(TRACK, METRIC, RUN, FILE),
            new Row(BENCHMARK, COMPARE, METRIC, RUN, STATS, FILE),
            new Row(DIAGNOSE, METRIC, RUN, FILE),
            new Row(SURFACE, PLAY, TOYTEXT, ENV, TENSOR),
            new Row(PLAN, ALGORITHM, FACTS, PART, NET, MEMORY, AGENT, WRAPPER, ENV, TENSOR, ALL_SPEC),
            new Row(STATE, RUN, WRAPPER, TENSOR, FILE),
            new Row(PROFILE),
            new Row(RECORD, PLAN, METRIC, RUN, AGENT, WRAPPER, ENV, TENSOR, ALL_SPEC),
            new Row(
                    EXPERIMENT,
                    RECORD,
                    PROFILE,
                    PLAN,
                    STATE,
                    TRACK,
                    REPORT,
                    METRIC,
                    CHART,
                    RUN,
                    ALL_AGENT,
                    WRAPPER,
                    ENV,
                    PYTHON,
                    TENSOR,
                    ALL_SPEC,
                    FILE),
            new Row(REFERENCE, PLAN, ALL_AGENT, WRAPPER, ENV, TENSOR, ALL_SPEC),
            new Row(DESIGN, RUN, ALL_SPEC, FILE), // nothing that trains
            new Row(MDP),
            new Row(VALIDATE, DESIGN, MDP, ALL_AGENT, RUN, ALL_SPEC, FILE),
            new Row(SELECT, DESIGN, ALGORITHM, FACTS, ALL_SPEC),
            new Row(PROBE, DESIGN, WRAPPER, ENV, TENSOR),
            new Row(SIZE, DESIGN, MEMORY, ENV),
            new Row(JUDGE, EXPERIMENT, RECORD, AGENT, WRAPPER, ENV, METRIC, STATS, TENSOR),
            new Row(
                    EXPLAIN,
                    JUDGE,
                    EXPERIMENT,
                    RECORD,
                    PLAN,
                    AGENT,
                    PART,
                    WRAPPER,
                    ENV,
                    METRIC,
                    REPORT,
                    CHART,
                    RUN,
                    FILE,
                    ALL_SPEC,
                    TENSOR),
            new Row(
                    ROBUST,
                    JUDGE,
                    EXPERIMENT,
                    RECORD,
                    PLAN,
                    AGENT,
                    PART,
                    WRAPPER,
                    ENV,
                    REPORT,
                    CHART,
                    RUN,
                    FILE,
                    ALL_SPEC,
                    TENSOR),
            new Row(
                    DOSSIER,
                    JUDGE,
                    EXPLAIN,
                    ROBUST,
                    DIAGNOSE,
                    EXPERIMENT,
                    RECORD,
                    REPORT,
                    COMPARE,
                    METRIC,
                    CHART,
                    RUN,
                    FILE),
            new Row(SEARCH, TENSOR, ALL_SPEC),
            new Row(STUDY, SEARCH, TENSOR, ALL_SPEC), // it knows nothing of training
            new Row(STUDY_PLOT, STUDY, SEARCH, CHART, RUN, FILE),
            new Row(
                    TRIAL,
                    STUDY,
                    SEARCH,
                    EXPERIMENT,
                    RECORD,
                    PLAN,
                    STATE,
                    COMPARE,
                    REPORT,
                    METRIC,
                    CHART,
                    RUN,
                    ENV,
                    ALL_SPEC,
                    FILE),
            new Row(
                    PBT,
                    TRIAL,
                    SEARCH,
                    EXPERIMENT,
                    RECORD,
                    PLAN,
                    STATE,
                    METRIC,
                    CHART,
                    RUN,
                    TENSOR,
                    ALL_SPEC,
                    FILE,
                    REPORT),
            new Row(SKILL, SPEC_TEXT, FILE), // nothing of what its texts are about
            new Row(FLOW, SKILL, REFERENCE, DESIGN, VALIDATE, NET, ENV, ALL_SPEC, FILE),
            new Row(HUB, RUN, ALL_SPEC, FILE), // run folders, whatever trained them
            new Row(REMOTE, HUB, RUN, ALL_SPEC, FILE),
            new Row(
                    BOARD,
                    REMOTE,
                    FLOW,
                    SKILL,
                    DIAGNOSE,
                    STUDY_PLOT,
                    TRIAL,
                    STUDY,
                    EXPERIMENT,
                    RECORD,
                    PLAN,
                    COMPARE,
                    REPORT,
                    METRIC,
                    CHART,
                    RUN,
                    STATS,
                    WRAPPER,
                    ENV,
                    TENSOR,
                    ALL_SPEC,
                    FILE), // what it shows of agents
            new Row(SERVE, PLAY, TENSOR, FILE), // nothing that trains
            new Row(CLI, "slmlab.."));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar")) // fixtures of other modules
            .importPackages("slmlab");

    @ParameterizedTest
    @FieldSource("MAP")
    void arrowsPointOneWay(Row row) {
        String[] allowed = Stream.concat(Stream.of(row.pattern, SHARED), Stream.of(row.mayKnow))
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(row.pattern)
                .should()
                .dependOnClassesThat(resideInAPackage("slmlab..").and(not(resideInAnyPackage(allowed))))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void everyPackageIsOnTheMap() {
        Set<String> strangers = Set.copyOf(CLASSES.stream()
                .filter(type -> MAP.stream().noneMatch(row -> row.covers(type)))
                .map(JavaClass::getPackageName)
                .toList());
        assertThat(strangers).isEmpty();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().assignedFrom(new Rows()).should().beFreeOfCycles().check(CLASSES);
    }

    /// Each row is one slice: the engine and its `internal` are one thing seen from outside.
    private static final class Rows implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return MAP.stream()
                    .filter(row -> row.covers(type))
                    .findFirst()
                    .map(row -> SliceIdentifier.of(row.pattern))
                    .orElse(SliceIdentifier.ignore());
        }

        @Override
        public String getDescription() {
            return "rows of the map";
        }
    }

    @Test
    void onlyTheVectorKernelsTouchTheIncubatingApi() {
        noClasses()
                .that()
                .resideOutsideOfPackage("slmlab.tensor.internal.vector..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void theEnginesInsideStaysInside() {
        noClasses()
                .that()
                .resideOutsideOfPackage(TENSOR)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("slmlab.tensor.internal..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }
}

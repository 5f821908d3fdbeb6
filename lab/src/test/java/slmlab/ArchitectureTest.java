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

    private static final String TENSOR = "slmlab.tensor..";
    private static final String FILE = "slmlab.file..";
    private static final String SPEC = "slmlab.spec..";
    private static final String PICTURE = "slmlab.env.picture..";
    private static final String ENV = "slmlab.env";
    private static final String CLASSIC = "slmlab.env.classic..";
    private static final String TOYTEXT = "slmlab.env.toytext..";
    private static final String BOX2D = "slmlab.env.box2d..";
    private static final String PROBE = "slmlab.env.probe..";
    private static final String WRAPPER = "slmlab.env.wrapper..";
    private static final String CHECK = "slmlab.env.check..";
    private static final String PLAY = "slmlab.env.play..";
    private static final String PYTHON = "slmlab.env.python..";
    private static final String AGENT = "slmlab.agent";
    private static final String POLICY = "slmlab.agent.policy..";
    private static final String NET = "slmlab.agent.net..";
    private static final String MEMORY = "slmlab.agent.memory..";
    private static final String PART = "slmlab.agent.part..";
    private static final String ALGORITHM = "slmlab.agent.algorithm..";
    private static final String PLAN = "slmlab.experiment.plan..";
    private static final String STATE = "slmlab.experiment.state..";
    private static final String PROFILE = "slmlab.experiment.profile..";
    private static final String EXPERIMENT = "slmlab.experiment";
    private static final String REPORT = "slmlab.report..";
    private static final String STATS = "slmlab.stats..";
    private static final String TRACK = "slmlab.track..";
    private static final String REFERENCE = "slmlab.reference..";
    private static final String BOARD = "slmlab.board..";
    private static final String BENCHMARK = "slmlab.benchmark..";
    private static final String DIAGNOSE = "slmlab.judge.diagnose..";
    private static final String DESIGN = "slmlab.design..";
    private static final String SURFACE = "slmlab.surface..";
    private static final String JUDGE = "slmlab.judge";
    private static final String DOSSIER = "slmlab.judge.dossier..";
    private static final String PLAYER = "slmlab.play..";
    private static final String SEARCH = "slmlab.search";
    private static final String STUDY = "slmlab.search.study..";
    private static final String TRIAL = "slmlab.search.trial..";
    private static final String PBT = "slmlab.search.pbt..";
    private static final String STUDY_PICTURE = "slmlab.search.picture..";
    private static final String CLI = "slmlab.cli..";

    private static final List<Row> MAP = List.of(
            new Row(TENSOR),
            new Row(PLAYER, TENSOR), // small enough for a game server
            new Row(FILE),
            new Row(SPEC, FILE),
            new Row(PICTURE, FILE),
            new Row(ENV, PICTURE, TENSOR, SPEC),
            new Row(CLASSIC, ENV, PICTURE, TENSOR), // no family knows another
            new Row(TOYTEXT, ENV, PICTURE, TENSOR),
            new Row(BOX2D, ENV, PICTURE, TENSOR),
            new Row(PROBE, ENV, PICTURE, TENSOR),
            new Row(WRAPPER, ENV, PICTURE, TENSOR, SPEC),
            new Row(CHECK, WRAPPER, ENV, TENSOR),
            new Row(PLAY, WRAPPER, ENV, PICTURE, TENSOR),
            new Row(PYTHON),
            new Row(AGENT, ENV, TENSOR, SPEC),
            new Row(NET, AGENT, ENV, TENSOR, SPEC),
            new Row(POLICY, NET, AGENT, ENV, TENSOR, SPEC), // a policy stands on the tails of a net
            new Row(MEMORY, AGENT, ENV, TENSOR, SPEC),
            new Row(PART, NET, MEMORY, POLICY, AGENT, ENV, TENSOR, SPEC),
            new Row(ALGORITHM, PART, NET, MEMORY, POLICY, AGENT, ENV, TENSOR, SPEC),
            new Row(SEARCH, TENSOR, SPEC),
            new Row(STUDY, SEARCH, TENSOR, SPEC), // it knows nothing of training
            new Row(STATS),
            new Row(REPORT, STATS, SPEC, FILE),
            new Row(TRACK, REPORT, FILE),
            new Row(BENCHMARK, REPORT, STATS),
            new Row(DIAGNOSE, REPORT),
            new Row(SURFACE, PLAYER, TOYTEXT, ENV, TENSOR),
            new Row(PLAN, ALGORITHM, PART, NET, MEMORY, AGENT, WRAPPER, ENV, TENSOR, SPEC),
            new Row(STATE, REPORT, WRAPPER, TENSOR, FILE),
            new Row(PROFILE),
            new Row(
                    EXPERIMENT,
                    PROFILE,
                    PLAN,
                    STATE,
                    TRACK,
                    REPORT,
                    "slmlab.agent..",
                    WRAPPER,
                    ENV,
                    TENSOR,
                    SPEC,
                    FILE),
            new Row(STUDY_PICTURE, STUDY, SEARCH, REPORT, FILE),
            new Row(TRIAL, STUDY, SEARCH, EXPERIMENT, PLAN, STATE, REPORT, ENV, SPEC),
            new Row(PBT, TRIAL, SEARCH, EXPERIMENT, PLAN, STATE, REPORT, TENSOR, SPEC),
            new Row(REFERENCE, PLAN, "slmlab.agent..", WRAPPER, ENV, TENSOR, SPEC),
            new Row(
                    BOARD,
                    DIAGNOSE,
                    STUDY_PICTURE,
                    TRIAL,
                    STUDY,
                    EXPERIMENT,
                    PLAN,
                    REPORT,
                    STATS,
                    WRAPPER,
                    ENV,
                    TENSOR,
                    SPEC,
                    FILE), // what it shows of agents
            new Row(DESIGN, "slmlab.agent..", CHECK, WRAPPER, ENV, TENSOR, REPORT, SPEC, FILE), // nothing that trains
            new Row(JUDGE, EXPERIMENT, PLAN, AGENT, PART, WRAPPER, ENV, REPORT, SPEC, TENSOR),
            new Row(DOSSIER, JUDGE, DIAGNOSE, EXPERIMENT, REPORT),
            new Row(
                    CLI,
                    STUDY_PICTURE,
                    SEARCH,
                    STUDY,
                    PBT,
                    TRIAL,
                    BOARD,
                    BENCHMARK,
                    DIAGNOSE,
                    DESIGN,
                    SURFACE,
                    JUDGE,
                    DOSSIER,
                    REFERENCE,
                    "slmlab.experiment..",
                    TRACK,
                    PLAYER,
                    REPORT,
                    STATS,
                    "slmlab.agent..",
                    "slmlab.env..",
                    SPEC,
                    FILE));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("slmlab");

    @ParameterizedTest
    @FieldSource("MAP")
    void arrowsPointOneWay(Row row) {
        String[] allowed =
                Stream.concat(Stream.of(row.pattern), Stream.of(row.mayKnow)).toArray(String[]::new);
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

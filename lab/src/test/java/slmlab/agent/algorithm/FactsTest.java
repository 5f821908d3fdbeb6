package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.AlgorithmShape;
import slmlab.agent.facts.Recommendation;
import slmlab.agent.facts.Trait;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// What algorithms say about themselves holds, and nobody else says it.
class FactsTest {
    /// Files outside `agent` that may name an algorithm by its name in a spec, and why.
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "NewCommand.java", "the default of an option stands in an annotation",
            "Adversary.java", "it writes the spec of the adversary",
            "ForeignSpec.java", "it writes the spec of a policy of another library",
            "WeightNames.java", "it maps the classes of other libraries to ours",
            "Playing.java", "it writes the spec of a benchmark");

    private static final Path ROOT = root();

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("docs")) ? here : Objects.requireNonNull(here.getParent());
    }

    static List<AlgorithmFacts<?>> facts() {
        return Algorithms.allFacts();
    }

    @ParameterizedTest
    @MethodSource("facts")
    void itsSpecsAreShippedAndOfThisAlgorithm(AlgorithmFacts<?> facts) {
        List<String> specs = new ArrayList<>(List.of(facts.firstSpec(), facts.workersSpec()));
        facts.recommendations().stream()
                .flatMap(each -> each.starts().stream())
                .map(Recommendation.Start::spec)
                .forEach(specs::add);
        specs.stream().filter(spec -> !spec.isEmpty()).forEach(spec -> {
            String[] words = spec.split(" ", -1);
            Plan plan = Plan.read(SpecFile.read(ROOT.resolve(words[0]), Map.of()), words[1]);
            assertThat(plan.algorithm().name()).as(spec).isEqualTo(facts.name());
        });
    }

    @ParameterizedTest
    @MethodSource("facts")
    void itsShapeAgreesWithItsTraits(AlgorithmFacts<?> facts) {
        AlgorithmShape shape = facts.shapeOf(facts.defaults());
        assertThat(shape.actors() > 0).isEqualTo(facts.learns());
        assertThat(shape.horizon() > 0).isEqualTo(facts.has(Trait.ROLLOUT));
        assertThat(shape.stepReturns() > 0).isEqualTo(facts.has(Trait.REPLAY));
        assertThat(shape.critics() > 0).isEqualTo(facts.has(Trait.CRITIC));
        assertThat(shape.targetActors() + shape.targetCritics() > 0).isEqualTo(facts.has(Trait.TARGETS));
        assertThat(shape.imitates()).isEqualTo(facts.has(Trait.IMITATION));
    }

    @Test
    void noTwoAlgorithmsHaveAName() {
        Set<String> names = new HashSet<>();
        facts().forEach(facts -> Stream.concat(Stream.of(facts.name()), facts.aliases().stream())
                .forEach(name -> assertThat(names.add(name)).as(name).isTrue()));
    }

    @Test
    void anAliasIsUnderstoodAndAnUnknownNameGetsASuggestion() {
        assertThat(Map.of(
                        "SAC",
                        Algorithms.named("SAC"),
                        "A2C",
                        Algorithms.named("A2C"),
                        "DDQN",
                        Algorithms.named("DDQN")))
                .isEqualTo(Map.of("SAC", "SoftActorCritic", "A2C", "ActorCritic", "DDQN", "DoubleDQN"));
        assertThat(Algorithms.named("PPO")).isEqualTo("PPO");
        assertThatThrownBy(() -> Algorithms.named("PP0"))
                .hasMessageContaining("unknown algorithm 'PP0'; did you mean PPO?");
    }

    @Test
    void aConfigOfAnotherAlgorithmIsRefused() {
        assertThatThrownBy(() ->
                        Algorithms.facts("PPO").shapeOf(Algorithms.facts("DQN").defaults()))
                .hasMessageContaining("PPO with the config of another");
    }

    @Test
    void aRecommendationNeedsAReason() {
        assertThatThrownBy(() -> AlgorithmFacts.of(
                                "X", "nothing", RandomAgent.Config.class, RandomAgent::new, _ -> AlgorithmShape.none())
                        .recommend(Recommendation.of("X")))
                .hasMessage("X is recommended without a reason; add because(…)");
    }

    /// A name in quotation marks outside the algorithms' own files is a fact in the wrong place.
    @Test
    void nobodyElseKnowsAnAlgorithmByName() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Path file : sources()) {
            String text = Files.readString(file);
            boolean isOwn = file.toString().contains("/agent/algorithm/") || text.contains("AlgorithmFacts.of(");
            for (AlgorithmFacts<?> facts : facts()) {
                if (!isOwn && text.contains("\"%s\"".formatted(facts.name()))) {
                    found.put(file.getFileName().toString(), facts.name());
                }
            }
        }
        assertThat(found.keySet()).isEqualTo(new TreeMap<>(EXCEPTIONS).keySet());
    }

    private static List<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.map(each -> each.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(500);
        return all;
    }
}

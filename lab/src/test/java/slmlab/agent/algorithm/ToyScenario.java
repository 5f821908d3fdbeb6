package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import slmlab.design.select.ProblemProfile;
import slmlab.design.select.Selection;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.SpecCheck;
import slmlab.reference.ComponentPage;
import slmlab.reference.KeyExplanation;
import slmlab.reference.NewSpec;
import slmlab.spec.Spec;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Flow;

/// What the lab knows about [ToyAlgorithm] after one call of [Algorithms#register]. [ToyAlgorithmTest] runs it in a
/// class loader of its own, so that no other test sees the toy.
public final class ToyScenario {
    private ToyScenario() {}

    public static void run() {
        Algorithms.register(ToyAlgorithm.FACTS);
        assertListed();
        String text = NewSpec.text("toy.yaml", "Plaything", "CartPole-v1");
        assertNew(text);
        assertChecked(text);
        assertMemoryIsEstimated(text);
        assertSelected();
        assertCompletenessNamesWhatIsMissing();
    }

    private static void assertListed() {
        assertThat(Algorithms.ALL.names()).endsWith("Toy");
        ComponentPage page = ComponentPage.of("Toy").orElseThrow();
        assertThat(page.head())
                .contains("Toy: learns to play (Child et al. 2026)")
                .anySatisfy(line -> assertThat(line).startsWith("Memory   OnPolicyReplay, OnPolicyBatchReplay"));
        assertThat(page.keys()).anySatisfy(row -> assertThat(row).contains("toy_horizon", "steps between updates"));
        assertThat(KeyExplanation.of("toy_color").toString()).contains("toys have any color");
    }

    private static void assertNew(String text) {
        assertThat(text)
                .contains("# Toy on CartPole-v1: learns to play (Child et al. 2026).")
                .contains("name: Toy", "toy_horizon: 16", "num_envs: 3");
    }

    private static void assertChecked(String text) {
        assertThat(notes(text)).isEmpty();
        assertThat(notes(text.replace("name: Toy", "name: Plaything"))).contains("is Plaything, which specs call Toy");
        assertThat(notes(text.replace("toy_horizon: 16", "toy_horizon: 16\n      toy_color: red")))
                .contains("agent.algorithm.toy_color", "has no effect here");
        assertThat(notes(text.replace("OnPolicyBatchReplay", "OnPolicyReplay")
                        .replace("toy_horizon: 16", "toy_horizon: 16\n      playfulness: 0.9")))
                .contains("has no effect: Toy plays after whole episodes");
        assertThat(notes(text.replace("type: MLPNet", "type: MLPNet\n      update_type: polyak")))
                .contains("Toy has no target network");
        assertThat(problems(text.replace("OnPolicyBatchReplay", "Replay")))
                .contains("Toy needs OnPolicyBatchReplay or OnPolicyReplay");
    }

    private static void assertMemoryIsEstimated(String text) {
        assertThat(problems(text)).isEmpty();
        assertThat(problems(text.replace("toy_horizon: 16", "toy_horizon: 2000000000")))
                .contains("agent.algorithm.toy_horizon is too large");
    }

    private static void assertSelected() {
        Selection fits = select("discrete");
        assertThat(fits.ranked())
                .anySatisfy(choice -> assertThat(List.of(choice.name(), choice.reason(), choice.settings()))
                        .containsExactly("Toy", "a fast simulator: more to play with", "toy_horizon of 16"))
                .anySatisfy(choice -> assertThat(choice.command()).hasValue("new first.yaml --algorithm Toy"));
        assertThat(select("continuous").dropped()).contains(new Selection.Dropped("Toy", "needs discrete actions"));
    }

    private static void assertCompletenessNamesWhatIsMissing() {
        assertThat(CompletenessTest.algorithms()).contains("Toy");
        assertThat(CompletenessTest.lacks("Toy", Algorithms.learns("Toy")))
                .hasSize(5)
                .contains("a case in ProbeTest (it learns)", "a row in the table of docs/algorithms.md");
    }

    private static Selection select(String actions) {
        return Selection.of(ProblemProfile.read("toy", Map.of("actions", actions, "steps_per_second", 20_000)));
    }

    private static String notes(String text) {
        Plan plan = Plan.of(spec(text), new Problems());
        return String.join(
                "\n",
                Objects.requireNonNull(plan).notes().stream()
                        .map(Object::toString)
                        .toList());
    }

    private static String problems(String text) {
        Problems problems = new Problems();
        SpecCheck.check(spec(text), 1, problems);
        return String.join(
                "\n",
                problems.list().stream()
                        .map(problem -> problem.path() + " " + problem.message())
                        .toList());
    }

    @SuppressWarnings("unchecked") // the reader makes mappings with strings as keys
    private static Spec spec(String text) {
        Map<String, Map<String, ?>> specs = (Map<String, Map<String, ?>>) Objects.requireNonNull(Flow.read(text));
        Map.Entry<String, Map<String, ?>> only = specs.entrySet().iterator().next();
        return Spec.read(only.getKey(), only.getValue(), Path.of(""), new Problems());
    }
}

package slmlab.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import slmlab.agent.net.RecurrentBody;
import slmlab.experiment.TinySpecs;
import slmlab.spec.SearchKey;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;
import tools.jackson.databind.json.JsonMapper;

/// The kinds of specs that SLM-Lab runs although they say things without effect: each passes, and is told.
class UpstreamClassesTest {
    private static final Map<String, Object> ADAM = Map.of("name", "Adam", "lr", 0.01);
    private static final List<Double> RATES = List.of(0.001, 0.1);

    /// A tiny spec with other values, by paths with dots.
    private static SpecFile spec(String name, Map<String, @Nullable Object> values) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (JsonMapper.shared().readValue(TinySpecs.text(name, "", ""), Object.class) instanceof Map<?, ?> read) {
            read.forEach((key, value) -> all.put(String.valueOf(key), value));
        }
        return SpecFile.of("tiny.json", all).with(values);
    }

    private static SearchCheck search(String name, Map<String, @Nullable Object> values, Map<String, ?> search) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(values);
        all.put("search", search);
        SpecFile file = spec(name, all);
        Problems problems = new Problems();
        Plan plan = Plan.of(file.spec(name, problems), problems);
        assertThat(problems.list()).isEmpty();
        SearchCheck check = SearchCheck.of(file, name, Objects.requireNonNull(plan), problems);
        assertThat(problems.list()).isEmpty();
        return check;
    }

    private static List<String> notes(SpecFile file, String name) {
        SpecCheck check = SpecCheck.of(file, name, 1);
        assertThat(check.problems()).isEmpty();
        return check.warnings().stream()
                .map(note -> note.path() + " " + note.message())
                .toList();
    }

    @Test
    void aCriticsRateIsNotSearchedBesideShared() {
        Map<String, @Nullable Object> shared = new LinkedHashMap<>();
        shared.put("agent.net.shared", true);
        shared.put("agent.net.actor_optim_spec", ADAM);
        shared.put("agent.net.critic_optim_spec", ADAM);
        Map<String, ?> rates = Map.of(
                "agent.net.critic_optim_spec.lr__uniform", RATES, "agent.net.actor_optim_spec.lr__uniform", RATES);
        SearchCheck check = search("a2c", shared, rates);
        assertThat(check.keys()).extracting(SearchKey::path).containsExactly("agent.net.actor_optim_spec.lr");
        assertThat(check.unused()).containsOnlyKeys("agent.net.critic_optim_spec.lr");

        shared.put("search", rates);
        assertThat(notes(spec("a2c", shared), "a2c"))
                .contains(
                        "search.agent.net.critic_optim_spec.lr is not searched: has no effect: with shared one network"
                                + " has one optimizer, the actor's");
    }

    @Test
    void aCriticsRateIsNotSearchedBesideUseSameOptimUnlessThatIsSearchedToo() {
        Map<String, @Nullable Object> same = new LinkedHashMap<>();
        same.put("agent.net.use_same_optim", true);
        same.put("agent.net.critic_optim_spec", ADAM);
        assertThat(search(
                                "a2c",
                                same,
                                Map.of(
                                        "agent.net.critic_optim_spec.lr__uniform",
                                        RATES,
                                        "agent.algorithm.gamma__uniform",
                                        List.of(0.9, 0.99)))
                        .unused())
                .containsOnlyKeys("agent.net.critic_optim_spec.lr");
        assertThat(search(
                                "a2c",
                                same,
                                Map.of(
                                        "agent.net.critic_optim_spec.lr__uniform",
                                        RATES,
                                        "agent.net.use_same_optim__choice",
                                        List.of(true, false)))
                        .unused())
                .isEmpty();
    }

    @Test
    void hidLayersOfARecurrentNetAreItsFcHidLayers() {
        SearchCheck check = search(
                "ppo_rnn",
                Map.of(),
                Map.of("agent.net.hid_layers__choice", List.of(List.of(), List.of(5), List.of(6, 5))));
        SearchKey key = check.keys().getFirst();
        assertThat(key.path()).isEqualTo("agent.net.fc_hid_layers");
        SpecFile trial = SpecFile.of("trial", Map.of("ppo_rnn", check.spec())).with(Map.of(key.path(), List.of(5)));
        Plan plan = Plan.read(trial, "ppo_rnn");
        assertThat(((RecurrentBody.Config) plan.net().arch()).fcHidLayers()).containsExactly(5);
    }

    @Test
    void hidLayersOfAHydraMayBeFlat() {
        Map<String, @Nullable Object> hydra = new LinkedHashMap<>();
        hydra.put("agent.net.type", "HydraMLPNet");
        hydra.put("agent.net.hid_layers", List.of(List.of(List.of(4)), List.of(8), List.of()));
        hydra.put("search", Map.of("agent.net.hid_layers__choice", List.of(List.of(32), List.of(64, 32))));
        assertThat(notes(spec("ddqn_per", hydra), "ddqn_per")).isEmpty();
    }

    @Test
    void aScheduleMayBeSearchedPastItsEnd() {
        Map<String, ?> starts = Map.of("agent.algorithm.entropy_coef_spec.start_step__choice", List.of(0, 500, 90_000));
        assertThat(search("reinforce", Map.of(), starts).keys()).hasSize(1);
    }

    @Test
    void lamMayBeSearchedBesideNumStepReturns() {
        Map<String, ?> lam = Map.of("agent.algorithm.lam__uniform", List.of(0.1, 0.9));
        assertThat(search("a2c", Map.of(), lam).keys())
                .extracting(SearchKey::path)
                .containsExactly("agent.algorithm.lam");
        assertThat(notes(spec("a2c", Map.of("agent.algorithm.lam", 0.5)), "a2c"))
                .containsExactly("agent.algorithm.num_step_returns has no effect: GAE with lam takes its place");
        Map<String, ?> steps = Map.of(
                "agent.algorithm.num_step_returns__choice",
                List.of(1, 5),
                "agent.algorithm.gamma__uniform",
                List.of(0.9, 1));
        assertThat(search("a2c", Map.of("agent.algorithm.lam", 0.5), steps).unused())
                .containsOnlyKeys("agent.algorithm.num_step_returns");
    }

    @Test
    void updateFrequencyBesidePolyakIsToldAndNotSearched() {
        Map<String, @Nullable Object> polyak = new LinkedHashMap<>();
        polyak.put("agent.net.update_frequency", 0.9);
        polyak.put("search", Map.of("agent.net.update_frequency__choice", List.of(0.8, 0.9)));
        assertThat(notes(spec("ddqn_per", polyak), "ddqn_per"))
                .containsExactly(
                        "agent.net.update_frequency has no effect: it counts frames between replacements, and update_type"
                                + " is polyak",
                        "search.agent.net.update_frequency is not searched: has no effect: it counts frames between"
                                + " replacements, and update_type is polyak");
    }

    @Test
    void keysWithoutEffectAreToldInOneLine() {
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        keys.put("agent.net.gpu", "auto");
        keys.put("meta.num_cpus", 4);
        keys.put("meta.max_trial", 8); // a search reads it
        assertThat(notes(spec("ppo", keys), "ppo"))
                .containsExactly("agent.net.gpu, meta.num_cpus have no effect here, as `slm-lab spec KEY` explains");
    }

    @Test
    void videoPinballMeansItsSuccessorAndBulletHasNone() {
        Problems problems = new Problems();
        SpecFile pinball = spec("ppo", Map.of("env.name", "VideoPinball-v0"));
        Plan plan = Objects.requireNonNull(Plan.of(pinball.spec("ppo", problems), problems));
        assertThat(plan.env().name()).isEqualTo("ALE/VideoPinball-v5");
        assertThat(problems.list()).isEmpty();
        assertThat(plan.warnings())
                .contains(new Problem("env.name", "VideoPinball-v0 no longer exists: it means ALE/VideoPinball-v5"));
        SpecCheck bullet = SpecCheck.of(spec("ppo", Map.of("env.name", "HalfCheetahBulletEnv-v0")), "ppo", 1);
        assertThat(bullet.problems())
                .extracting(Problem::message)
                .containsExactly(
                        "HalfCheetahBulletEnv-v0 no longer exists: PyBullet's envs ended with Gym; use HalfCheetah-v5");
    }
}

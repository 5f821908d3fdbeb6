package slmlab.agent.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.agent.Algorithm;
import slmlab.agent.algorithm.sac.CrossQ;
import slmlab.agent.algorithm.sac.SoftActorCritic;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.Trait;
import slmlab.agent.part.AgentContext;
import slmlab.spec.key.Registry;
import slmlab.spec.upstream.NoOps;

/// Every algorithm, by the name a spec calls it. What there is to know about one stands in its own file.
public final class Algorithms {

    public static final Registry<AgentContext, Algorithm> ALL = new Registry<AgentContext, Algorithm>("algorithm")
            .providedBy(AlgorithmProvider.class, AlgorithmProvider::register);

    private static final Map<String, AlgorithmFacts<?>> FACTS = new ConcurrentHashMap<>();

    static {
        register(RandomAgent.FACTS);
        register(Reinforce.FACTS);
        register(ActorCritic.FACTS);
        register(Ppo.FACTS);
        register(Sil.FACTS);
        register(Sil.PPO_FACTS);
        register(Sarsa.FACTS);
        register(Dqn.VANILLA_FACTS);
        register(Dqn.FACTS);
        register(Dqn.DOUBLE_FACTS);
        register(Dqn.HYDRA_FACTS);
        register(SoftActorCritic.FACTS);
        register(CrossQ.FACTS);
        register(Td3.FACTS);
        register(Td3.DDPG_FACTS);
    }

    private Algorithms() {}

    /// Register an algorithm: an [AlgorithmProvider] calls it, or a program before it reads its first spec.
    public static <C extends Record> void register(AlgorithmFacts<C> facts) {
        ALL.add(new Registry.Entry<>(
                facts.name(), facts.about(), facts.defaults(), facts.maker(), facts.aliases(), facts.noOps()));
        FACTS.put(facts.name(), facts);
    }

    /// Return what there is to know about the algorithm of a name or an alias; throw an error that suggests one
    /// if there is none.
    public static AlgorithmFacts<?> facts(String name) {
        return Objects.requireNonNull(FACTS.get(named(name)));
    }

    /// Return what there is to know about each algorithm, in the order of the list.
    public static List<AlgorithmFacts<?>> allFacts() {
        return ALL.names().stream().<AlgorithmFacts<?>>map(Algorithms::facts).toList();
    }

    /// Return what there is to know about the algorithm of a name or an alias; empty if there is none.
    public static Optional<AlgorithmFacts<?>> find(String nameOrAlias) {
        return allFacts().stream()
                .filter(facts ->
                        facts.name().equals(nameOrAlias) || facts.aliases().contains(nameOrAlias))
                .findFirst();
    }

    /// Return the name in a spec of what people also call otherwise: `SAC` is `SoftActorCritic`. Throw an error
    /// that suggests one if there is no such algorithm.
    public static String named(String nameOrAlias) {
        return ALL.entry(nameOrAlias).name();
    }

    /// Return the names of the algorithms that have a trait, as a sentence lists them: `SIL and PPOSIL`.
    public static String with(Trait trait) {
        return allFacts().stream()
                .filter(facts -> facts.has(trait))
                .map(AlgorithmFacts::name)
                .collect(Collectors.joining(" and "));
    }

    /// Whether the algorithm of that name has a trait.
    public static boolean has(String name, Trait trait) {
        return facts(name).has(trait);
    }

    /// Whether the algorithm of that name learns at all, and so needs a memory and a net.
    public static boolean learns(String name) {
        return facts(name).learns();
    }

    /// Return every key that is accepted without effect: those of any algorithm, then those of one.
    public static List<NoOps.Row> noOps() {
        return Stream.concat(NoOps.rows().stream(), allFacts().stream().flatMap(facts -> facts.noOps().stream()))
                .toList();
    }
}

package slmlab.agent.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.part.AgentContext;
import slmlab.spec.key.Defaults;
import slmlab.spec.upstream.NoOps;

/// All that the lab knows about an algorithm besides its code. It stands beside the algorithm's config:
///
/// ```java
/// public static final AlgorithmFacts<Config> FACTS = AlgorithmFacts.of(
///                 "MyPG", "a policy gradient", Config.class, MyPg::new, MyPg::shape)
///         .traits(Trait.ROLLOUT, Trait.POLICY)
///         .build();
///
/// private static AlgorithmShape shape(Config config) {
///     return AlgorithmShape.rollout("training_frequency", config.trainingFrequency());
/// }
/// ```
///
/// @param name what a spec calls it
/// @param aliases other names that people type
/// @param line what it is, without a full stop
/// @param paper where it comes from; empty if nowhere
/// @param defaults its config with every default
/// @param maker makes it, with every program traced
/// @param shape the amounts that it works on, from its config
/// @param traits what it needs and has; one without any learns nothing, and needs no memory and no net
/// @param usual settings for a spec to begin with
/// @param noOps keys of SLM-Lab's specs that it accepts and that no config record knows
/// @param rule which of its own keys it would not read
/// @param firstSpec a shipped spec to begin with, file and name; empty for none
/// @param workersSpec one whose workers share weights; empty for none
/// @param recommendations when to choose it; empty where another is always better
/// @param <C> its config
public record AlgorithmFacts<C extends Record>(
        String name,
        List<String> aliases,
        String line,
        String paper,
        C defaults,
        BiFunction<C, AgentContext, Algorithm> maker,
        Function<C, AlgorithmShape> shape,
        Set<Trait> traits,
        UsualSettings usual,
        List<NoOps.Row> noOps,
        KeyRule<C> rule,
        String firstSpec,
        String workersSpec,
        List<Recommendation> recommendations) {

    /// Begin with what every algorithm must say.
    ///
    /// @param line what it is, without a full stop
    /// @param config record of its keys, with their defaults; one that has γ implements
    ///     [slmlab.agent.part.Discounted]
    /// @param maker makes it, with every program traced
    /// @param shape the amounts that it works on, from its config: runs that do not fit into memory are refused by
    /// them
    public static <C extends Record> Builder<C> of(
            String name,
            String line,
            Class<C> config,
            BiFunction<C, AgentContext, Algorithm> maker,
            Function<C, AlgorithmShape> shape) {
        return of(name, line, Defaults.of(config), maker, shape);
    }

    /// Begin with defaults that are not those of the config's class.
    public static <C extends Record> Builder<C> of(
            String name,
            String line,
            C defaults,
            BiFunction<C, AgentContext, Algorithm> maker,
            Function<C, AlgorithmShape> shape) {
        return new Builder<>(name, line, defaults, maker, shape);
    }

    /// Return what it is, with its paper.
    public String about() {
        return paper.isEmpty() ? line : "%s (%s)".formatted(line, paper);
    }

    /// Whether it learns at all, and so needs a memory and a net.
    public boolean learns() {
        return !traits.isEmpty();
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /// Return the amounts that it works on with a config of its own class.
    public AlgorithmShape shapeOf(Record config) {
        return shape.apply(own(config));
    }

    /// Note or refuse the keys of a config of its own class that would have no effect.
    public void check(Record config, MemoryConfig memory, KeyNotes keys) {
        rule.check(own(config), memory, keys);
    }

    private C own(Record config) {
        if (!defaults.getClass().isInstance(config)) {
            throw new IllegalArgumentException("%s with the config of another: %s".formatted(name, config));
        }
        @SuppressWarnings("unchecked") // just checked; a record's class is final
        C own = (C) config;
        return own;
    }

    /// Collects what else there is to say.
    public static final class Builder<C extends Record> {
        private final String name;
        private final String line;
        private final C defaults;
        private final BiFunction<C, AgentContext, Algorithm> maker;
        private final Function<C, AlgorithmShape> shape;
        private List<String> aliases = List.of();
        private String paper = "";
        private Set<Trait> traits = Set.of();
        private @Nullable UsualSettings usual;
        private final List<NoOps.Row> noOps = new ArrayList<>();
        private KeyRule<C> rule = (_, _, _) -> {};
        private String firstSpec = "";
        private String workersSpec = "";
        private final List<Recommendation> recommendations = new ArrayList<>();

        private Builder(
                String name,
                String line,
                C defaults,
                BiFunction<C, AgentContext, Algorithm> maker,
                Function<C, AlgorithmShape> shape) {
            this.name = name;
            this.line = line;
            this.defaults = defaults;
            this.maker = maker;
            this.shape = shape;
        }

        /// Other names that people type.
        public Builder<C> aliases(String... names) {
            aliases = List.of(names);
            return this;
        }

        public Builder<C> paper(String reference) {
            paper = reference;
            return this;
        }

        /// What it needs and has; one without any learns nothing, and needs no memory and no net.
        public Builder<C> traits(Trait... all) {
            traits = Set.of(all);
            return this;
        }

        /// Settings for a spec to begin with. The default is what the traits need.
        public Builder<C> usual(UsualSettings settings) {
            usual = settings;
            return this;
        }

        /// Accept a key of SLM-Lab's specs that its config does not know.
        public Builder<C> noOp(String key, String why) {
            noOps.add(new NoOps.Row("agent.algorithm." + key, name, why));
            return this;
        }

        /// Which of its own keys it would not read.
        public Builder<C> unread(KeyRule<C> check) {
            rule = check;
            return this;
        }

        /// A shipped spec to begin with, file and name.
        public Builder<C> firstSpec(String spec) {
            firstSpec = spec;
            return this;
        }

        /// A shipped spec whose workers share weights.
        public Builder<C> workersSpec(String spec) {
            workersSpec = spec;
            return this;
        }

        /// When to choose it; may be called more than once.
        public Builder<C> recommend(Recommendation recommendation) {
            if (recommendation.reasons().isEmpty()) {
                throw new IllegalArgumentException(
                        "%s is recommended without a reason; add because(…)".formatted(recommendation.title()));
            }
            recommendations.add(recommendation);
            return this;
        }

        public AlgorithmFacts<C> build() {
            return new AlgorithmFacts<>(
                    name,
                    aliases,
                    line,
                    paper,
                    defaults,
                    maker,
                    shape,
                    traits,
                    usual == null ? UsualSettings.of(traits) : usual,
                    List.copyOf(noOps),
                    rule,
                    firstSpec,
                    workersSpec,
                    List.copyOf(recommendations));
        }
    }
}

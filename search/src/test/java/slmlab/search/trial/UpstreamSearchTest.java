package slmlab.search.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import slmlab.agent.part.Sharing;
import slmlab.env.Envs;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.SpecCheck;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Problems;
import slmlab.spec.text.SpecException;
import slmlab.spec.upstream.GoneEnvs;
import slmlab.tensor.RandomStream;

/// Every `search` section of SLM-Lab's own specs, sampled: each point gives a spec that passes `check`.
///
/// By hand with `-Dslmlab.search.points=100 -Dslmlab.search.built=5`: 100 points each, and the envs, nets and programs
/// of the first five are made too, as `check` does.
class UpstreamSearchTest {
    private static final int POINTS = Integer.getInteger("slmlab.search.points", 5);
    private static final int BUILT = Integer.getInteger("slmlab.search.built", 0);
    private static final long FRAMES = Long.getLong("slmlab.search.frames", 3_000);
    private static final int OUTSIDE = 64; // frames with an env outside the JVM, whose nets are large
    private static final int EMPTY = 1; // section of the whole repository that is empty: SLM-Lab raises there

    private static Map<String, String> variables(Path file) {
        return Map.of("env", file.toString().contains("atari") ? "ALE/Pong-v5" : "Hopper-v5", "max_frame", "3e6");
    }

    private static Path folder() {
        String given = System.getProperty("slmlab.specs");
        if (given != null) {
            return Path.of(given);
        }
        for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
            Path specs = here.resolve("shared/slm-lab-spec");
            if (Files.isDirectory(specs)) {
                return specs;
            }
        }
        return Path.of("no-such-folder");
    }

    private static List<Path> files() throws IOException {
        Path folder = folder();
        assumeTrue(Files.isDirectory(folder), "skipped: there is no shared/slm-lab-spec beside the project");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(SpecFile::isSpecFile)
                    .sorted()
                    .toList();
        }
    }

    /// What is done with each spec that has a section.
    private interface Each {
        void accept(SpecFile file, String name);
    }

    private static void forEach(Each each) throws IOException {
        for (Path path : files()) {
            Map<String, String> variables = variables(path);
            SpecFile all = SpecFile.read(path, variables);
            for (String name : all.names()) {
                Set<String> others = new HashSet<>(variables.keySet());
                others.removeAll(all.vars(name).keySet());
                SpecFile named = all.without(others);
                if (named.raw(name).containsKey("search")) {
                    boolean isGone = GoneEnvs.why(env(named, name)).isPresent();
                    each.accept(isGone ? named.with(Map.of("env.name", "Hopper-v5")) : named, name);
                }
            }
        }
    }

    @Test
    void everyPointIsASpecThatPassesCheck() throws IOException {
        List<String> sampled = new ArrayList<>();
        List<String> empty = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        forEach((file, name) -> {
            try {
                SearchPlan plan = SearchPlan.read(file, name);
                sampled.add(name);
                RandomStream random = RandomStream.ofSeed(sampled.size());
                for (int i = 0; i < POINTS; i++) {
                    check(plan, plan.space().values(plan.space().draw(random)), i < BUILT);
                }
            } catch (SpecException e) {
                String message = String.valueOf(e.getMessage());
                boolean isEmpty = message.contains("is empty; needs keys") || message.contains("searches nothing");
                (isEmpty ? empty : wrong).add(message);
            }
        });
        System.out.printf("%d searches sampled, %d empty, %d wrong%n", sampled.size(), empty.size(), wrong.size());
        assertThat(wrong).isEmpty();
        assertThat(sampled.size() + empty.size()).isIn(53, 146); // the benchmark's, the whole repository's
        assertThat(empty).hasSize(sampled.size() == 53 ? 0 : EMPTY);
    }

    /// The first trial acts and learns until its first update, where its env is there.
    @Test
    void theFirstTrialTrains() throws IOException {
        List<String> trained = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        forEach((file, name) -> {
            SearchPlan search;
            try {
                search = SearchPlan.read(file, name);
            } catch (SpecException e) {
                return; // told by the other test
            }
            var values = search.space().values(search.space().draw(RandomStream.ofSeed(1)));
            Plan plan = Plan.read(SpecFile.of(name, search.named()).with(values), search.name());
            if (Envs.missing(plan.env().name()).isPresent()) {
                absent.add(name);
                return;
            }
            try {
                train(plan);
                trained.add(name);
            } catch (IllegalArgumentException e) {
                failed.add("%s with %s: %s".formatted(name, values, e.getMessage()));
            }
        });
        System.out.printf(
                "first trials: %d train, %d need an env that is not installed, %d fail %s%n",
                trained.size(), absent.size(), failed.size(), failed);
        assertThat(failed).allMatch(each -> each.contains("has 2 heads for 1 parts of the observation"));
        assertThat(trained).hasSizeGreaterThan(20);
    }

    private static void train(Plan plan) {
        try (Learner learner = Learner.make(plan, RandomStream.ofSeed(1), Sharing.none(), 1)) {
            VecEnv env = learner.stack().env();
            Step step = env.reset(1);
            long frames = Envs.find(plan.env().name()).isPresent() ? FRAMES : OUTSIDE;
            boolean hasLearned = false;
            while (!hasLearned && learner.clock().frame() < frames) {
                env.step(learner.algorithm().act(step));
                learner.algorithm().observe(step);
                learner.clock().advance();
                hasLearned = learner.algorithm().update() != null;
            }
        }
    }

    private static String env(SpecFile file, String name) {
        return file.spec(name, new Problems()).env().name();
    }

    private static void check(SearchPlan plan, Map<String, @Nullable Object> values, boolean isBuilt) {
        SpecFile point =
                SpecFile.of(plan.name() + " with " + values, plan.named()).with(values);
        Problems problems = new Problems();
        if (isBuilt) {
            SpecCheck.of(point, plan.name(), 1)
                    .problems()
                    .forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
        } else {
            Plan.of(point.spec(plan.name(), problems), problems);
        }
        problems.throwIfAny(point.toString());
    }
}

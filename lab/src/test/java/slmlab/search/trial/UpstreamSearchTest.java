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
import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.SpecCheck;
import slmlab.spec.GoneEnvs;
import slmlab.spec.Problems;
import slmlab.spec.SpecException;
import slmlab.spec.SpecFile;
import slmlab.tensor.RandomStream;

/// Every `search` section of SLM-Lab's own specs, sampled: each point gives a spec that passes `check`.
///
/// By hand with `-Dslmlab.search.points=100 -Dslmlab.search.built=5`: 100 points each, and the envs, nets and programs
/// of the first five are made too, as `check` does.
class UpstreamSearchTest {
    private static final int POINTS = Integer.getInteger("slmlab.search.points", 5);
    private static final int BUILT = Integer.getInteger("slmlab.search.built", 0);

    private static Map<String, String> variables(Path file) {
        return Map.of("env", file.toString().contains("atari") ? "ALE/Pong-v5" : "Hopper-v5", "max_frame", "3e6");
    }

    private static List<Path> files() throws IOException {
        for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
            Path specs = here.resolve("shared/slm-lab-spec");
            if (Files.isDirectory(specs)) {
                try (Stream<Path> files = Files.walk(specs)) {
                    return files.filter(Files::isRegularFile)
                            .filter(SpecFile::isSpecFile)
                            .sorted()
                            .toList();
                }
            }
        }
        assumeTrue(false, "skipped: there is no shared/slm-lab-spec beside the project");
        return List.of();
    }

    @Test
    void everyPointIsASpecThatPassesCheck() throws IOException {
        List<String> sampled = new ArrayList<>();
        List<String> empty = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (Path path : files()) {
            Map<String, String> variables = variables(path);
            SpecFile all = SpecFile.read(path, variables);
            for (String name : all.names()) {
                Set<String> others = new HashSet<>(variables.keySet());
                others.removeAll(all.vars(name).keySet());
                SpecFile named = all.without(others);
                if (!named.raw(name).containsKey("search")) {
                    continue;
                }
                boolean isGone = GoneEnvs.why(env(named, name)).isPresent();
                SpecFile file = isGone ? named.with(Map.of("env.name", "Hopper-v5")) : named;
                try {
                    SearchPlan plan = SearchPlan.read(file, name);
                    sampled.add(name);
                    RandomStream random = RandomStream.ofSeed(sampled.size());
                    for (int i = 0; i < POINTS; i++) {
                        check(plan, plan.space().values(plan.space().draw(random)), i < BUILT);
                    }
                } catch (SpecException e) {
                    String message = String.valueOf(e.getMessage());
                    (message.contains("is empty; needs keys") ? empty : wrong).add(message);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(empty).isEmpty();
        assertThat(sampled).hasSize(53);
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

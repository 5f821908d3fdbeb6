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
/// `-Dslmlab.search.built=100` makes the envs, nets and programs of every point too, as `check` does; the test does so
/// for the first alone.
class UpstreamSearchTest {
    private static final int POINTS = 100;
    private static final Map<String, String> VARIABLES = Map.of("env", "CartPole-v1", "max_frame", "3e6");

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
        int built = Integer.getInteger("slmlab.search.built", 1);
        List<String> sampled = new ArrayList<>();
        List<String> empty = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (Path path : files()) {
            SpecFile all = SpecFile.read(path, VARIABLES);
            for (String name : all.names()) {
                Set<String> others = new HashSet<>(VARIABLES.keySet());
                others.removeAll(all.vars(name).keySet());
                SpecFile file = all.without(others);
                if (!file.raw(name).containsKey("search")
                        || GoneEnvs.why(env(file, name)).isPresent()) {
                    continue;
                }
                try {
                    SearchPlan plan = SearchPlan.read(file, name);
                    sampled.add(name);
                    RandomStream random = RandomStream.ofSeed(sampled.size());
                    for (int i = 0; i < POINTS; i++) {
                        check(plan, plan.space().values(plan.space().draw(random)), i < built);
                    }
                } catch (SpecException e) {
                    boolean isEmpty = e.getMessage().contains("is empty; needs keys");
                    (isEmpty ? empty : wrong).add(isEmpty ? name : e.getMessage());
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

    private static void check(SearchPlan plan, Map<String, Object> values, boolean isBuilt) {
        SpecFile point = SpecFile.of(plan.name() + " with " + values, plan.named()).with(values);
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

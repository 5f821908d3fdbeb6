package slmlab.cli.skills;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.skill.Bundle;
import slmlab.skill.Skill;

/// The worked example of every skill, run whole as its reader would: two at a time.
@Tag("slow")
class SkillExamplesTest {
    private static final Bundle BUNDLE = Bundle.shipped();
    private static final Map<String, Future<SkillExample.Run>> RUNS = new LinkedHashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static ExecutorService threads;

    @BeforeAll
    static void start() {
        threads = Executors.newFixedThreadPool(2);
        for (Skill skill : BUNDLE.skills()) {
            Path folder = temp.resolve(skill.id());
            RUNS.put(skill.id(), threads.submit(() -> SkillExample.of(skill).run(Files.createDirectory(folder))));
        }
    }

    @AfterAll
    static void stop() {
        threads.close();
    }

    static List<String> ids() {
        return BUNDLE.ids();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void theExampleDoesWhatItSays(String id) throws Exception {
        SkillExample example = SkillExample.of(BUNDLE.skill(id).orElseThrow());
        SkillExample.Run run = Objects.requireNonNull(RUNS.get(id)).get();
        String printed = String.join("", run.output());
        System.out.println(String.format(Locale.ROOT, "%s: %.1f s", id, run.seconds())); // measured, never judged
        assertThat(run.code()).as(printed).isZero();
        assertThat(example.bash()).isNotEmpty();
        assertThat(example.output()).as("blocks of output").anyMatch(lines -> !lines.isEmpty());
        assertThat(example.missing(run)).as(printed).isEmpty();
    }
}

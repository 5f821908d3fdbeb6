package slmlab.cli.skills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.cli.CommandResult;
import slmlab.env.physics.EngineCheck;
import slmlab.env.physics.PhysicsEngine;
import slmlab.skill.Bundle;

/// The engine on Box2D that the skill about simulators shows compiles and keeps the contract. The env on MuJoCo is
/// compiled by a test of module bridge.
@Tag("slow")
class EngineGuideTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");
    private static final double[] NONE = {0};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void theShownEngineWorks() throws Exception {
        String guide = Bundle.shipped()
                .skill("integrating-physics-simulator")
                .orElseThrow()
                .text("references/engine-guide.md");
        List<String> words = new ArrayList<>(List.of("javac", "-d", temp.toString()));
        Matcher block = BLOCK.matcher(guide);
        while (block.find()) {
            Matcher name = CLASS.matcher(block.group(1));
            assertThat(name.find()).isTrue();
            if (block.group(1).contains("import slmlab.bridge.")) {
                continue;
            }
            Path file = temp.resolve(name.group(1) + ".java");
            words.add(Files.writeString(file, block.group(1)).toString());
        }
        assertThat(words).hasSize(3 + 1);
        CommandResult compiled = CommandResult.of(words.toArray(String[]::new));
        assertThat(compiled.code()).as(compiled.out() + compiled.err()).isZero();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {temp.toUri().toURL()})) {
            Object made =
                    loader.loadClass("my.env.Box2dEngine").getConstructor().newInstance();
            PhysicsEngine engine = (PhysicsEngine) made;
            falls(engine);
            isPushed(engine);
            assertThat(EngineCheck.repeats(
                            engine, new double[] {0, 1, 0.3}, new double[] {1, 0, 2}, new double[300][1]))
                    .isTrue();
            engine.close();
            engine.close();
        }
    }

    /// From 1 m, for 0.3 s: y = 1 − ½·g·t² with the error of a semi-implicit step, ½·g·t·h = 0.012. Then it rests
    /// on its side of 0.4 m, with the skin of 0.015 m that Box2D keeps between shapes.
    private static void falls(PhysicsEngine engine) {
        engine.reset(new double[] {0, 1, 0}, new double[3]);
        steps(engine, NONE, 9);
        assertThat(engine.position(1)).isCloseTo(1 - 0.5 * 9.81 * 0.09, within(0.015));
        steps(engine, NONE, 100);
        assertThat(engine.position(1)).isCloseTo(0.215, within(0.005));
        assertThat(engine.velocity(1)).isCloseTo(0, within(1e-3));
    }

    /// 0.16 kg on a floor with friction √(0.5·0.5): 0.785 N hold it against 0.5 N, and not against 2 N.
    private static void isPushed(PhysicsEngine engine) {
        engine.reset(new double[] {0, 0.2, 0}, new double[3]);
        steps(engine, NONE, 30);
        double start = engine.position(0);
        steps(engine, new double[] {0.5}, 30);
        assertThat(engine.position(0)).isCloseTo(start, within(0.01));
        steps(engine, new double[] {2}, 30);
        assertThat(engine.position(0)).isGreaterThan(start + 1);
    }

    private static void steps(PhysicsEngine engine, double[] control, int count) {
        for (int i = 0; i < count; i++) {
            engine.step(control);
        }
    }
}

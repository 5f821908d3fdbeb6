package slmlab.env.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Traits;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.env.check.EnvCheck.Level;
import slmlab.env.render.Drawable;
import slmlab.tensor.State;

/// Envs with one fault each, on purpose: the check reports its code, and no other.
class BrokenEnvsTest {
    private static final int LIMIT = 50;

    /// @param code that the fault must be reported under
    /// @param advice part of what the finding says
    record Fault(String code, String advice, Supplier<? extends Env> make) {
        @Override
        public String toString() {
            return code + ": " + advice;
        }
    }

    private abstract static class Drawn extends RightWalk implements Drawable {
        @Override
        public void draw(Graphics2D canvas, int width, int height) {}
    }

    static Stream<Fault> faults() {
        return Stream.of(
                new Fault("E01", "actions are a box of UINT8", () -> new RightWalk() {
                    @Override
                    public Space actionSpace() {
                        return Space.Box.pixels(2);
                    }
                }),
                new Fault("E02", "value 1 of the first observation is not written", () -> new RightWalk() {
                    @Override
                    public Space obsSpace() {
                        return Space.Box.of(0, 10, 2);
                    }

                    @Override
                    public void step(Frame frame) {
                        super.step(frame);
                        frame.obs(1, 1);
                    }
                }),
                new Fault("E02", "a reset gives a reward of 3.0", () -> new RightWalk() {
                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        super.reset(random, frame);
                        frame.reward(3);
                    }
                }),
                new Fault("E03", "use the random passed to reset only", () -> new RightWalk() {
                    private static final AtomicInteger SHARED = new AtomicInteger();

                    @Override
                    public void step(Frame frame) {
                        super.step(frame);
                        frame.reward(SHARED.incrementAndGet() % 7);
                    }
                }),
                new Fault("E05", "value 0 is 10.0, not in [0.0, 9.0]", () -> new RightWalk() {
                    @Override
                    public Space obsSpace() {
                        return Space.Box.of(0, 9, 1);
                    }
                }),
                new Fault("E06", "the east end, in step()", () -> new RightWalk() {
                    @Override
                    public void step(Frame frame) {
                        super.step(frame);
                        if (at == 10) {
                            throw new UnsupportedOperationException("the east end");
                        }
                    }
                }),
                new Fault("E07", "NaN at step", () -> new RightWalk() {
                    @Override
                    public void step(Frame frame) {
                        super.step(frame);
                        frame.reward(Double.NaN);
                    }
                }),
                new Fault("E08", "the terms place, effort sum to", () -> new RightWalk() {
                    @Override
                    public List<String> rewardTerms() {
                        return List.of("place", "effort");
                    }

                    @Override
                    public double rewardTerm(int index) {
                        return index == 0 ? at : -0.1;
                    }
                }),
                new Fault("E08", "give each term its own name", () -> new RightWalk() {
                    @Override
                    public List<String> rewardTerms() {
                        return List.of("place", "place");
                    }
                }),
                new Fault("E08", "names 2 values of an observation that has 1", () -> new RightWalk() {
                    @Override
                    public Traits traits() {
                        return Traits.named("place", "speed");
                    }
                }),
                new Fault("E09", "a reset ends the episode that it begins", () -> new RightWalk() {
                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        super.reset(random, frame);
                        if (at == 9) {
                            frame.terminate();
                        }
                    }
                }),
                new Fault("E10", "call truncate(), or leave it to the vector", () -> new RightWalk() {
                    @Override
                    public void step(Frame frame) {
                        super.step(frame);
                        if (taken == LIMIT) {
                            frame.terminate();
                        }
                    }
                }),
                new Fault("E11", "imageSize() is 0 × 300", () -> new Drawn() {
                    @Override
                    public Dimension imageSize() {
                        return new Dimension(0, 300);
                    }
                }),
                new Fault("E11", "changes if the env is drawn before", () -> new Drawn() {
                    @Override
                    public void draw(Graphics2D canvas, int width, int height) {
                        at = 5;
                    }
                }),
                new Fault("E11", "no brush, in draw()", () -> new Drawn() {
                    @Override
                    public void draw(Graphics2D canvas, int width, int height) {
                        throw new IllegalStateException("no brush");
                    }
                }),
                new Fault("E12", "closed already, in close()", () -> new RightWalk() {
                    private boolean closed;

                    @Override
                    public void close() {
                        if (closed) {
                            throw new IllegalStateException("closed already");
                        }
                        closed = true;
                    }
                }),
                new Fault("E12", "still open, in close()", () -> new RightWalk() {
                    @Override
                    public void close() {
                        throw new IllegalStateException("still open");
                    }
                }),
                new Fault("E14", "clip them in step()", () -> new RightWalk() {
                    @Override
                    public Space actionSpace() {
                        return Space.Box.of(-1, 1, 1);
                    }

                    @Override
                    public void step(Frame frame) {
                        frame.obs(0, 5 + frame.actionValue(0));
                    }
                }),
                new Fault("E15", "save and load every field, or none", () -> new RightWalk() {
                    @Override
                    public void step(Frame frame) {
                        super.step(frame);
                        frame.reward(taken % 7);
                    }

                    @Override
                    public boolean save(State to) {
                        to.put("at", at);
                        return true;
                    }

                    @Override
                    public void load(State from, NumpyRandom random) {
                        at = (int) from.whole("at");
                    }
                }));
    }

    static Stream<Fault> doubts() {
        return Stream.of(
                new Fault("W01", "1 of 1 values of the observation: no bound", () -> new RightWalk() {
                    @Override
                    public Space obsSpace() {
                        return Space.Box.of(0, Double.POSITIVE_INFINITY, 1);
                    }
                }),
                new Fault("W02", "value 1 of an action is in [-2.0, 2.0]; this lab rescales it", () -> new RightWalk() {
                    @Override
                    public Space actionSpace() {
                        return Space.Box.around(new float[] {1, 2});
                    }

                    @Override
                    public void step(Frame frame) {
                        at = frame.actionValue(1) > 0 ? 1 : 2;
                        frame.obs(0, at);
                    }
                }),
                new Fault("W03", "1 of 2 values of the observation: a lower bound equal", () -> new RightWalk() {
                    @Override
                    public Space obsSpace() {
                        return Space.Box.of(new float[] {0, 1}, new float[] {10, 1});
                    }

                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        super.reset(random, frame);
                        frame.obs(1, 1);
                    }
                }),
                new Fault("W04", "6 episodes from one seed are the same", () -> new RightWalk() {
                    private long seed;

                    @Override
                    public void seed(long given) {
                        seed = given;
                    }

                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        super.reset(NumpyRandom.ofSeed(seed), frame);
                    }

                    @Override
                    public boolean save(State to) { // with its seed, so that a resume is right
                        to.put("seed", seed);
                        to.put("at", at);
                        return true;
                    }

                    @Override
                    public void load(State from, NumpyRandom random) {
                        seed = from.whole("seed");
                        at = (int) from.whole("at");
                    }
                }),
                new Fault("W05", "holds another env, RightWalk inner", () -> new RightWalk() {
                    private final RightWalk inner = new RightWalk();

                    @Override
                    public void step(Frame frame) {
                        inner.step(frame);
                    }

                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        inner.reset(random, frame);
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultHasItsCodeAndNoOther(Fault fault) {
        List<Finding> findings = EnvCheck.run("Broken", fault.make, LIMIT);
        assertThat(findings)
                .filteredOn(finding -> finding.level() == Level.BROKEN)
                .singleElement()
                .satisfies(broken -> {
                    assertThat(broken.code()).isEqualTo(fault.code);
                    assertThat(broken.text()).contains(fault.advice);
                });
    }

    @ParameterizedTest
    @MethodSource("doubts")
    void aDoubtIsOnlyAWarning(Fault fault) {
        List<Finding> findings = EnvCheck.run("Odd", fault.make, LIMIT);
        assertThat(findings).noneMatch(finding -> finding.level() == Level.BROKEN);
        assertThat(findings)
                .filteredOn(finding ->
                        finding.level() == Level.WARNING && !finding.code().equals("W06"))
                .singleElement()
                .satisfies(odd -> {
                    assertThat(odd.code()).isEqualTo(fault.code);
                    assertThat(odd.text()).contains(fault.advice);
                });
    }

    /// Reads its size twice, with two defaults.
    private static final class Undecided extends RightWalk {
        private final double size;
        private final double top;

        private Undecided(Args args) {
            size = args.number("size", 10);
            top = args.number("size", 20);
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, Math.max(size, top), 1);
        }

        @Override
        public void step(Frame frame) {
            super.step(frame);
            frame.reward(at / size);
        }
    }

    @Test
    void anArgumentWithTwoDefaultsIsFound() {
        Envs.register("Undecided-v0", LIMIT, Undecided::new);
        try {
            assertThat(EnvCheck.run("Undecided-v0", Map.of()))
                    .filteredOn(finding -> finding.level() == Level.BROKEN)
                    .singleElement()
                    .satisfies(broken -> {
                        assertThat(broken.code()).isEqualTo("E04");
                        assertThat(broken.text())
                                .isEqualTo(
                                        "the reward changed when {size=20.0} were given at their default values; read each argument once");
                    });
            assertThat(EnvCheck.run("Undecided-v0", Map.of("size", 12)))
                    .filteredOn(finding -> finding.code().equals("E04"))
                    .singleElement()
                    .satisfies(arguments -> assertThat(arguments.level()).isEqualTo(Level.HOLDS));
        } finally {
            Envs.remove("Undecided-v0");
        }
    }

    @Test
    void everyCodeOfTheReferenceHasABrokenEnvAndALine() {
        List<String> broken = Stream.concat(faults(), doubts()).map(Fault::code).toList();
        List<String> lines = EnvCheck.run("Right", RightWalk::new, LIMIT).stream()
                .map(Finding::code)
                .toList();
        for (int i = 1; i <= 12; i++) {
            String code = "E%s%s".formatted(i < 10 ? "0" : "", i);
            assertThat(lines).contains(code);
            assertThat(broken.contains(code) || code.equals("E04")).as(code).isTrue(); // E04 needs a registered env
        }
        for (int i = 1; i <= 5; i++) {
            assertThat(lines).contains("W0" + i);
            assertThat(broken).contains("W0" + i);
        }
    }

    @Test
    void thePageListsEveryRule() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("../docs/envs.md")).stream()
                .filter(line -> line.matches("\\| [EWI]\\d\\d \\|.*"))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(ContractRule.values())
                        .map(rule -> "| %s | %s | %s |".formatted(rule.code(), rule.title(), rule.meaning()))
                        .toList());
    }
}

package slmlab.env.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.env.check.EnvCheck.Level;
import slmlab.tensor.State;

class EnvCheckTest {

    static List<String> ids() {
        return Envs.all().stream().map(Envs.Entry::id).toList();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void everyRegisteredEnvKeepsTheContract(String id) {
        assertThat(EnvCheck.run(id, Map.of()))
                .hasSizeGreaterThan(10)
                .noneMatch(finding -> finding.level() == Level.BROKEN);
    }

    /// Steps of a tenth of a second, by a clock that the env moves itself.
    @Test
    void aSlowEnvIsCheckedInHalfAMinuteAndWhatWasLeftOutIsSaid() {
        AtomicInteger steps = new AtomicInteger();
        Supplier<Env> slow = () -> new RightWalk() {
            @Override
            public void step(Frame frame) {
                steps.incrementAndGet();
                super.step(frame);
            }
        };
        List<Finding> told = new ArrayList<>();
        CheckBudget patience = new CheckBudget(30, () -> steps.get() * 100_000_000L);
        List<Finding> findings = EnvCheck.run(Subject.of("Slow", slow, 100, patience), told::add);
        assertThat(told).isEqualTo(findings);
        assertThat(steps.get()).isBetween(200, 300 + 2 * 64); // speed takes some steps between two looks at the clock
        assertThat(findings).noneMatch(finding -> finding.level() == Level.BROKEN);
        assertThat(findings).last().satisfies(last -> {
            assertThat(last.rule()).isEqualTo("skipped");
            assertThat(last.text())
                    .startsWith("the env is too slow to check in 30 s; fewer steps than usual for runs,");
        });
        assertThat(findings)
                .filteredOn(finding -> finding.rule().equals("runs"))
                .singleElement()
                .satisfies(runs -> assertThat(runs.text()).doesNotContain("1,000"));
    }

    /// A walk ends by its time limit alone.
    @Test
    void endsThatAreNoTerminationsAreCountedApart() {
        List<Finding> findings =
                EnvCheck.run(Subject.of("Walk", RightWalk::new, 10, new CheckBudget(30, () -> 0)), _ -> {});
        assertThat(findings)
                .filteredOn(finding -> finding.rule().equals("ends"))
                .singleElement()
                .satisfies(ends -> assertThat(ends.text())
                        .matches("[1-9]\\d* episodes ended and restarted, 0 of them terminated"));
    }

    @Test
    void whatThereIsNoTimeForIsNotCalledRight() {
        AtomicInteger steps = new AtomicInteger();
        Supplier<Env> slow = () -> new RightWalk() {
            @Override
            public void step(Frame frame) {
                steps.incrementAndGet();
                super.step(frame);
            }
        };
        CheckBudget patience = new CheckBudget(30, () -> steps.get() * 20_000_000_000L); // 20 s a step
        List<Finding> findings = EnvCheck.run(Subject.of("Slower", slow, 100, patience), _ -> {});
        assertThat(findings)
                .extracting(Finding::rule)
                .containsExactly("spaces", "reset", "runs", "observations", "skipped");
        assertThat(findings.getLast().text())
                .contains("not tested at all: rewards, facts, ends, time limit, same seed, ");
    }

    @Test
    void aGoodEnvHasNothingBroken() {
        assertThat(broken(RightWalk::new)).isEmpty();
    }

    @Test
    void aFieldThatResetForgetsIsFound() {
        Finding finding = onlyBroken(() -> new RightWalk() {
            private int ever;

            @Override
            public void step(Frame frame) {
                super.step(frame);
                frame.reward(ever++ % 7);
            }
        });
        assertThat(finding.rule()).isEqualTo("same seed");
    }

    @Test
    void saveWithoutLoadIsFound() {
        Finding finding = onlyBroken(() -> new RightWalk() {
            @Override
            public boolean save(State to) {
                return true;
            }
        });
        assertThat(finding.rule()).isEqualTo("save and load");
        assertThat(finding.text()).contains("needs load() too");
    }

    @Test
    void spacesThatChangeAreFound() {
        Finding finding = onlyBroken(() -> new RightWalk() {
            @Override
            public Space obsSpace() {
                return Space.Box.of(0, 10 + taken, 1);
            }
        });
        assertThat(finding.rule()).isEqualTo("fixed spaces");
    }

    @Test
    void aDeterministicEnvIsOnlyAWarning() {
        List<Finding> findings = EnvCheck.run(
                "Walk",
                () -> new RightWalk() {
                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        at = 5;
                        taken = 0;
                        frame.obs(0, at);
                    }
                },
                LIMIT);
        assertThat(findings).noneMatch(finding -> finding.level() == Level.BROKEN);
        assertThat(findings)
                .anyMatch(finding -> finding.rule().equals("other seeds") && finding.level() == Level.WARNING);
    }

    @Test
    void aSlowEnvIsOnlyAWarning() {
        List<Finding> findings = EnvCheck.run(
                "Walk",
                () -> new RightWalk() {
                    @Override
                    public void step(Frame frame) {
                        super.step(frame);
                        long start = System.nanoTime();
                        while (System.nanoTime() - start < 150_000) {
                            Thread.onSpinWait();
                        }
                    }
                },
                LIMIT);
        assertThat(findings).noneMatch(finding -> finding.level() == Level.BROKEN);
        assertThat(findings)
                .filteredOn(finding -> finding.rule().equals("speed"))
                .singleElement()
                .satisfies(speed -> assertThat(speed.level()).isEqualTo(Level.WARNING));
    }

    @Test
    void wrongArgumentsAreRefusedAsByMake() {
        assertThatThrownBy(() -> EnvCheck.run("CartPole-v1", Map.of("wind", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wind is unknown");
    }

    private static final int LIMIT = 50;

    private static List<Finding> broken(Supplier<? extends Env> make) {
        return EnvCheck.run("Walk", make, LIMIT).stream()
                .filter(finding -> finding.level() == Level.BROKEN)
                .toList();
    }

    private static Finding onlyBroken(Supplier<? extends Env> make) {
        List<Finding> broken = broken(make);
        assertThat(broken).hasSize(1);
        return broken.getFirst();
    }
}

package slmlab.env.wrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import slmlab.env.Env;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack.Config;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// `env.autoreset: next_step`, by hand: env 0 ends after two steps by its rules, env 1 after three by the time limit.
class NextStepResetTest {

    /// Shows 10·episode + step and rewards each step with its number.
    private static final class Counting implements Env {
        private final boolean masked;
        private int episode;
        private int at;
        private boolean endsEarly;
        private boolean isPart;

        Counting(boolean masked) {
            this.masked = masked;
        }

        @Override
        public Space obsSpace() {
            return Space.Box.of(0, 1000, 1);
        }

        @Override
        public Space actionSpace() {
            return new Space.Discrete(2);
        }

        @Override
        public boolean hasActionMask() {
            return masked;
        }

        @Override
        public void seed(long seed) {
            endsEarly = seed % 2 == 0;
            episode = 0;
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            episode++;
            at = 0;
            show(frame);
        }

        @Override
        public void step(Frame frame) {
            at++;
            frame.reward(at);
            if (endsEarly && at == 2) {
                frame.terminate();
            }
            isPart = episode == 3;
            show(frame);
        }

        @Override
        public boolean endedPart() {
            return isPart;
        }

        private void show(Frame frame) {
            frame.obs(0, 10 * episode + at);
            if (masked) {
                frame.mask(0, at < 3); // after three steps only action 1 is left
                frame.mask(1, true);
            }
        }

        @Override
        public boolean save(State to) {
            to.put("episode", episode);
            to.put("at", at);
            to.put("ends_early", endsEarly ? 1 : 0);
            to.put("part", isPart ? 1 : 0);
            return true;
        }

        @Override
        public void load(State from, NumpyRandom random) {
            episode = (int) from.whole("episode");
            at = (int) from.whole("at");
            endsEarly = from.whole("ends_early") != 0;
            isPart = from.whole("part") != 0;
        }
    }

    private static VecEnv counting(boolean masked) {
        return new EnvVector("Counting-v0", () -> new Counting(masked), 2, 3);
    }

    private static WrapperStack stack(Config config) {
        return WrapperStack.of(counting(false), config, 0.5);
    }

    private static Config nextStep(boolean normalized, int frames) {
        return new Config(normalized, null, normalized, null, null, frames, true, 1, false, List.of(), false, true);
    }

    private static final Array ACTION = Array.ofInts(Shape.of(2), 1, 1);

    private static String row(Step step) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < 2; i++) {
            row.append((int) step.obs().floats()[i])
                    .append(step.terminated().bytes()[i] != 0 ? "T" : "")
                    .append(step.truncated().bytes()[i] != 0 ? "C" : "")
                    .append(":")
                    .append((int) step.reward().floats()[i])
                    .append(i == 0 ? " " : "");
        }
        return row.toString();
    }

    @Test
    void theStepAfterAnEndShowsTheNextEpisodeWithRewardZero() {
        WrapperStack stack = stack(nextStep(false, 1));
        Step step = stack.env().reset(0);
        List<String> rows = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        for (int t = 1; t <= 7; t++) {
            stack.env().step(ACTION);
            rows.add(row(step));
            EpisodeStats episodes = stack.episodes();
            for (int k = 0; k < episodes.ended(); k++) {
                ended.add("%d: env %d, %.0f in %d"
                        .formatted(t, episodes.env(k), episodes.episodeReturn(k), episodes.episodeLength(k)));
            }
            if (t == 2) {
                assertThat(step.finalObs().floats()[0]).isEqualTo(12);
            }
        }
        assertThat(rows)
                .containsExactly(
                        "11:1 11:1",
                        "12T:2 12:2", // env 0 shows what it ended with
                        "20:0 13C:3", // env 0 begins, whatever its action
                        "21:1 20:0",
                        "22T:2 21:1",
                        "30:0 22:2",
                        "31:1 23C:3");
        assertThat(ended)
                .containsExactly("2: env 0, 3 in 2", "3: env 1, 6 in 3", "5: env 0, 3 in 2", "7: env 1, 6 in 3");
    }

    /// Recorded from Gymnasium 1.4's vector of two CartPoles, seed 0, whose default is next-step: the pole's angle.
    @Test
    void cartPoleEndsAsGymnasiumsVectorDoes() {
        WrapperStack stack = WrapperStack.of(Envs.make("CartPole-v1", 2, Map.of()), nextStep(false, 1), 0.99);
        Step step = stack.env().reset(0);
        Map<Integer, String> rows = new TreeMap<>();
        for (int t = 1; t <= 40; t++) {
            stack.env().step(Array.ofInts(Shape.of(2), 1, (t - 1) % 3 != 0 ? 1 : 0));
            String row = "";
            for (int i = 0; i < 2; i++) {
                boolean ended = step.terminated().bytes()[i] != 0;
                if (ended || step.reward().floats()[i] == 0) {
                    row += "%d %s %s "
                            .formatted(i, ended ? "ends" : "begins", step.obs().floats()[4 * i + 2]);
                }
            }
            if (!row.isEmpty()) {
                rows.put(t, row.strip());
            }
        }
        assertThat(rows)
                .containsExactly(
                        Map.entry(8, "0 ends -0.2282054"),
                        Map.entry(9, "0 begins 0.010663577"),
                        Map.entry(16, "1 ends -0.23216093"),
                        Map.entry(17, "1 begins 0.03277026"),
                        Map.entry(19, "0 ends -0.2521455"),
                        Map.entry(20, "0 begins 0.031585354"),
                        Map.entry(30, "0 ends -0.24078488"),
                        Map.entry(31, "0 begins 0.022965545"),
                        Map.entry(34, "1 ends -0.23995991"),
                        Map.entry(35, "1 begins 0.02535131"));
    }

    @Test
    void theEndOfAPartPausesNothing() {
        WrapperStack stack = stack(nextStep(false, 1));
        Step step = stack.env().reset(0);
        for (int t = 1; t <= 8; t++) {
            stack.env().step(ACTION);
        }
        assertThat(row(step)).isEqualTo("40T:2 30:0"); // the third episode of env 0 ends a part: its game continues
        stack.env().step(ACTION);
        assertThat(row(step)).isEqualTo("41:1 31:1");
    }

    @Test
    void evaluationsRestartAtOnce() {
        Config config = nextStep(false, 1);
        WrapperStack evaluation = stack(config).evaluating(counting(false), config, 0.5);
        Step step = evaluation.env().reset(0);
        evaluation.env().step(ACTION);
        evaluation.env().step(ACTION);
        assertThat(row(step)).isEqualTo("20T:2 12:2");
        evaluation.env().step(ACTION);
        assertThat(row(step)).isEqualTo("21:1 20C:3");
    }

    @Test
    void wrappersInsideLeaveThePausedStepOut() {
        WrapperStack paused = stack(nextStep(true, 1));
        paused.env().reset(0);
        for (int t = 0; t < 3; t++) {
            paused.env().step(ACTION);
        }
        // seen of env 0: 10 11 12 20 and no 20 again; of env 1: 10 11 12 13 20
        assertThat(Objects.requireNonNull(paused.obs()).stats().mean(0)).isEqualTo(119 / 9.0, within(1e-3));
        // discounted returns, γ = ½: 1, 2.5 of env 0; 1, 2.5, 4.25 of env 1
        assertThat(Objects.requireNonNull(paused.reward()).stats().mean(0)).isEqualTo(11.25 / 5, within(1e-3));

        WrapperStack frames = stack(nextStep(false, 2));
        Step step = frames.env().reset(0);
        frames.env().step(ACTION);
        frames.env().step(ACTION);
        assertThat(step.obs().floats()).startsWith(11, 12);
        frames.env().step(ACTION);
        assertThat(step.obs().floats()).startsWith(20, 20); // nothing of the episode before
        frames.env().step(ACTION);
        assertThat(step.obs().floats()).startsWith(20, 21);

        VecEnv envs = counting(false);
        envs.pauseAfterEnds();
        VecEnv timed = new NextStepReset(Wrappers.timeAware(envs, 10));
        Step time = timed.reset(0);
        timed.step(ACTION);
        timed.step(ACTION);
        assertThat(time.obs().floats()).startsWith(12, 0.2f);
        timed.step(ACTION);
        assertThat(time.obs().floats()).startsWith(20, 0);
        timed.step(ACTION);
        assertThat(time.obs().floats()).startsWith(21, 0.1f);
    }

    @Test
    void anActionThatIsIgnoredIsNeitherDelayedNorRepeated() {
        VecEnv inside = counting(false);
        inside.pauseAfterEnds();
        List<Integer> taken = new ArrayList<>();
        VecEnv delayed = Wrappers.actionDelay(new Noting(inside, taken), 1);
        delayed.reset(0);
        for (int t = 0; t < 4; t++) {
            delayed.step(ACTION);
        }
        assertThat(taken).startsWith(0, 1).element(3).isEqualTo(0); // not the 1 of the step that was ignored

        VecEnv other = counting(false);
        other.pauseAfterEnds();
        List<Integer> repeated = new ArrayList<>();
        VecEnv sticky = Wrappers.stickyActions(new Noting(other, repeated), 1);
        sticky.reset(0);
        for (int action : new int[] {1, 1, 1, 0}) {
            sticky.step(Array.ofInts(Shape.of(2), action, action));
        }
        assertThat(repeated).containsExactly(1, 1, 1, 0); // the first of the second episode is the given one
    }

    /// Notes the actions of env 0.
    private static final class Noting extends Wrapper {
        private final List<Integer> taken;

        Noting(VecEnv inner, List<Integer> taken) {
            super("noting", inner);
            this.taken = taken;
        }

        @Override
        protected Array act(Array action) {
            taken.add(action.ints()[0]);
            return action;
        }
    }

    @Test
    void shapedAndPenalizedRewardsAreZeroInAPausedStep() {
        VecEnv envs = counting(false);
        envs.pauseAfterEnds();
        VecEnv shaped = Wrappers.potentialShaping(envs, 0.5, 1, List.of(), List.of());
        VecEnv clipped = Wrappers.clipReward(shaped, 5, 9);
        Step step = clipped.reset(0);
        for (int t = 0; t < 3; t++) {
            clipped.step(ACTION);
        }
        assertThat(step.reward().floats()[0]).isZero();
        assertThat(step.reward().floats()[1]).isNotZero();
    }

    @Test
    void masksAtAnEndAreThoseOfTheFinalObservation() {
        WrapperStack stack = WrapperStack.of(counting(true), nextStep(false, 1), 0.5);
        Step step = stack.env().reset(0);
        for (int t = 0; t < 3; t++) {
            stack.env().step(ACTION);
        }
        assertThat(step.truncated().bytes()[1]).isEqualTo((byte) 1);
        assertThat(Objects.requireNonNull(step.actionMask()).bytes()).containsExactly(1, 1, 0, 1);
        stack.env().step(ACTION);
        assertThat(Objects.requireNonNull(step.actionMask()).bytes()).containsExactly(1, 1, 1, 1);
    }

    @Test
    void aStateSavedBetweenTwoEpisodesResumes() {
        WrapperStack stack = stack(nextStep(true, 1));
        Step step = stack.env().reset(0);
        for (int saveAt = 1; saveAt <= 6; saveAt++) {
            stack.env().step(ACTION);
            State state = new State();
            stack.env().save(state);
            WrapperStack other = stack(nextStep(true, 1));
            Step resumed = other.env().load(state);
            assertThat(resumed.obs().floats()).isEqualTo(step.obs().floats());
            WrapperStack again = stack(nextStep(true, 1));
            Step whole = again.env().reset(0);
            for (int t = 0; t < saveAt; t++) {
                again.env().step(ACTION);
            }
            for (int t = 0; t < 3; t++) {
                again.env().step(ACTION);
                other.env().step(ACTION);
                assertThat(resumed.obs().floats()).isEqualTo(whole.obs().floats());
                assertThat(resumed.reward().floats()).isEqualTo(whole.reward().floats());
            }
        }
    }
}

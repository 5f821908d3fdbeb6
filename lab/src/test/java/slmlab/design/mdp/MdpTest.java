package slmlab.design.mdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MdpTest {

    /// The grid of Sutton and Barto, example 4.1: 4×4, two opposite corners are terminal, −1 forevery step.
    private static Mdp grid() {
        Mdp.Builder builder = new Mdp.Builder(16, 4, 1).terminal(0).terminal(15);
        int[] rows = {-1, 1, 0, 0};
        int[] columns = {0, 0, -1, 1};
        for (int state = 0; state < 16; state++) {
            for (int action = 0; action < 4; action++) {
                int row = Math.clamp(state / 4 + rows[action], 0, 3);
                int column = Math.clamp(state % 4 + columns[action], 0, 3);
                builder.add(state, action, 4 * row + column, 1, -1);
            }
        }
        return builder.build();
    }

    @Test
    void aRandomWalkOnTheGridTakesAsLongAsTheBookSays() {
        double[][] uniform = new double[16][4];
        for (double[] row : uniform) {
            Arrays.fill(row, 0.25);
        }
        double[] book = {0, -14, -20, -22, -14, -18, -20, -20, -20, -20, -18, -14, -22, -20, -14, 0};
        assertThat(grid().evaluate(uniform)).containsExactly(book, offset(1e-9));
    }

    @Test
    void theOptimalWalkIsTheShortest() {
        double[] shortest = {0, -1, -2, -3, -1, -2, -3, -2, -2, -3, -2, -1, -3, -2, -1, 0};
        assertThat(grid().valueIteration(0)).containsExactly(shortest);
    }

    /// Two states and a terminal one, every reward negative, γ = ½; action 0 is missing in state 0. There V₀ = −1 +
    /// ½V₁, and V₁ = max(−4, −1 + ½V₀): V₀ = −1 + ½(−1 + ½V₀) gives V₀ = V₁ = −2. An action that is missing is
    /// worth nothing, rather than 0, which would be more than all others.
    @Test
    void anActionThatIsMissingIsNotBetterThanNegativeRewards() {
        Mdp mdp = new Mdp.Builder(3, 2, 0.5)
                .add(0, 1, 1, 1, -1)
                .add(1, 0, 2, 1, -4)
                .add(1, 1, 0, 1, -1)
                .terminal(2)
                .build();
        assertThat(mdp.sweep(new double[3])).containsExactly(-1, -1, 0);
        assertThat(mdp.valueIteration(1e-14)).containsExactly(new double[] {-2, -2, 0}, offset(1e-12));
        assertThat(mdp.policyIteration()).containsExactly(new double[] {-2, -2, 0}, offset(1e-12));
        double[] value = {-2, -2, 0};
        assertThat(mdp.allows(0, 0)).isFalse();
        assertThat(mdp.greedy(value, 0, 1e-9).stream().toArray()).containsExactly(1);
        assertThat(mdp.greedy(value, 1, 1e-9).stream().toArray()).containsExactly(1);
        assertThat(mdp.greedy(value, 2, 1e-9).isEmpty()).isTrue();
        assertThat(mdp.best(value, 2)).isZero();
        assertThat(mdp.evaluate(new int[] {1, 0, 0})).containsExactly(new double[] {-3, -4, 0}, offset(1e-12));
        Mdp shaped = mdp.shaped(new double[] {1, -1, 5}); // V − Φ, and the missing action stays missing
        assertThat(shaped.policyIteration()).containsExactly(new double[] {-3, -1, 0}, offset(1e-12));
        assertThat(shaped.allows(0, 0)).isFalse();
    }

    @Test
    void policiesThatNeverEndHaveNoValue() {
        assertThatThrownBy(() -> grid().evaluate(new int[16])) // always up: states of the last rows never end
                .isInstanceOf(ArithmeticException.class);
        Mdp given = new Mdp.Builder(1, 1, 1).add(0, 0, 0, 1, 1).build();
        assertThatThrownBy(() -> given.valueIteration(1e-9)).isInstanceOf(ArithmeticException.class);
    }

    static List<Integer> seeds() {
        return IntStream.range(0, 100).boxed().toList();
    }

    /// A random problem of 20 states and 3 actions, each with up to 4 outcomes; two states are terminal.
    private static Mdp random(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Mdp.Builder builder = new Mdp.Builder(20, 3, 0.9).terminal(18).terminal(19);
        for (int state = 0; state < 18; state++) {
            for (int action = 0; action < 3; action++) {
                double[] shares = random.doubles(4).toArray();
                double sum = Arrays.stream(shares).sum();
                for (double share : shares) {
                    builder.add(state, action, random.nextInt(20), share / sum, random.nextDouble(-1, 1));
                }
            }
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void valueAndPolicyIterationAgree(int seed) {
        Mdp mdp = random(seed);
        assertThat(mdp.policyIteration()).containsExactly(mdp.valueIteration(1e-13), offset(1e-11));
    }

    /// Ng, Harada and Russell 1999: V′ = V − Φ, and the greedy actions stay.
    @ParameterizedTest
    @MethodSource("seeds")
    void potentialShapingKeepsTheOptimalPolicy(int seed) {
        Mdp mdp = random(seed);
        double[] potential =
                new SplittableRandom(seed + 1000).doubles(20, -5, 5).toArray();
        Mdp shaped = mdp.shaped(potential);
        double[] value = mdp.policyIteration();
        double[] shapedValue = shaped.policyIteration();
        for (int state = 0; state < 18; state++) {
            assertThat(shapedValue[state]).isCloseTo(value[state] - potential[state], offset(1e-9));
            assertThat(shaped.greedy(shapedValue, state, 1e-9)).isEqualTo(mdp.greedy(value, state, 1e-9));
        }
        assertThat(shapedValue[18]).isZero();
    }

    @Test
    void aBonusOnAWayAndNoneBackIsAPositiveCycle() {
        Mdp.Builder line = new Mdp.Builder(3, 2, 0.9).terminal(2);
        line.add(0, 0, 1, 1, 1).add(0, 1, 0, 1, 0).add(1, 0, 2, 1, 5).add(1, 1, 0, 1, 0);
        assertThat(Cycles.positive(line.build()).orElseThrow()).containsExactlyInAnyOrder(0, 1);
        Mdp.Builder potential = new Mdp.Builder(3, 2, 0.9).terminal(2);
        potential.add(0, 0, 1, 1, 1).add(0, 1, 0, 1, 0).add(1, 0, 2, 1, 5).add(1, 1, 0, 1, -1);
        assertThat(Cycles.positive(potential.build())).isEqualTo(Optional.empty());
    }

    @Test
    void fourRoomsHasItsValue() {
        FourRooms rooms = new FourRooms(7, 9);
        assertThat(rooms.size()).isEqualTo(104);
        double[] value = rooms.mdp().valueIteration(1e-14);
        assertThat(value[rooms.state(1, 1)]).isCloseTo(0.0931093, offset(1e-6));
    }

    @Test
    void hallwayOptionsSpreadValuesInTwoSweeps() {
        FourRooms rooms = new FourRooms(7, 9);
        OptionPlanning options = new OptionPlanning(rooms.mdp(), rooms.hallways());
        assertThat(valued(options.sweep(options.sweep(new double[104])))).isEqualTo(103);
        Mdp mdp = rooms.mdp();
        assertThat(valued(mdp.sweep(mdp.sweep(new double[104])))).isEqualTo(8);
    }

    @Test
    void hallwayOptionsConvergeInSixSweepsAndPrimitiveActionsIn38() {
        FourRooms rooms = new FourRooms(7, 9);
        OptionPlanning options = new OptionPlanning(rooms.mdp(), rooms.hallways());
        assertThat(sweeps(options::sweep, options.plan(1e-14))).isEqualTo(6);
        assertThat(sweeps(rooms.mdp()::sweep, rooms.mdp().valueIteration(1e-14)))
                .isEqualTo(38);
    }

    @Test
    void optionsWithPrimitiveActionsEndAtTheOptimum() {
        FourRooms rooms = new FourRooms(7, 9);
        double[] optimal = rooms.mdp().valueIteration(1e-14);
        OptionPlanning all = new OptionPlanning(rooms.mdp(), rooms.withPrimitives(rooms.mdp()));
        assertThat(all.plan(1e-14)).containsExactly(optimal, offset(1e-9));
    }

    @Test
    void optionsThatStopAtAGoalInsideARoomSaveSweeps() {
        FourRooms rooms = new FourRooms(9, 9);
        double[] optimal = rooms.mdp().valueIteration(1e-14);
        assertThat(sweeps(rooms.mdp()::sweep, optimal)).isEqualTo(40);
        OptionPlanning all = new OptionPlanning(rooms.mdp(), rooms.withPrimitives(rooms.mdp()));
        assertThat(sweeps(all::sweep, optimal)).isEqualTo(19);
    }

    /// Options that were modeled without the goal walk over it: alone they never find it, and beside primitive
    /// actions they save fewer sweeps.
    @Test
    void optionsThatDoNotKnowAGoalInsideARoomSaveFewerSweeps() {
        FourRooms rooms = new FourRooms(9, 9);
        Mdp mdp = rooms.mdp();
        double[] optimal = mdp.valueIteration(1e-14);
        OptionPlanning unaware = new OptionPlanning(rooms.withoutGoal(), rooms.hallways());
        assertThat(valued(unaware.plan(1e-14))).isZero();
        Sweep both = value -> {
            double[] byActions = mdp.sweep(value);
            double[] byOptions = unaware.sweep(value);
            double[] best = new double[value.length];
            Arrays.setAll(best, i -> mdp.isTerminal(i) ? 0 : Math.max(byActions[i], byOptions[i]));
            return best;
        };
        assertThat(sweeps(both, optimal)).isEqualTo(21);
    }

    private interface Sweep {
        double[] of(double[] value);
    }

    /// Return the number of sweeps, each from the old values alone and beginning with zeros, until the largest
    /// error is below 1e-3.
    private static int sweeps(Sweep sweep, double[] optimal) {
        double[] value = new double[optimal.length];
        int sweeps = 0;
        while (Mdp.distance(value, optimal) >= 1e-3) {
            value = sweep.of(value);
            sweeps++;
        }
        return sweeps;
    }

    private static long valued(double[] value) {
        return Arrays.stream(value).filter(each -> each > 0).count();
    }

    @Test
    void statesThatCanBeReachedIncludeTheFirst() {
        BitSet first = new BitSet();
        first.set(0);
        assertThat(Cycles.reachable(random(3), first).cardinality()).isGreaterThan(10);
        assertThat(Cycles.classes(grid())).isEqualTo(3); // two corners, and all the rest
    }
}

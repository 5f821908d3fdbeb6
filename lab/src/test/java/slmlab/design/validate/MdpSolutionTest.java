package slmlab.design.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.design.validate.MdpSolution.StateValue;

class MdpSolutionTest {
    private static final OptionalDouble OWN = OptionalDouble.empty();
    private static final String[] ROOMS = {
        "#############",
        "#     #     #",
        "#     #     #",
        "#           #",
        "#     #     #",
        "#     #     #",
        "## ####     #",
        "#     ### ###",
        "#     #     #",
        "#     #     #",
        "#           #",
        "#     #     #",
        "#############"
    };
    private static final int[] DOWN = {-1, 1, 0, 0};
    private static final int[] RIGHT = {0, 0, -1, 1};
    private static final String[] NAMES = {"up", "down", "left", "right"};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("mdp.yaml"), text);
    }

    /// The grid of Sutton and Barto, example 4.1: two opposite corners are terminal, −1 for every step.
    private Path grid() throws IOException {
        StringBuilder rows = new StringBuilder();
        StringBuilder rewards = new StringBuilder();
        for (int state = 1; state < 15; state++) {
            rows.append("  s%s: {".formatted(state));
            rewards.append("  s%s: {".formatted(state));
            for (int action = 0; action < 4; action++) {
                int row = Math.clamp(state / 4 + DOWN[action], 0, 3);
                int column = Math.clamp(state % 4 + RIGHT[action], 0, 3);
                rows.append("%s: {s%s: 1}, ".formatted(NAMES[action], 4 * row + column));
                rewards.append("%s: -1, ".formatted(NAMES[action]));
            }
            rows.append("}\n");
            rewards.append("}\n");
        }
        StringBuilder states = new StringBuilder();
        for (int state = 0; state < 16; state++) {
            states.append("s%s, ".formatted(state));
        }
        return file("""
                states: [%s]
                actions: [up, down, left, right]
                terminal: [s0, s15]
                start: s3
                gamma: 1
                P:
                %sR:
                %s""".formatted(states, rows, rewards));
    }

    private static double[] values(MdpSolution solution) {
        return solution.states().stream().mapToDouble(StateValue::value).toArray();
    }

    private static List<String> actions(MdpSolution solution, int state) {
        return solution.states().get(state).actions();
    }

    @Test
    void randomActionsOnTheGridTakeAsLongAsTheBookSays() throws IOException {
        double[] book = {0, -14, -20, -22, -14, -18, -20, -20, -20, -20, -18, -14, -22, -20, -14, 0};
        MdpSolution solution = MdpSolution.uniform(grid(), OWN);
        assertThat(values(solution)).containsExactly(book, offset(1e-9));
        assertThat(solution.valueAtStart()).isEqualTo(-22, offset(1e-9));
        assertThat(solution.sweeps()).isEmpty();
        assertThat(solution.states())
                .allSatisfy(each -> assertThat(each.actions()).isEmpty());
    }

    @Test
    void theBestActionsOfTheGridAreAllThatTie() throws IOException {
        MdpSolution solution = MdpSolution.optimal(grid(), OWN);
        assertThat(values(solution)).containsExactly(0, -1, -2, -3, -1, -2, -3, -2, -2, -3, -2, -1, -3, -2, -1, 0);
        assertThat(solution.sweeps()).hasValue(4); // 3 steps at most, and one sweep that changes nothing
        assertThat(actions(solution, 1)).containsExactly("left");
        assertThat(actions(solution, 3)).containsExactly("down", "left"); // three steps to either corner
        assertThat(actions(solution, 5)).containsExactly("up", "left");
        assertThat(actions(solution, 6)).containsExactly("up", "down", "left", "right");
        assertThat(actions(solution, 15)).isEmpty();
        assertThat(solution.states().getLast().terminal()).isTrue();
    }

    /// With γ = ½, −1 for each of n steps sums to −2(1 − ½ⁿ).
    @Test
    void anotherDiscountReplacesTheFiles() throws IOException {
        MdpSolution solution = MdpSolution.optimal(grid(), OptionalDouble.of(0.5));
        assertThat(solution.gamma()).isEqualTo(0.5);
        assertThat(values(solution)[1]).isEqualTo(-1);
        assertThat(values(solution)[3]).isEqualTo(-1.75, offset(1e-9));
        assertThatThrownBy(() -> MdpSolution.optimal(grid(), OptionalDouble.of(1.5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ERROR M10 gamma is 1.5");
    }

    /// The four rooms of Sutton, Precup and Singh 1999 with the goal in the door (7, 9), from a file.
    @Test
    void theCornerOfTheFourRoomsHasItsKnownValue() throws IOException {
        StringBuilder states = new StringBuilder();
        StringBuilder rows = new StringBuilder();
        StringBuilder rewards = new StringBuilder();
        for (int row = 1; row < 12; row++) {
            for (int column = 1; column < 12; column++) {
                if (ROOMS[row].charAt(column) != '#') {
                    String state = "%s_%s".formatted(row, column);
                    states.append(state).append(", ");
                    if (!state.equals("7_9")) {
                        rows.append("  %s: {%s}\n".formatted(state, moves(row, column)));
                        rewards.append("  %s: {up: {7_9: 1}, down: {7_9: 1}, left: {7_9: 1}, right: {7_9: 1}}\n"
                                .formatted(state));
                    }
                }
            }
        }
        MdpSolution solution =
                MdpSolution.optimal(file("""
                        states: [%s]
                        actions: [up, down, left, right]
                        terminal: [7_9]
                        start: 1_1
                        gamma: 0.9
                        P:
                        %sR:
                        %s""".formatted(states, rows, rewards).replace("_", "x")), OWN);
        assertThat(solution.states()).hasSize(104);
        assertThat(solution.valueAtStart()).isEqualTo(0.0931093, offset(1e-6));
    }

    private static String moves(int row, int column) {
        StringBuilder moves = new StringBuilder();
        for (int action = 0; action < 4; action++) {
            moves.append("%s: {".formatted(NAMES[action]));
            Map<String, Integer> ninths = new TreeMap<>();
            for (int taken = 0; taken < 4; taken++) {
                int r = row + DOWN[taken];
                int c = column + RIGHT[taken];
                String to = ROOMS[r].charAt(c) == '#' ? "%s_%s".formatted(row, column) : "%s_%s".formatted(r, c);
                ninths.merge(to, taken == action ? 6 : 1, Integer::sum);
            }
            ninths.forEach((to, share) -> moves.append("%s: %s, ".formatted(to, share / 9.0)));
            moves.append("}, ");
        }
        return moves.toString();
    }

    /// One state, and 1 for each of three steps, or 2 and the end: 1 + 1 + 2 with γ = 1.
    @Test
    void aHorizonCountsTheStepsThatAreLeft() throws IOException {
        Path file = file("""
                states: [here, end]
                actions: [stay, leave]
                terminal: [end]
                gamma: 1
                horizon: 3
                P: {here: {stay: {here: 1}, leave: {end: 1}}}
                R: {here: {stay: 1, leave: 2}}
                """);
        MdpSolution solution = MdpSolution.optimal(file, OWN);
        assertThat(solution.valueAtStart()).isEqualTo(4);
        assertThat(solution.sweeps()).hasValue(3);
        assertThat(actions(solution, 0)).containsExactly("stay");
        // ½(1 + v₂) + ½·2, where v₂ = ½(1 + v₁) + 1 and v₁ = 1.5: v₂ = 2.25, v₃ = 2.625
        assertThat(MdpSolution.uniform(file, OWN).valueAtStart()).isEqualTo(2.625);
    }

    @Test
    void whatHasNoValuesIsRefusedWithTheReason() throws IOException {
        assertThatThrownBy(() ->
                        MdpSolution.optimal(file("observability: full\ngamma: 0.9\ntermination: [pole falls]\n"), OWN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("describes an MDP and has no table of its transitions");
        assertThatThrownBy(() -> MdpSolution.optimal(file("""
                                states: [a, b]
                                actions: [go]
                                gamma: 0.9
                                P: {a: {go: {b: 0.9}}, b: {go: {c: 1}}}
                                """), OWN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ERROR M04 P.a.go sums to 0.9")
                .hasMessageContaining("ERROR M02");
        assertThatThrownBy(() -> MdpSolution.uniform(file("""
                states: [a, end]
                actions: [stay, leave]
                terminal: [end]
                gamma: 1
                P: {a: {stay: {a: 1}, leave: {a: 1}}}
                horizon: 200000
                """), OWN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("horizon is 200000");
        assertThatThrownBy(() -> MdpSolution.optimal(
                        file("states: [a]\nactions: [go]\ngamma: 0.9999999\nP: {a: {go: {a: 1}}}\nR: {a: {go: 1}}\n"),
                        OWN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("do not settle with gamma 0.9999999");
    }
}

package slmlab.spec.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import slmlab.spec.key.Check;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Problems;

class SpecExceptionTest {

    @Test
    void allProblemsAreListedInColumns() {
        Problems problems = new Problems();
        problems.add("agent.algorithm.lam", "is %s; needs to lie in [0, 1]", 2.0);
        problems.add("env", "is 100 % wrong\nand more");
        assertThatThrownBy(() -> problems.throwIfAny("spec/x.json"))
                .isInstanceOf(SpecException.class)
                .hasMessage("""
                        spec/x.json has 2 problems
                          agent.algorithm.lam    is 2; needs to lie in [0, 1]
                          env                    is 100 % wrong and more""");
    }

    @Test
    void aProblemOfTheWholeFileIsOneLine() {
        assertThat(new SpecException("x.json", "is empty")).hasMessage("x.json is empty");
        assertThat(new SpecException("x.json", List.of(new Problem("env", "is missing"))))
                .hasMessage("x.json has 1 problem\n  env    is missing");
    }

    @Test
    void nothingFoundThrowsNothing() {
        new Problems().throwIfAny("x.json");
    }

    @Test
    void decimalNumbersAreWrittenShortly() {
        assertThatThrownBy(() -> Check.that(false, "lr is %s, not %s or %d", 3e-5, 2.0, 7))
                .isInstanceOf(ConfigException.class)
                .hasMessage("lr is 3e-05, not 2 or 7");
    }
}

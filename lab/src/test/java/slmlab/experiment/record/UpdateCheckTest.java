package slmlab.experiment.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

class UpdateCheckTest {

    @Test
    void weightsThatChangedAreCountedOnce() {
        Variables variables = new Variables();
        Variable first = variables.add("first", Array.of(Shape.of(2), 1f, 2f));
        Variable second = variables.add("second", Array.of(Shape.of(1), 3f));
        UpdateCheck check = new UpdateCheck(variables);
        assertThat(check.size()).isEqualTo(2);
        assertThat(check.changed()).isZero();
        first.array().floats()[1] = 2.5f;
        assertThat(check.changed()).isEqualTo(1);
        assertThat(check.changed()).isZero();
        first.array().floats()[0] = 0;
        second.array().floats()[0] = 4;
        assertThat(check.changed()).isEqualTo(2);
        second.array().floats()[0] = Float.NaN;
        assertThatThrownBy(check::changed)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("second has a weight that is NaN");
    }
}

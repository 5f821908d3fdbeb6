package slmlab.agent.net;

import java.util.List;
import slmlab.agent.net.setting.Activation;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;

/// The part of a net that turns observations into features. [Nets#register] adds one custom.
public interface Body {

    /// How many features a row has.
    int size();

    /// [rows, …] as the env shows them → [rows, size].
    Tensor apply(Tensor obs, ForwardPass pass);

    /// What an optimizer changes.
    List<Variable> parameters();

    /// What follows its last layer: the gain that `init_fn` gives to the tails depends on it.
    default Activation activation() {
        return Activation.IDENTITY;
    }

    /// How many numbers it keeps from step to step; 0 if it is not recurrent.
    default int stateSize() {
        return 0;
    }

    /// How many steps a window has in training; 1 if it is not recurrent.
    default int seqLen() {
        return 1;
    }
}

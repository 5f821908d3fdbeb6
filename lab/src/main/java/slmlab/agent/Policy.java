package slmlab.agent;

import slmlab.env.Step;
import slmlab.tensor.Array;

/// What an agent does, without learning: it remembers nothing but a recurrent net's state.
@FunctionalInterface
public interface Policy {

    /// One action per env, in an array that the next call overwrites. A recurrent policy forgets an env's past
    /// where the step says that its episode ended.
    Array act(Step step);
}

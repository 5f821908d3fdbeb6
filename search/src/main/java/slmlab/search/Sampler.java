package slmlab.search;

import java.util.List;
import slmlab.tensor.RandomStream;

/// Chooses what the next trial tries.
public interface Sampler {

    /// Return the point of a trial. It depends on the arguments alone, so that a study that resumes continues as
    /// one that was not stopped.
    ///
    /// @param number of the trial
    /// @param past trials that have ended, in the order of their numbers
    /// @param random of this trial
    double[] suggest(SearchSpace space, int number, List<Outcome> past, RandomStream random);
}

package slmlab.agent.net;

import java.util.List;
import slmlab.env.Space;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Variables;

/// What a net is built from beside its architecture.
///
/// @param name      before the names of all its variables
/// @param obs       what it reads
/// @param variables where its weights are added
/// @param random    what they begin with
public record NetParts(
        String name, Space obs, List<Tail> tails, Learning learning, Variables variables, RandomStream random) {}

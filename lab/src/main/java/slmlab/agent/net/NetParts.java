package slmlab.agent.net;

import java.util.List;
import slmlab.agent.net.setting.Activation;
import slmlab.agent.net.setting.Inits;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.env.Space;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variables;
import slmlab.tensor.nn.Init;

/// What a net is built from beside its architecture.
///
/// @param name      before the names of all its variables
/// @param obs       what it reads
/// @param variables where its weights are added
/// @param random    what they begin with
public record NetParts(
        String name, Space obs, List<Tail> tails, TrainingSettings learning, Variables variables, RandomStream random) {

    /// What the weights of a layer begin with, as the spec's `init_fn` says.
    ///
    /// @param activation what follows the layer
    public Init init(Activation activation) {
        return Inits.of(learning.initFn(), activation);
    }

    /// Observations as vectors: [rows, …] → [rows, obs.flatSize()], discrete values one-hot. Traced.
    public Tensor flat(Tensor x) {
        return FirstLayerInput.flat(obs, x);
    }

    /// Observations as images: [rows, …] → [rows, height, width, channels], bytes divided by 255 if the spec
    /// says `normalize`. Traced.
    public Tensor image(Tensor x) {
        return FirstLayerInput.image(obs, x, learning.normalize());
    }

    /// [height, width, channels] of the images that are observed.
    public Shape imageShape() {
        return FirstLayerInput.imageShape(obs);
    }
}

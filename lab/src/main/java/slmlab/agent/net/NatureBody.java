package slmlab.agent.net;

import java.util.List;
import slmlab.agent.net.setting.Activation;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;

/// The three convolutions of Mnih et al. 2015, "Human-level control through deep reinforcement learning", then fully
/// connected layers: a [ConvBody] with these filters, ReLU and no batch norm.
public final class NatureBody {

    public record Config(
            @Doc(value = "width of each fully connected layer behind the convolutions", example = "[512]")
            @Default("[512]")
            List<Integer> fcHidLayers) {

        public Config {
            fcHidLayers = List.copyOf(fcHidLayers);
            MlpBody.widths("fc_hid_layers", fcHidLayers);
        }

        /// The same as keys of a ConvNet.
        ConvBody.Config conv() {
            ConvBody.Config standard = Defaults.of(ConvBody.Config.class);
            return new ConvBody.Config(standard.convHidLayers(), fcHidLayers, Activation.RELU, false);
        }
    }

    private NatureBody() {}
}

package slmlab.agent.net;

import slmlab.agent.net.arc.ArcBody;
import slmlab.agent.net.setting.TrainingSettings;

/// A spec's `net` section, read.
///
/// @param type     the name under which [Nets] has it
/// @param learning what every type has
/// @param arch     what this type has, such as [MlpBody.Config]
public record NetConfig(String type, TrainingSettings learning, Record arch) {

    /// A type with its defaults.
    public static NetConfig defaults(String type) {
        return new NetConfig(type, TrainingSettings.defaults(), Nets.defaults(type));
    }

    /// Whether it reads the parts of a dict or a tuple one by one, and not all of it as one row.
    public boolean readsParts() {
        return arch instanceof MultiInputBody.Config;
    }

    /// What the actor is built from.
    public NetConfig actor() {
        return arch instanceof ArcBody.Config own ? new NetConfig(type, learning, own.actor()) : this;
    }

    /// What the critic is built from.
    public NetConfig critic() {
        return arch instanceof ArcBody.Config own ? new NetConfig(type, learning, own.critic()) : this;
    }
}

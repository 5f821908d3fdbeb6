package slmlab.env.toytext;

import slmlab.env.EnvProvider;
import slmlab.env.Envs;

/// Toy-text envs of Gymnasium 1.4.0, with its ids, time limits and keywords; older ids are aliases.
public final class ToyText implements EnvProvider {
    @Override
    public void register() {
        Envs.register("Blackjack-v1", 0, Blackjack::of);
        Envs.register("FrozenLake-v1", 100, args -> FrozenLake.of(args, "4x4"));
        Envs.register("FrozenLake8x8-v1", 200, args -> FrozenLake.of(args, "8x8"));
        Envs.register("CliffWalking-v1", 0, args -> CliffWalking.of(args, false));
        Envs.register("CliffWalkingSlippery-v1", 0, args -> CliffWalking.of(args, true));
        Envs.register("Taxi-v4", 200, Taxi::of);
        Envs.alias("CliffWalking-v0", "CliffWalking-v1");
        Envs.alias("Taxi-v3", "Taxi-v4");
    }
}

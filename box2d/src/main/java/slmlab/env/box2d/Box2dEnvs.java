package slmlab.env.box2d;

import slmlab.env.EnvProvider;
import slmlab.env.Envs;

/// Box2D envs of Gymnasium 1.4.0, with its ids, time limits and keywords; older ids are aliases.
public final class Box2dEnvs implements EnvProvider {
    @Override
    public void register() {
        Envs.register("LunarLander-v3", 1000, args -> LunarLander.of(args, false));
        Envs.register("LunarLanderContinuous-v3", 1000, args -> LunarLander.of(args, true));
        Envs.register("BipedalWalker-v3", 1600, args -> new BipedalWalker(args.flag("hardcore", false)));
        Envs.register("BipedalWalkerHardcore-v3", 2000, args -> new BipedalWalker(args.flag("hardcore", true)));
        Envs.alias("LunarLander-v2", "LunarLander-v3");
        Envs.alias("LunarLanderContinuous-v2", "LunarLanderContinuous-v3");
        Envs.alias("BipedalWalker-v2", "BipedalWalker-v3");
        Envs.alias("BipedalWalkerHardcore-v2", "BipedalWalkerHardcore-v3");
    }
}

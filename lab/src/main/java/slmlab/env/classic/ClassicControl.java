package slmlab.env.classic;

import slmlab.env.EnvProvider;
import slmlab.env.Envs;

/// Gymnasium's classic control envs.
public final class ClassicControl implements EnvProvider {
    @Override
    public void register() {
        Envs.register("CartPole-v0", 200, CartPole::new);
        Envs.register("CartPole-v1", 500, CartPole::new);
        Envs.register("MountainCar-v0", 200, args -> new MountainCar(args.number("goal_velocity", 0)));
        Envs.register(
                "MountainCarContinuous-v0", 999, args -> new MountainCarContinuous(args.number("goal_velocity", 0)));
        Envs.register("Pendulum-v1", 200, args -> new Pendulum(args.number("g", 10)));
        Envs.register("Acrobot-v1", 500, args -> new Acrobot());
    }
}

package slmlab.env;

/// Gymnasium's classic control: small worlds of a few equations.
final class ClassicControl {
    private ClassicControl() {}

    static void register() {
        Envs.register("CartPole-v0", 200, ClassicControl::cartPole);
        Envs.register("CartPole-v1", 500, ClassicControl::cartPole);
        Envs.register("MountainCar-v0", 200, args -> new MountainCar(args.number("goal_velocity", 0)));
        Envs.register(
                "MountainCarContinuous-v0", 999, args -> new MountainCarContinuous(args.number("goal_velocity", 0)));
        Envs.register("Pendulum-v1", 200, args -> new Pendulum(args.number("g", 10)));
        Envs.register("Acrobot-v1", 500, args -> new Acrobot());
    }

    private static Env cartPole(Args args) {
        return new CartPole(args.flag("sutton_barto_reward", false));
    }

    static float[] negated(float[] bounds) {
        float[] result = new float[bounds.length];
        for (int i = 0; i < bounds.length; i++) {
            result[i] = -bounds[i];
        }
        return result;
    }
}

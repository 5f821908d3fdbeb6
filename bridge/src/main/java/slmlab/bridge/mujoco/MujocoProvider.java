package slmlab.bridge.mujoco;

import slmlab.env.EnvProvider;
import slmlab.env.Envs;

/// Registers the family.
public final class MujocoProvider implements EnvProvider {
    @Override
    public void register() {
        Envs.register(new MujocoFamily());
    }
}

package slmlab.atari;

import slmlab.env.EnvProvider;
import slmlab.env.Envs;

/// Registers the games.
public final class AtariEnvs implements EnvProvider {
    @Override
    public void register() {
        Envs.register(new AtariFamily());
    }
}

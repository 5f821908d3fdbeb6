package slmlab.bridge.gym;

import slmlab.env.EnvProvider;
import slmlab.env.Envs;
import slmlab.env.python.PythonPackages;

/// Registers the families whose envs run in Python.
public final class PythonEnvs implements EnvProvider {

    @Override
    public void register() {
        Envs.register(new PickledEnvs(PythonPackages.ofMachine()));
        Envs.register(new Playground(PythonPackages.ofMachine(PythonPackages.PLAYGROUND)));
        Envs.register(new Gymnasium(PythonPackages.ofMachine()));
    }
}

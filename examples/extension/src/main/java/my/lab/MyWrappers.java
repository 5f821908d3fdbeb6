package my.lab;

import slmlab.env.wrapper.NamedWrappers;
import slmlab.env.wrapper.WrapperProvider;

public final class MyWrappers implements WrapperProvider {
    @Override
    public void register() {
        NamedWrappers.register("Impatience", Impatience.Config.class, Impatience::new);
    }
}

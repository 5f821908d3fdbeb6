package my.lab;

import slmlab.agent.net.NetProvider;
import slmlab.agent.net.Nets;

public final class MyNets implements NetProvider {
    @Override
    public void register() {
        Nets.register("GatedNet", GatedBody.Config.class, GatedBody::new);
    }
}

package slmlab.agent.net;

/// Registers nets: a class named in a jar's `META-INF/services/slmlab.agent.net.NetProvider`. docs/extend.md has a
/// complete one.
///
/// ```java
/// public final class MyNets implements NetProvider {
///     public void register() {
///         Nets.register("FourierNet", FourierBody.Config.class, FourierBody::new);
///     }
/// }
/// ```
public interface NetProvider {

    /// Call [Nets#register] for each net. Called once, when the first net is looked up.
    void register();
}

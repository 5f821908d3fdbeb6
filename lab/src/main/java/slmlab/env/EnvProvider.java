package slmlab.env;

/// Registers a family of envs: a class named in a jar's `META-INF/services/slmlab.env.EnvProvider`. The lab's
/// own families are registered the same way.
///
/// ```java
/// public final class MyEnvs implements EnvProvider {
///     public void register() {
///         Envs.register("Corridor-v0", 100, args -> new Corridor());
///     }
/// }
/// ```
public interface EnvProvider {

    /// Call [Envs#register] for each env. Called once, when the first env is looked up.
    void register();
}

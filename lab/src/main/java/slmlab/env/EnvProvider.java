package slmlab.env;

/// Brings the envs of another jar: a class named in its `META-INF/services/slmlab.env.EnvProvider`.
///
/// ```java
/// public final class MyEnvs implements EnvProvider {
///     public void register() {
///         Envs.register("Corridor-v0", 100, args -> new Corridor());
///     }
/// }
/// ```
public interface EnvProvider {

    /// Calls [Envs#register] for each env. Called once, when the first env is asked for.
    void register();
}

package slmlab.env.wrapper;

/// Registers wrappers that a spec can name: a class named in a jar's
/// `META-INF/services/slmlab.env.wrapper.WrapperProvider`. docs/extend.md has a complete one.
///
/// ```java
/// public final class MyWrappers implements WrapperProvider {
///     public void register() {
///         NamedWrappers.register("TimePenalty", TimePenalty.Config.class, TimePenalty::new);
///     }
/// }
/// ```
public interface WrapperProvider {

    /// Call [NamedWrappers#register] for each wrapper. Called once, when the first wrapper is looked up.
    void register();
}

package slmlab.agent.algorithm;

/// Registers algorithms: a class named in a jar's `META-INF/services/slmlab.agent.algorithm.AlgorithmProvider`.
/// docs/extend.md has a complete one.
///
/// ```java
/// public final class MyAlgorithms implements AlgorithmProvider {
///     public void register() {
///         Algorithms.register(MyPg.FACTS);
///     }
/// }
/// ```
public interface AlgorithmProvider {

    /// Call [Algorithms#register] for each algorithm. Called once, when the first algorithm is looked up.
    void register();
}

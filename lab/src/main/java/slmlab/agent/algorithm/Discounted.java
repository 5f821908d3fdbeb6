package slmlab.agent.algorithm;

/// A config that discounts rewards.
public interface Discounted {
    double gamma();
}

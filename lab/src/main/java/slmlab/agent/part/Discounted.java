package slmlab.agent.part;

/// A config that discounts rewards.
public interface Discounted {
    double gamma();
}

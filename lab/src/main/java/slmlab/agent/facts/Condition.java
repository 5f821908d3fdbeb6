package slmlab.agent.facts;

/// Something that is true of a problem, or not, and that decides which algorithm to choose.
public enum Condition {
    DISCRETE("discrete actions"),
    CONTINUOUS("continuous actions"),
    IMAGE("images"),
    PARTIAL("partial observability"),
    SINGLE_AGENT("a single agent"),
    SIMULATOR("a simulator with a reward"),
    FAST("a fast simulator"),
    SLOW("a slow simulator");

    private final String words;

    Condition(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}

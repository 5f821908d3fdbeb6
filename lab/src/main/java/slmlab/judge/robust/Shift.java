package slmlab.judge.robust;

/// Ways in which the environment may differ from the one that an agent was trained in.
public enum Shift {
    NOISE("noise", "Gaussian noise on every component of the observation, in its standard deviations"),
    DROPOUT("dropout", "each component of the observation reads 0 with this probability"),
    DELAY("delay", "observations arrive this many steps late"),
    BRIGHTNESS("brightness", "pixels are this much brighter or darker"),
    ARGUMENTS("arguments", "arguments of the env");

    private final String word;
    private final String meaning;

    Shift(String word, String meaning) {
        this.word = word;
        this.meaning = meaning;
    }

    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return word;
    }
}

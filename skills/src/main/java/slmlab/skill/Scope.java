package slmlab.skill;

/// For whom skills are installed.
public enum Scope {
    PROJECT("project"),
    USER("user");

    private final String word;

    Scope(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }
}

package slmlab.env.check;

/// What is checked of an env, in a code that keeps its meaning. E: an env that breaks the rule is unusable. W: it
/// works, and probably not as meant. I: a measurement.
///
/// E01 to E12 and W01 to W05 are what checkers of Gymnasium envs look for; the others are this lab's own.
public enum ContractRule {
    SPACES("E01", "spaces", "spaces are declared, not empty, and of a kind that policies can use"),
    FIXED_SPACES("E01", "fixed spaces", "all envs of a kind have the same spaces, which never change"),
    RESET("E02", "reset", "a reset writes the whole observation and gives no reward"),
    SAME_SEED("E03", "same seed", "the same seed and actions give the same episode, bit for bit"),
    OTHER_SEEDS("E03", "other seeds", "other seeds give other episodes (only a warning: an env may be deterministic)"),
    ARGUMENTS("E04", "arguments", "numeric arguments are accepted and change nothing at their default values"),
    OBSERVATIONS("E05", "observations", "observations are finite and in their space, after a reset and every step"),
    RUNS("E06", "runs", "a step throws nothing and sets valid flags"),
    REWARDS("E07", "rewards", "rewards are finite"),
    FACTS("E08", "facts", "names of observed values fit the space; the named terms of the reward sum to it"),
    ENDS("E09", "ends", "an env is never stepped after its end: a reset begins an episode that has not ended"),
    TIME_LIMIT("E10", "time limit", "the time limit truncates an episode and does not terminate it"),
    IMAGE("E11", "image", "an image has a positive size, and drawing it changes nothing"),
    CLOSE("E12", "close", "an env can be closed, and closed again"),
    WRONG_ACTIONS("E13", "wrong actions", "discrete actions outside their space, and NaN, are refused"),
    ACTION_BOUNDS("E14", "action bounds", "continuous actions beyond their bounds are handled"),
    SAVE_AND_LOAD("E15", "save and load", "a loaded env continues as the saved one does, bit for bit"),
    MASK("E16", "mask", "an action mask always allows an action"),
    VECTORS("E17", "vectors", "envs in a vector give the same episodes as alone"),
    WRAPPERS("E18", "wrappers", "observations fit their space after each of the usual wrappers"),
    MEMORY("E19", "memory", "memory does not grow with the number of steps"),
    INFINITE_BOUNDS("W01", "infinite bounds", "each value of a box has bounds"),
    ACTION_RANGE("W02", "action range", "continuous actions are symmetric around 0 and at most 1"),
    CONSTANT_VALUES("W03", "constant values", "low is below high for each value of a box"),
    REPEATED_EPISODES("W04", "next episodes", "a reset without a new seed begins another episode"),
    WRAPPED("W05", "wrapped", "the env does not wrap another, whose own findings would be hidden"),
    SPEED("W06", "speed", "the env takes at least 10,000 steps per second"),
    SKIPPED("W07", "skipped", "every rule was tested with all its steps"),
    ALLOCATION("I01", "allocation", "bytes that a step allocates"),
    RANDOM_AGENT("I02", "random agent", "rewards, returns and lengths of episodes with random actions"),
    VECTOR_SPEED("I03", "vector speed", "frames per second for vectors of 1 to 8 envs");

    private final String code;
    private final String title;
    private final String meaning;

    ContractRule(String code, String title, String meaning) {
        this.code = code;
        this.title = title;
        this.meaning = meaning;
    }

    public String code() {
        return code;
    }

    /// Return its name in a few words.
    public String title() {
        return title;
    }

    /// Return what holds for an env that keeps it; of a measurement, what is measured.
    public String meaning() {
        return meaning;
    }
}

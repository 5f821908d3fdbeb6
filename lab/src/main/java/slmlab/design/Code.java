package slmlab.design;

import static slmlab.design.Level.ERROR;
import static slmlab.design.Level.WARNING;

/// Everything that a validator can find. `docs/validate.md` has the same table.
///
/// The letter is the kind of design: F any file, S state, A action, R reward, M MDP, L layers of an
/// architecture, H hierarchy, G group of agents, C sizes that `slm-lab calc` computes.
public enum Code {
    F01(ERROR, "unknown key"),
    F02(ERROR, "missing key"),
    F03(ERROR, "value of the wrong type"),
    F04(ERROR, "NaN or infinite number"),
    F05(ERROR, "number too small"),
    F06(ERROR, "value is not one of the allowed words"),
    F07(ERROR, "file cannot be read, or a column is missing"),

    S01(ERROR, "two components with the same name"),
    S02(ERROR, "neither bounds nor normalization"),
    S03(ERROR, "low is not below high"),
    S04(ERROR, "bounds that do not fit the shape"),
    S05(ERROR, "pixels from 0 to 255 that are not uint8"),
    S06(ERROR, "uint8 with bounds outside 0 to 255"),
    S07(ERROR, "min_max normalization without finite bounds"),
    S08(ERROR, "the actor uses a privileged component"),
    S09(ERROR, "actor or privileged names an unknown component"),
    S10(ERROR, "no component is left for the actor"),
    S11(WARNING, "angle over a full turn as one number"),
    S12(WARNING, "positions or an image without velocities, and no stacking"),
    S13(WARNING, "a delayed component without stacking"),
    S14(WARNING, "scales of components that differ by more than a factor of 1000"),
    S15(WARNING, "a component that is constant in the sample"),
    S16(WARNING, "two components that are duplicates in the sample"),
    S17(WARNING, "values of the sample outside the bounds"),
    S18(ERROR, "noise below 0"),

    A01(ERROR, "fewer than 2 discrete actions"),
    A02(WARNING, "more than 1000 discrete actions"),
    A03(ERROR, "bounds that are missing or infinite"),
    A04(ERROR, "low is not below high"),
    A05(ERROR, "bounds that do not fit the shape"),
    A06(WARNING, "a box that is not [−1, 1]"),
    A07(ERROR, "semantics that do not fit the number of actions"),
    A08(ERROR, "two actions with the same meaning"),
    A09(ERROR, "a mask that allows no action"),
    A10(ERROR, "a mask without a source"),
    A11(ERROR, "a mask of the wrong length or values"),
    A12(ERROR, "a mask for continuous actions"),
    A13(ERROR, "a hybrid space of fewer than 2 parts"),
    A14(ERROR, "unknown algorithm"),
    A15(ERROR, "an algorithm that cannot act in this space"),
    A16(WARNING, "an action that is repeated more than 16 times"),

    R01(ERROR, "no terms"),
    R02(ERROR, "two terms with the same name"),
    R03(ERROR, "a term with neither formula nor class, or with both"),
    R04(ERROR, "a range that is not [low, high]"),
    R05(ERROR, "a weight of 0"),
    R06(WARNING, "more than 10 in one step"),
    R07(ERROR, "a dense term that outweighs success over an episode: loitering is better"),
    R08(WARNING, "a survival bonus, but success ends the episode"),
    R09(ERROR, "a potential that is not 0 in terminal states"),
    R10(ERROR, "a potential with a discount other than the learner's"),
    R11(ERROR, "a shaping term without a potential"),
    R12(WARNING, "a sign that contradicts the name"),
    R13(WARNING, "sparse rewards only, over more than 1000 steps"),
    R14(WARNING, "a term with more than 90 % of the variance"),
    R15(WARNING, "a term that falls with success"),
    R16(WARNING, "doing nothing has the same return as another policy or more"),
    R17(ERROR, "a cycle of states with positive reward"),
    R18(WARNING, "values of the data outside the range"),
    R19(ERROR, "gamma outside [0, 1]"),

    M01(ERROR, "duplicate names of states or actions"),
    M02(ERROR, "unknown state or action"),
    M03(ERROR, "a probability outside [0, 1]"),
    M04(ERROR, "probabilities that do not sum to 1"),
    M05(ERROR, "an action without transitions"),
    M06(ERROR, "a terminal state with transitions or rewards"),
    M07(ERROR, "a start distribution that does not sum to 1"),
    M08(WARNING, "a state that cannot be reached"),
    M09(ERROR, "a state from which no terminal state can be reached"),
    M10(ERROR, "gamma outside [0, 1]"),
    M11(ERROR, "gamma of 1 in a task that never ends"),
    M12(WARNING, "an effective horizon below a fifth of the time limit"),
    M13(ERROR, "a time limit among the terminations"),
    M14(WARNING, "a partially observable problem"),
    M15(WARNING, "dynamics that change with time"),
    M16(ERROR, "a cycle with positive reward and gamma of 1"),

    L01(ERROR, "an on-policy learner whose buffer is not a rollout"),
    L02(ERROR, "an off-policy learner whose buffer is not circular"),
    L03(ERROR, "a rollout that is prioritized"),
    L04(ERROR, "distributed workers with a local buffer"),
    L05(ERROR, "distributed workers without a transport"),
    L06(ERROR, "a simulator on the device, and a copy through the host"),
    L07(ERROR, "a replay smaller than ten batches"),
    L08(ERROR, "a rollout smaller than its batch"),
    L09(WARNING, "more than 4 envs for each core"),
    L10(WARNING, "actors that lag by more than 100 updates"),
    L11(ERROR, "unknown algorithm"),
    L12(ERROR, "an algorithm with another policy type"),
    L13(ERROR, "more workers or envs than the topology allows"),
    L14(WARNING, "no sink for metrics"),

    H01(ERROR, "fewer than 2 levels"),
    H02(ERROR, "two levels or options with the same name"),
    H03(ERROR, "periods that do not decrease downwards"),
    H04(WARNING, "a period that does not divide the one above"),
    H05(ERROR, "a goal space outside the observation below"),
    H06(ERROR, "a lower level without an intrinsic reward"),
    H07(WARNING, "gamma is not the env's gamma to the power of the period, and no reason is given"),
    H08(ERROR, "gamma outside (0, 1]"),
    H09(ERROR, "an option that can start nowhere"),
    H10(ERROR, "an option that never ends"),
    H11(ERROR, "an option whose end cannot be reached"),
    H12(ERROR, "a state without an option"),
    H13(ERROR, "unknown state"),
    H14(ERROR, "an off-policy manager without relabeling"),
    H15(ERROR, "options that do not fit the paradigm"),
    H16(ERROR, "a level with the wrong output"),

    G01(ERROR, "fewer than 2 agents"),
    G02(ERROR, "two agents with the same id"),
    G03(ERROR, "an id that does not have the form word_number"),
    G04(ERROR, "value mixing without a single team reward"),
    G05(ERROR, "value mixing with continuous actions"),
    G06(ERROR, "QMIX without a global state"),
    G07(ERROR, "rewards that do not sum to zero"),
    G08(ERROR, "teams that contradict the relation"),
    G09(WARNING, "a centralized critic with more than 10,000 inputs"),
    G10(ERROR, "shared parameters for different spaces without padding"),
    G11(ERROR, "shared parameters without the agent's id in the observation"),
    G12(ERROR, "agents that die without masks"),
    G13(ERROR, "a communication channel without a bound"),
    G14(ERROR, "decentralized execution that needs the global state"),
    G15(ERROR, "more agents than max_agents"),
    G16(ERROR, "an algorithm that contradicts the training scheme"),
    G17(WARNING, "more than 1000 joint actions for a centralized policy"),
    G18(ERROR, "a sample of an unknown agent"),
    G19(WARNING, "reward samples without zero_sum"),

    C01(ERROR, "a minibatch that does not divide the rollout"),
    C02(WARNING, "a minibatch of fewer than 32"),
    C03(WARNING, "more than 20 uses, or updates, of each step"),
    C04(ERROR, "more memory than the limit"),
    C05(WARNING, "actors and learner out of balance by more than a factor of 2"),
    C06(WARNING, "a replay smaller than ten batches");

    private final Level level;
    private final String about;

    Code(Level level, String about) {
        this.level = level;
        this.about = about;
    }

    public Level level() {
        return level;
    }

    /// Return what it stands for, in a few words.
    public String about() {
        return about;
    }
}

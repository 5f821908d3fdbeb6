package slmlab.design;

/// Checks one kind of design.
public interface Validator {

    /// Read every key of a design, and note what is wrong with it and what follows from it.
    void check(DesignSection design, Findings found);
}

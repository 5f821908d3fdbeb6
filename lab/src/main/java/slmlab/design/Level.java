package slmlab.design;

/// How bad a finding is: an error makes a design invalid, a warning needs a look.
public enum Level {
    ERROR,
    WARNING
}

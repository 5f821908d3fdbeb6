package slmlab.bridge.mujoco;

/// From `low` to `high`.
record MujocoRange(double low, double high) {
    static final MujocoRange ALL = new MujocoRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /// Return whether a number lies between the two, and is neither.
    boolean isAround(double value) {
        return low < value && value < high;
    }

    /// Return whether a number lies between the two or is one of them.
    boolean has(double value) {
        return low <= value && value <= high;
    }

    double clip(double value) {
        return Math.min(Math.max(value, low), high);
    }
}

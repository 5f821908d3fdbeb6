package slmlab.judge.explain;

/// How much each component of an observation counts for a choice.
///
/// @param parts one for each component of the observation; for Grad-CAM one for each pixel
/// @param score the number that is explained
/// @param baseline the same number for the observation that integrated gradients start from; NaN for other methods
/// @param points at which the gradient was taken
/// @param gap by which the parts miss `score − baseline`; NaN for other methods
/// @param complete whether the gap is small enough; true where there is none
record Attribution(double[] parts, double score, double baseline, int points, double gap, boolean complete) {

    /// Return an attribution of a method that does not share out a difference.
    static Attribution of(double[] parts, double score, int points) {
        return new Attribution(parts, score, Double.NaN, points, Double.NaN, true);
    }

    /// Return whether nothing counts: such a map cannot be scaled.
    boolean isZero() {
        for (double part : parts) {
            if (part != 0) {
                return false;
            }
        }
        return true;
    }
}

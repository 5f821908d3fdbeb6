package slmlab.judge.explain;

/// The observation that integrated gradients start from: what counts as having seen nothing.
public enum AttributionBaseline {
    ZERO("zero", "an observation of zeros"),
    /// The mean of all observations of the episodes that the agent played.
    MEAN("mean", "the mean of the agent's observations"),
    /// The image itself without its details.
    BLURRED("blurred", "the blurred image");

    private final String word;
    private final String words;

    AttributionBaseline(String word, String words) {
        this.word = word;
        this.words = words;
    }

    /// Return the baseline of one observation.
    ///
    /// @param mean of the agent's observations
    /// @throws IllegalArgumentException if a vector is to be blurred
    float[] of(float[] obs, float[] mean, ObsNames names) {
        return switch (this) {
            case ZERO -> new float[obs.length];
            case MEAN -> mean;
            case BLURRED -> {
                if (!names.isImage()) {
                    throw new IllegalArgumentException(
                            "--baseline blurred is for images, and these observations are vectors; use zero or mean");
                }
                yield names.blurred(obs);
            }
        };
    }

    /// Return what it is, in words.
    String words() {
        return words;
    }

    @Override
    public String toString() {
        return word;
    }
}

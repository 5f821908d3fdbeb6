package slmlab.tensor;

/// Element type of an [Array]: floats to compute with, indices and discrete actions, or pixels.
public enum DType {
    FLOAT32(4),
    INT32(4),
    UINT8(1);

    private final int bytes;

    DType(int bytes) {
        this.bytes = bytes;
    }

    /// Return the bytes per element.
    public int bytes() {
        return bytes;
    }
}

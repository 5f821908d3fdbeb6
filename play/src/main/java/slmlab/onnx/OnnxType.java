package slmlab.onnx;

import slmlab.tensor.DType;

/// Types of ONNX tensors that are written here, by the numbers of `TensorProto.DataType`.
public enum OnnxType {
    FLOAT(1),
    UINT8(2),
    INT32(6),
    INT64(7),
    BOOL(9),
    DOUBLE(11);

    final int code;

    OnnxType(int code) {
        this.code = code;
    }

    public static OnnxType of(DType type) {
        return switch (type) {
            case FLOAT32 -> FLOAT;
            case INT32 -> INT32;
            case UINT8 -> UINT8;
        };
    }
}

package slmlab.onnx;

/// A setting of a node, as ONNX's `AttributeProto`: a number, or a list of numbers.
public record OnnxAttribute(String name, boolean one, long... values) {

    public static OnnxAttribute number(String name, long value) {
        return new OnnxAttribute(name, true, value);
    }

    public static OnnxAttribute numbers(String name, long... values) {
        return new OnnxAttribute(name, false, values);
    }

    Proto proto() {
        Proto proto = new Proto().text(1, name);
        return one
                ? proto.number(3, values[0]).number(20, 2) // INT
                : proto.numbers(8, values).number(20, 7); // INTS
    }
}

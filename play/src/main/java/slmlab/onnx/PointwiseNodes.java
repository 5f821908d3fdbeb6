package slmlab.onnx;

import java.util.List;
import slmlab.tensor.op.Binary;
import slmlab.tensor.op.Pointwise;
import slmlab.tensor.op.Ternary;
import slmlab.tensor.op.Unary;

/// Element-wise operations as nodes of ONNX, which broadcasts their operands itself.
final class PointwiseNodes {
    private PointwiseNodes() {}

    /// @param x names of the operands
    static String add(OnnxModel model, Pointwise op, List<String> x) {
        return switch (op) {
            case Unary unary -> unary(model, unary, x.getFirst());
            case Binary binary -> binary(model, binary, x);
            case Ternary ternary -> ternary(model, ternary, x);
        };
    }

    private static String unary(OnnxModel model, Unary op, String x) {
        return switch (op) {
            case NEG -> model.node("Neg", List.of(x));
            case ABS -> model.node("Abs", List.of(x));
            case SIGN -> model.node("Sign", List.of(x));
            case SQUARE -> model.node("Mul", List.of(x, x));
            case RECIPROCAL -> model.node("Reciprocal", List.of(x));
            case SQRT -> model.node("Sqrt", List.of(x));
            case EXP -> model.node("Exp", List.of(x));
            case LOG -> model.node("Log", List.of(x));
            case LOG1P -> model.node("Log", List.of(model.node("Add", List.of(x, model.scalar(1)))));
            case TANH -> model.node("Tanh", List.of(x));
            case SIGMOID -> model.node("Sigmoid", List.of(x));
            case RELU -> model.node("Relu", List.of(x));
            case ERF -> model.node("Erf", List.of(x));
            case SIN -> model.node("Sin", List.of(x));
            case COS -> model.node("Cos", List.of(x));
        };
    }

    private static String binary(OnnxModel model, Binary op, List<String> x) {
        return switch (op) {
            case ADD -> model.node("Add", x);
            case SUB -> model.node("Sub", x);
            case MUL -> model.node("Mul", x);
            case DIV -> model.node("Div", x);
            case MIN -> model.node("Min", x);
            case MAX -> model.node("Max", x);
            case POW -> model.node("Pow", x);
            case LT -> model.cast(model.node("Less", x), OnnxType.FLOAT);
            case LE -> model.cast(model.node("LessOrEqual", x), OnnxType.FLOAT);
            case EQ -> model.cast(model.node("Equal", x), OnnxType.FLOAT);
            case NE -> model.cast(model.node("Not", List.of(model.node("Equal", x))), OnnxType.FLOAT);
            case TANH_GRAD, SIGMOID_GRAD, RELU_GRAD -> throw OnnxGraph.refused(op);
        };
    }

    private static String ternary(OnnxModel model, Ternary op, List<String> x) {
        return switch (op) {
            case SELECT -> model.node("Where", List.of(model.cast(x.get(0), OnnxType.BOOL), x.get(1), x.get(2)));
            case CLAMP -> model.node("Min", List.of(model.node("Max", List.of(x.get(0), x.get(1))), x.get(2)));
        };
    }
}

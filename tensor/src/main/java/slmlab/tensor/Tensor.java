package slmlab.tensor;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import slmlab.tensor.op.ArgMax;
import slmlab.tensor.op.Binary;
import slmlab.tensor.op.Broadcast;
import slmlab.tensor.op.Cast;
import slmlab.tensor.op.Concat;
import slmlab.tensor.op.Conv2d;
import slmlab.tensor.op.Gather;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Matmul;
import slmlab.tensor.op.OneHot;
import slmlab.tensor.op.Op;
import slmlab.tensor.op.Pad;
import slmlab.tensor.op.Reduce;
import slmlab.tensor.op.Reshape;
import slmlab.tensor.op.ScatterAdd;
import slmlab.tensor.op.Slice;
import slmlab.tensor.op.StopGradient;
import slmlab.tensor.op.TakeRows;
import slmlab.tensor.op.Ternary;
import slmlab.tensor.op.Transpose;
import slmlab.tensor.op.Unary;

/// A symbolic value: a shape, and the operation and inputs that produce it. It holds no data; a [Program]
/// computes it.
///
/// Methods extend the graph and return at once. Shapes are checked here, and an error names both shapes and the
/// line. A negative axis counts from the end. A Java number is a constant of the graph: what changes between runs
/// is an input ([Trace#scalar]).
///
/// Operands of an element-wise operation broadcast by NumPy's rule where one of them has the result's shape
/// already. That both grow, as a column and a row to a matrix, has to be asked for with [#broadcast].
public final class Tensor {
    private static final AtomicLong IDS = new AtomicLong();

    private final long id = IDS.incrementAndGet(); // inputs have smaller ids, so ids order a graph
    private final Op op;
    private final List<Tensor> inputs;
    private final Shape shape;
    private final DType dtype;
    private final Source source;

    /// Make a tensor of an operation that has checked its inputs: nothing is checked here.
    public Tensor(Op op, List<Tensor> inputs, Shape shape, DType dtype) {
        this(op, inputs, shape, dtype, Source.here());
    }

    /// Make the same for another line than the caller's.
    public Tensor(Op op, List<Tensor> inputs, Shape shape, DType dtype, Source source) {
        this.op = op;
        this.inputs = List.copyOf(inputs);
        this.shape = shape;
        this.dtype = dtype;
        this.source = source;
    }

    /// Return the sizes of the axes.
    public Shape shape() {
        return shape;
    }

    /// Return the type of the elements.
    public DType dtype() {
        return dtype;
    }

    /// Return a number that orders a graph: inputs have smaller ones than what reads them.
    public long id() {
        return id;
    }

    /// Return the operation that produces this.
    public Op op() {
        return op;
    }

    /// Return what the operation reads.
    public List<Tensor> inputs() {
        return inputs;
    }

    /// Return one of the inputs.
    public Tensor input(int index) {
        return inputs.get(index);
    }

    /// Return the line that created this.
    public Source source() {
        return source;
    }

    // ---- constants and random draws

    /// Return a scalar constant.
    public static Tensor of(double value) {
        return constant(Shape.SCALAR, value);
    }

    /// Return a tensor filled with one constant.
    public static Tensor constant(Shape shape, double value) {
        return new Tensor(new Leaf.Constant((float) value), List.of(), shape, DType.FLOAT32);
    }

    /// Return a constant tensor with a copy of these values.
    public static Tensor of(Array array) {
        Array copy = Array.zeros(array.dtype(), array.shape());
        copy.copyFrom(array);
        return new Tensor(new Leaf.Numbers(copy), List.of(), array.shape(), array.dtype());
    }

    /// Draw uniformly from the open interval (0, 1), again in every run.
    public static Tensor uniform(Shape shape) {
        return new Tensor(new Leaf.Uniform(), List.of(), shape, DType.FLOAT32);
    }

    /// Draw from the standard normal distribution, by the Box-Muller transform.
    public static Tensor normal(Shape shape) {
        var radius = uniform(shape).log().mul(-2).sqrt();
        return radius.mul(uniform(shape).mul(2 * Math.PI).cos());
    }

    /// Draw from the standard Gumbel distribution.
    public static Tensor gumbel(Shape shape) {
        return uniform(shape).log().neg().log().neg();
    }

    // ---- element-wise

    /// Return the sum.
    public Tensor add(Tensor other) {
        return Binary.ADD.of(this, other);
    }

    public Tensor add(double other) {
        return add(constant(other));
    }

    /// Return the difference.
    public Tensor sub(Tensor other) {
        return Binary.SUB.of(this, other);
    }

    public Tensor sub(double other) {
        return sub(constant(other));
    }

    /// Return the product, element by element.
    public Tensor mul(Tensor other) {
        return Binary.MUL.of(this, other);
    }

    public Tensor mul(double other) {
        return mul(constant(other));
    }

    /// Return the quotient.
    public Tensor div(Tensor other) {
        return Binary.DIV.of(this, other);
    }

    public Tensor div(double other) {
        return div(constant(other));
    }

    /// Return this to a power, element by element. The gradient by the exponent needs bases of at
    /// least 0.
    public Tensor pow(Tensor exponent) {
        return Binary.POW.of(this, exponent);
    }

    public Tensor pow(double exponent) {
        return pow(constant(exponent));
    }

    /// Return the smaller of two elements; where they are equal each gets half of the gradient.
    public Tensor min(Tensor other) {
        return Binary.MIN.of(this, other);
    }

    public Tensor min(double other) {
        return min(constant(other));
    }

    /// Return the larger of two elements; where they are equal each gets half of the gradient.
    public Tensor max(Tensor other) {
        return Binary.MAX.of(this, other);
    }

    public Tensor max(double other) {
        return max(constant(other));
    }

    /// Return 1 where this is smaller, else 0. Comparisons have no gradient.
    public Tensor lt(Tensor other) {
        return Binary.LT.of(this, other);
    }

    public Tensor lt(double other) {
        return lt(constant(other));
    }

    /// Return 1 where this is smaller or equal, else 0.
    public Tensor le(Tensor other) {
        return Binary.LE.of(this, other);
    }

    public Tensor le(double other) {
        return le(constant(other));
    }

    /// Return 1 where this is larger, else 0.
    public Tensor gt(Tensor other) {
        return other.lt(this);
    }

    public Tensor gt(double other) {
        return gt(constant(other));
    }

    /// Return 1 where this is larger or equal, else 0.
    public Tensor ge(Tensor other) {
        return other.le(this);
    }

    public Tensor ge(double other) {
        return ge(constant(other));
    }

    /// Return 1 where both are equal, else 0.
    public Tensor eq(Tensor other) {
        return Binary.EQ.of(this, other);
    }

    public Tensor eq(double other) {
        return eq(constant(other));
    }

    /// Return 1 where they differ, else 0.
    public Tensor ne(Tensor other) {
        return Binary.NE.of(this, other);
    }

    public Tensor ne(double other) {
        return ne(constant(other));
    }

    /// Return `then` where this is not 0, else `otherwise`. The value that is not taken gets no gradient, but
    /// must be finite, because 0 · ∞ is NaN.
    public Tensor select(Tensor then, Tensor otherwise) {
        return Ternary.SELECT.of(this, then, otherwise);
    }

    /// Return this, but at least `low` and at most `high`; at a bound the gradient still passes.
    public Tensor clamp(Tensor low, Tensor high) {
        return Ternary.CLAMP.of(this, low, high);
    }

    public Tensor clamp(double low, double high) {
        return clamp(constant(low), constant(high));
    }

    /// Return −x.
    public Tensor neg() {
        return Unary.NEG.of(this);
    }

    /// Return |x|; the gradient at 0 is 0.
    public Tensor abs() {
        return Unary.ABS.of(this);
    }

    /// Return −1, 0 or 1; it has no gradient.
    public Tensor sign() {
        return Unary.SIGN.of(this);
    }

    /// Return x².
    public Tensor square() {
        return Unary.SQUARE.of(this);
    }

    /// Return 1/x.
    public Tensor reciprocal() {
        return Unary.RECIPROCAL.of(this);
    }

    /// Return √x.
    public Tensor sqrt() {
        return Unary.SQRT.of(this);
    }

    /// Return eˣ.
    public Tensor exp() {
        return Unary.EXP.of(this);
    }

    /// Return the natural logarithm.
    public Tensor log() {
        return Unary.LOG.of(this);
    }

    /// Return log(1 + x), exact near 0.
    public Tensor log1p() {
        return Unary.LOG1P.of(this);
    }

    /// Return the error function.
    public Tensor erf() {
        return Unary.ERF.of(this);
    }

    /// Return the sine of radians.
    public Tensor sin() {
        return Unary.SIN.of(this);
    }

    /// Return the cosine of radians.
    public Tensor cos() {
        return Unary.COS.of(this);
    }

    /// Return the hyperbolic tangent.
    public Tensor tanh() {
        return Unary.TANH.of(this);
    }

    /// Return σ(x) = 1 / (1 + e⁻ˣ).
    public Tensor sigmoid() {
        return Unary.SIGMOID.of(this);
    }

    /// Return x, or 0 below 0; the gradient at 0 is 0.
    public Tensor relu() {
        return Unary.RELU.of(this);
    }

    /// Return x, or slope·x below 0.
    public Tensor leakyRelu(double slope) {
        return gt(0).select(this, mul(slope));
    }

    /// Return x, or α·(eˣ − 1) below 0.
    public Tensor elu(double alpha) {
        Tensor below = clamp(Float.NEGATIVE_INFINITY, 0); // at 0 it passes the whole gradient, min(0) half
        return gt(0).select(this, below.exp().sub(1).mul(alpha));
    }

    /// Return the scaled ELU of Klambauer et al. 2017, whose activations keep mean 0 and variance 1.
    public Tensor selu() {
        return elu(1.6732632423543772848170429916717).mul(1.0507009873554804934193349852946);
    }

    /// Return x·Φ(x), with the exact Φ.
    public Tensor gelu() {
        return mul(mul(1 / Math.sqrt(2)).erf().add(1).mul(0.5));
    }

    /// Return x·σ(x), also called swish.
    public Tensor silu() {
        return mul(sigmoid());
    }

    /// Return log(1 + eˣ), without overflow.
    public Tensor softplus() {
        return max(0).add(abs().neg().exp().log1p());
    }

    // ---- along axes (default: all); a reduced axis is dropped

    /// Return the sum.
    public Tensor sum(int... axes) {
        return Reduce.of(Reduce.Kind.SUM, this, false, axes);
    }

    /// Return the mean.
    public Tensor mean(int... axes) {
        Tensor sum = sum(axes);
        return sum.div((double) shape.volume() / sum.shape.volume());
    }

    /// Return the biased variance (divided by n, not n − 1).
    public Tensor variance(int... axes) {
        return sub(keep(mean(axes), axes)).square().mean(axes);
    }

    /// Return the largest element; ties share the gradient.
    public Tensor maxOver(int... axes) {
        return Reduce.of(Reduce.Kind.MAX, this, false, axes);
    }

    /// Return the smallest element; ties share the gradient.
    public Tensor minOver(int... axes) {
        return Reduce.of(Reduce.Kind.MIN, this, false, axes);
    }

    /// Return log Σ eˣ, without overflow.
    public Tensor logSumExp(int... axes) {
        Tensor largest = maxOver(axes).stopGradient();
        return sub(keep(largest, axes)).exp().sum(axes).log().add(largest);
    }

    /// Return the index of the largest element along an axis, the first one if there are ties, as INT32.
    public Tensor argmax(int axis) {
        return ArgMax.of(this, axis);
    }

    /// Return eˣ / Σ eˣ along an axis, without overflow.
    public Tensor softmax(int axis) {
        Tensor weights = belowLargest(axis).exp();
        return weights.mul(keep(weights.sum(axis).reciprocal(), axis));
    }

    /// Return the logarithm of the softmax along an axis, exact for large logits.
    public Tensor logSoftmax(int axis) {
        Tensor below = belowLargest(axis);
        return below.sub(keep(below.exp().sum(axis).log(), axis));
    }

    /// Return x − max x: exact where it matters, so large logits lose no digits.
    private Tensor belowLargest(int... axes) {
        return sub(keep(maxOver(axes).stopGradient(), axes));
    }

    // ---- matrices and images

    /// Return the matrix product: [m, k] · [k, n] → [m, n]. Batch axes before the last two are equal, or broadcast
    /// from one operand to the other: [8, 4, m, k] · [4, k, n] → [8, 4, m, n].
    public Tensor matmul(Tensor other) {
        return Matmul.of(this, other);
    }

    /// Convolve images [n, h, w, c] with filters [kh, kw, c, filters] → [n, oh, ow, filters], without padding.
    public Tensor conv2d(Tensor filters, int strideHeight, int strideWidth) {
        return Conv2d.of(this, filters, strideHeight, strideWidth);
    }

    // ---- by index

    /// Return y[…, i, …] = this[…, index[…, i, …], …] along an axis.
    public Tensor gather(int axis, Tensor index) {
        return Gather.of(this, axis, index);
    }

    /// Add these elements into `size` zeros along an axis, at the positions in `index`.
    public Tensor scatterAdd(int axis, Tensor index, int size) {
        return ScatterAdd.of(this, axis, index, size);
    }

    /// Return the rows of this table [rows, width] that an INT32 index names: […] → […, width]. The gradient adds
    /// up the rows that are named several times, in the order of the index.
    public Tensor embedding(Tensor index) {
        return TakeRows.of(this, index);
    }

    /// Append an axis of size `n`: one-hot rows of these indices.
    public Tensor oneHot(int n) {
        return OneHot.of(this, n);
    }

    // ---- shapes

    /// Reshape to `dims`, of which one may be −1.
    public Tensor reshape(int... dims) {
        return Reshape.of(this, dims);
    }

    public Tensor reshape(Shape to) {
        return Reshape.of(this, to.dims());
    }

    /// Insert an axis of size 1 in front of `axis`.
    public Tensor insertAxis(int axis) {
        return reshape(shape.insert(axis < 0 ? axis + shape.rank() + 1 : axis, 1));
    }

    /// Swap the last two axes.
    public Tensor transpose() {
        int[] order = IntStream.range(0, shape.rank()).toArray();
        if (order.length < 2) {
            throw new ShapeException("transpose of %s: needs two axes".formatted(shape));
        }
        order[order.length - 1]--;
        order[order.length - 2]++;
        return transpose(order);
    }

    /// Permute the axes: axis `i` of the result is axis `order[i]`.
    public Tensor transpose(int... order) {
        return Transpose.of(this, order);
    }

    /// Repeat along new leading axes and along axes of size 1, to a shape, by NumPy's rule. Nothing is copied until
    /// a kernel needs it.
    public Tensor broadcast(Shape to) {
        return Broadcast.of(this, to);
    }

    /// Return the part `[from, to)` of an axis.
    public Tensor slice(int axis, int from, int to) {
        return Slice.of(this, axis, from, to);
    }

    /// Pad with zeros before and after along an axis.
    public Tensor pad(int axis, int before, int after) {
        return Pad.of(this, axis, before, after);
    }

    /// Concatenate tensors along an axis.
    public static Tensor concat(int axis, List<Tensor> parts) {
        return Concat.of(axis, parts);
    }

    /// Stack tensors along a new axis.
    public static Tensor stack(int axis, List<Tensor> parts) {
        return Concat.of(axis, parts.stream().map(part -> part.insertAxis(axis)).toList());
    }

    // ---- gradients and types

    /// Return the same value, treated as a constant by gradients (PyTorch's `detach`).
    public Tensor stopGradient() {
        return StopGradient.of(this);
    }

    /// Cast indices or pixels to FLOAT32; bytes are read as 0 to 255.
    public Tensor toFloat() {
        return Cast.of(this);
    }

    @Override
    public String toString() {
        return "%s %s at %s".formatted(op.label(), shape, source);
    }

    // ---- for operations

    /// Return a scalar constant.
    public Tensor constant(double value) {
        return constant(Shape.SCALAR, value);
    }

    /// Return this; throw an error that names the operation if it does not hold FLOAT32.
    public Tensor requireFloat(String label) {
        if (dtype != DType.FLOAT32) {
            throw new ShapeException("%s of %s %s: needs FLOAT32, see toFloat()".formatted(label, dtype, shape));
        }
        return this;
    }

    /// Undo a broadcast from `to`: sum over the repeated axes.
    public Tensor sumTo(Shape to) {
        if (shape.equals(to)) {
            return this;
        }
        int lead = shape.rank() - to.rank();
        int[] repeated = IntStream.range(0, shape.rank())
                .filter(axis -> axis < lead || (to.dim(axis - lead) == 1 && shape.dim(axis) != 1))
                .toArray();
        return repeated.length == 0 ? reshape(to) : sum(repeated).reshape(to);
    }

    /// Return a reduced tensor with the reduced axes restored, at size 1.
    private Tensor keep(Tensor reduced, int... axes) {
        Shape kept = shape;
        if (axes.length == 0) {
            for (int axis = 0; axis < shape.rank(); axis++) {
                kept = kept.with(axis, 1);
            }
        }
        for (int axis : axes) {
            kept = kept.with(axis, 1);
        }
        return reduced.reshape(kept);
    }
}

package slmlab.tensor.compile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Tensor;
import slmlab.tensor.internal.Elementwise;
import slmlab.tensor.op.Binary;
import slmlab.tensor.op.Leaf;
import slmlab.tensor.op.Pointwise;
import slmlab.tensor.op.Ternary;
import slmlab.tensor.op.Unary;

/// Lowers a chain of element-wise operations: block by block, so that each operation finds the previous result
/// in the L1 cache.
///
/// A contiguous operand is read in place. A repeated or strided one is first copied into a slot of scratch
/// memory: block by block, or once per run where all blocks see the same numbers, as with a scalar or a bias
/// that is repeated for each row. Results that only the chain itself reads never leave their slots.
final class ClusterCall {
    /// Elements per block: 4 kB, so that half a dozen operands fit into 32 kB.
    private static final int BLOCK = 1024;

    private final List<Tensor> members;
    private final Predicate<Tensor> kept;
    private final Map<Tensor, View> outside;
    private final Lowering lowering;
    private final Map<Tensor, View> results = new HashMap<>();
    private final Map<Tensor, Integer> slots = new HashMap<>();
    private final int size;
    private final int block;

    ClusterCall(List<Tensor> members, Predicate<Tensor> kept, Map<Tensor, View> outside, Lowering lowering) {
        this.members = members;
        this.kept = kept;
        this.outside = outside;
        this.lowering = lowering;
        this.size = members.getFirst().shape().volume();
        this.block = Math.min(BLOCK, (size + 15) / 16 * 16);
    }

    /// Emit the call; return the locations of the results that others read.
    Map<Tensor, View> emit() {
        Map<Tensor, Integer> lastRead = new HashMap<>();
        for (int at = 0; at < members.size(); at++) {
            for (Tensor input : members.get(at).inputs()) {
                lastRead.put(input, at);
            }
        }
        List<Load> loads = new ArrayList<>();
        List<View> reads = new ArrayList<>();
        BitSet busy = new BitSet();
        for (Tensor member : members) {
            for (Tensor input : member.inputs()) {
                View view = outside.get(input);
                if (view == null || slots.containsKey(input)) {
                    continue;
                }
                if (!(input.op() instanceof Leaf.Constant)) {
                    reads.add(view);
                }
                if (!view.isContiguous() || (view.isSplat() && size > 1)) {
                    int slot = busy.nextClearBit(0); // held for the whole call
                    busy.set(slot);
                    slots.put(input, slot);
                    loads.add(new Load(view, slot));
                }
            }
        }
        int most = busy.length();
        for (int at = 0; at < members.size(); at++) {
            Tensor member = members.get(at);
            for (Tensor input : member.inputs()) { // freed first: a result may overwrite an operand
                Integer slot = slots.get(input);
                if (slot != null && !outside.containsKey(input) && Objects.equals(lastRead.get(input), at)) {
                    busy.clear(slot);
                }
            }
            if (kept.test(member)) {
                results.put(member, lowering.result(member));
            } else {
                int slot = busy.nextClearBit(0);
                busy.set(slot);
                slots.put(member, slot);
                most = Math.max(most, busy.length());
            }
        }
        lowering.scratch(most * block);
        Tensor last = members.getLast();
        lowering.emit(last, size, members.size(), reads, List.copyOf(results.values()), memory -> bind(memory, loads));
        return results;
    }

    private Call bind(Memory memory, List<Load> loads) {
        Elementwise kernels = memory.kernels().elementwise();
        Step[] once = loads.stream()
                .filter(load -> repeats(load.view))
                .map(load -> load(memory, load))
                .toArray(Step[]::new);
        Step[] each = loads.stream()
                .filter(load -> !repeats(load.view))
                .map(load -> load(memory, load))
                .toArray(Step[]::new);
        Step[] steps =
                members.stream().map(member -> step(memory, kernels, member)).toArray(Step[]::new);
        return (from, to) -> {
            int fill = Math.min(block, to - from);
            for (Step load : once) {
                load.run(from, fill);
            }
            for (int at = from; at < to; at += block) {
                int n = Math.min(block, to - at);
                for (Step load : each) {
                    load.run(at, n);
                }
                for (Step step : steps) {
                    step.run(at, n);
                }
            }
        };
    }

    /// Return whether all blocks of a call see the same numbers.
    private boolean repeats(View view) {
        return size > 0 && block % view.period() == 0;
    }

    private Step load(Memory memory, Load load) {
        int slot = load.slot * block;
        if (!load.view.isSplat()) {
            return StridedLoad.of(memory, load.view, memory.scratch(), slot);
        }
        float[] from = memory.floats(load.view);
        int at = memory.offset(load.view);
        return (first, n) -> memory.kernels().elementwise().fill(from[at], memory.scratch(), slot, n);
    }

    private Step step(Memory memory, Elementwise kernels, Tensor member) {
        Operand a = operand(memory, member.input(0));
        @Nullable Operand b = member.inputs().size() > 1 ? operand(memory, member.input(1)) : null;
        @Nullable Operand c = member.inputs().size() > 2 ? operand(memory, member.input(2)) : null;
        Operand y = operand(memory, member);
        return switch ((Pointwise) member.op()) {
            case Unary unary -> new UnaryStep(kernels, unary.kernel(), a, y);
            case Binary binary -> new BinaryStep(kernels, binary.kernel(), a, Objects.requireNonNull(b), y);
            case Ternary ternary ->
                new TernaryStep(kernels, ternary.kernel(), a, Objects.requireNonNull(b), Objects.requireNonNull(c), y);
        };
    }

    private Operand operand(Memory memory, Tensor tensor) {
        Integer slot = slots.get(tensor);
        if (slot != null) {
            return new Operand(memory.scratch(), slot * block, 0);
        }
        View view = results.containsKey(tensor) ? results.get(tensor) : outside.get(tensor);
        View found = Objects.requireNonNull(view);
        return new Operand(memory.floats(found), memory.offset(found), 1);
    }

    private record Load(View view, int slot) {}

    /// Location of a block of an operand: `offset + advance · first element`.
    private record Operand(float[] data, int offset, int advance) {
        int at(int first) {
            return offset + advance * first;
        }
    }

    /// Computes `n` elements from `first` on.
    interface Step {
        void run(int first, int n);
    }

    private record UnaryStep(Elementwise kernels, Unary.Kernel kernel, Operand x, Operand y) implements Step {
        @Override
        public void run(int first, int n) {
            kernel.run(kernels, x.data, x.at(first), y.data, y.at(first), n);
        }
    }

    private record BinaryStep(Elementwise kernels, Binary.Kernel kernel, Operand a, Operand b, Operand y)
            implements Step {
        @Override
        public void run(int first, int n) {
            kernel.run(kernels, a.data, a.at(first), b.data, b.at(first), y.data, y.at(first), n);
        }
    }

    private record TernaryStep(Elementwise kernels, Ternary.Kernel kernel, Operand a, Operand b, Operand c, Operand y)
            implements Step {
        @Override
        public void run(int first, int n) {
            kernel.run(kernels, a.data, a.at(first), b.data, b.at(first), c.data, c.at(first), y.data, y.at(first), n);
        }
    }
}

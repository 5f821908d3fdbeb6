package slmlab.tensor.internal.vector;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The vector width of the product and reduction kernels, and the order in which lanes are added: the upper
/// half to the lower half, until one is left. (`reduceLanes(ADD)` leaves the order open.)
///
/// One width for all: a second species anywhere in the JVM spoils the type profiles inside the Vector API, and
/// with them every loop whose vectors C2 cannot type by itself.
final class Lanes {

    /// No wider than 512 bits: adding the lanes is written out for that.
    static final VectorSpecies<Float> S =
            FloatVector.SPECIES_PREFERRED.length() > 16 ? FloatVector.SPECIES_512 : FloatVector.SPECIES_PREFERRED;

    static final int L = S.length();

    /// Lane `i` takes lane `i xor 8`, and so on; unused where there are fewer lanes.
    static final VectorShuffle<Float> SWAP_8 = swap(8);

    static final VectorShuffle<Float> SWAP_4 = swap(4);
    static final VectorShuffle<Float> SWAP_2 = swap(2);
    static final VectorShuffle<Float> SWAP_1 = swap(1);

    /// The lanes whose index has bit 8 set, and so on.
    static final VectorMask<Float> WITH_8 = with(8);

    static final VectorMask<Float> WITH_4 = with(4);
    static final VectorMask<Float> WITH_2 = with(2);
    static final VectorMask<Float> WITH_1 = with(1);

    static VectorShuffle<Float> swap(int distance) {
        return VectorShuffle.fromOp(S, i -> (i ^ distance) & (L - 1));
    }

    static VectorMask<Float> with(int bit) {
        boolean[] lanes = new boolean[L];
        for (int i = 0; i < L; i++) {
            lanes[i] = (i & bit) != 0;
        }
        return VectorMask.fromArray(S, lanes, 0);
    }

    private Lanes() {}
}

package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.S;

import jdk.incubator.vector.FloatVector;

/// Tiles of a product that are one vector wide and one to six rows high; [Tiles] says what they compute.
final class Tiles1 {
    /// 6 rows.
    static void tile6(
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        FloatVector c30 = FloatVector.fromArray(S, s, so + 3 * srs);
        FloatVector c40 = FloatVector.fromArray(S, s, so + 4 * srs);
        FloatVector c50 = FloatVector.fromArray(S, s, so + 5 * srs);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            FloatVector a3 = FloatVector.broadcast(S, a[ao + 3 * ars]);
            c30 = a3.fma(b0, c30);
            FloatVector a4 = FloatVector.broadcast(S, a[ao + 4 * ars]);
            c40 = a4.fma(b0, c40);
            FloatVector a5 = FloatVector.broadcast(S, a[ao + 5 * ars]);
            c50 = a5.fma(b0, c50);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c10.intoArray(c, co + crs);
        c20.intoArray(c, co + 2 * crs);
        c30.intoArray(c, co + 3 * crs);
        c40.intoArray(c, co + 4 * crs);
        c50.intoArray(c, co + 5 * crs);
    }

    /// 5 rows.
    static void tile5(
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        FloatVector c30 = FloatVector.fromArray(S, s, so + 3 * srs);
        FloatVector c40 = FloatVector.fromArray(S, s, so + 4 * srs);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            FloatVector a3 = FloatVector.broadcast(S, a[ao + 3 * ars]);
            c30 = a3.fma(b0, c30);
            FloatVector a4 = FloatVector.broadcast(S, a[ao + 4 * ars]);
            c40 = a4.fma(b0, c40);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c10.intoArray(c, co + crs);
        c20.intoArray(c, co + 2 * crs);
        c30.intoArray(c, co + 3 * crs);
        c40.intoArray(c, co + 4 * crs);
    }

    /// 4 rows.
    static void tile4(
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        FloatVector c30 = FloatVector.fromArray(S, s, so + 3 * srs);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            FloatVector a3 = FloatVector.broadcast(S, a[ao + 3 * ars]);
            c30 = a3.fma(b0, c30);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c10.intoArray(c, co + crs);
        c20.intoArray(c, co + 2 * crs);
        c30.intoArray(c, co + 3 * crs);
    }

    /// 3 rows.
    static void tile3(
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c10.intoArray(c, co + crs);
        c20.intoArray(c, co + 2 * crs);
    }

    /// 2 rows.
    static void tile2(
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c10.intoArray(c, co + crs);
    }

    /// 1 row.
    static void tile1(
            int groups,
            int k,
            float[] a,
            int ao,
            int ars,
            int acs,
            int ags,
            float[] b,
            int bo,
            int brs,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
    }

    private Tiles1() {}
}

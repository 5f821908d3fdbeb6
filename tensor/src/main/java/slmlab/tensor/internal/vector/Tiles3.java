package slmlab.tensor.internal.vector;

import static slmlab.tensor.internal.vector.Lanes.L;
import static slmlab.tensor.internal.vector.Lanes.S;

import jdk.incubator.vector.FloatVector;

/// Tiles of a product that are three vectors wide and one to six rows high; [Tiles] says what they compute.
final class Tiles3 {
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
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c01 = FloatVector.fromArray(S, s, so + L);
        FloatVector c02 = FloatVector.fromArray(S, s, so + last);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c11 = FloatVector.fromArray(S, s, so + srs + L);
        FloatVector c12 = FloatVector.fromArray(S, s, so + srs + last);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        FloatVector c21 = FloatVector.fromArray(S, s, so + 2 * srs + L);
        FloatVector c22 = FloatVector.fromArray(S, s, so + 2 * srs + last);
        FloatVector c30 = FloatVector.fromArray(S, s, so + 3 * srs);
        FloatVector c31 = FloatVector.fromArray(S, s, so + 3 * srs + L);
        FloatVector c32 = FloatVector.fromArray(S, s, so + 3 * srs + last);
        FloatVector c40 = FloatVector.fromArray(S, s, so + 4 * srs);
        FloatVector c41 = FloatVector.fromArray(S, s, so + 4 * srs + L);
        FloatVector c42 = FloatVector.fromArray(S, s, so + 4 * srs + last);
        FloatVector c50 = FloatVector.fromArray(S, s, so + 5 * srs);
        FloatVector c51 = FloatVector.fromArray(S, s, so + 5 * srs + L);
        FloatVector c52 = FloatVector.fromArray(S, s, so + 5 * srs + last);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector b1 = FloatVector.fromArray(S, b, bo + L);
            FloatVector b2 = FloatVector.fromArray(S, b, bo + 2 * L);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            c01 = a0.fma(b1, c01);
            c02 = a0.fma(b2, c02);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            c11 = a1.fma(b1, c11);
            c12 = a1.fma(b2, c12);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            c21 = a2.fma(b1, c21);
            c22 = a2.fma(b2, c22);
            FloatVector a3 = FloatVector.broadcast(S, a[ao + 3 * ars]);
            c30 = a3.fma(b0, c30);
            c31 = a3.fma(b1, c31);
            c32 = a3.fma(b2, c32);
            FloatVector a4 = FloatVector.broadcast(S, a[ao + 4 * ars]);
            c40 = a4.fma(b0, c40);
            c41 = a4.fma(b1, c41);
            c42 = a4.fma(b2, c42);
            FloatVector a5 = FloatVector.broadcast(S, a[ao + 5 * ars]);
            c50 = a5.fma(b0, c50);
            c51 = a5.fma(b1, c51);
            c52 = a5.fma(b2, c52);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c01.intoArray(c, co + L);
        c02.intoArray(c, co + last);
        c10.intoArray(c, co + crs);
        c11.intoArray(c, co + crs + L);
        c12.intoArray(c, co + crs + last);
        c20.intoArray(c, co + 2 * crs);
        c21.intoArray(c, co + 2 * crs + L);
        c22.intoArray(c, co + 2 * crs + last);
        c30.intoArray(c, co + 3 * crs);
        c31.intoArray(c, co + 3 * crs + L);
        c32.intoArray(c, co + 3 * crs + last);
        c40.intoArray(c, co + 4 * crs);
        c41.intoArray(c, co + 4 * crs + L);
        c42.intoArray(c, co + 4 * crs + last);
        c50.intoArray(c, co + 5 * crs);
        c51.intoArray(c, co + 5 * crs + L);
        c52.intoArray(c, co + 5 * crs + last);
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
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c01 = FloatVector.fromArray(S, s, so + L);
        FloatVector c02 = FloatVector.fromArray(S, s, so + last);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c11 = FloatVector.fromArray(S, s, so + srs + L);
        FloatVector c12 = FloatVector.fromArray(S, s, so + srs + last);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        FloatVector c21 = FloatVector.fromArray(S, s, so + 2 * srs + L);
        FloatVector c22 = FloatVector.fromArray(S, s, so + 2 * srs + last);
        FloatVector c30 = FloatVector.fromArray(S, s, so + 3 * srs);
        FloatVector c31 = FloatVector.fromArray(S, s, so + 3 * srs + L);
        FloatVector c32 = FloatVector.fromArray(S, s, so + 3 * srs + last);
        FloatVector c40 = FloatVector.fromArray(S, s, so + 4 * srs);
        FloatVector c41 = FloatVector.fromArray(S, s, so + 4 * srs + L);
        FloatVector c42 = FloatVector.fromArray(S, s, so + 4 * srs + last);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector b1 = FloatVector.fromArray(S, b, bo + L);
            FloatVector b2 = FloatVector.fromArray(S, b, bo + 2 * L);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            c01 = a0.fma(b1, c01);
            c02 = a0.fma(b2, c02);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            c11 = a1.fma(b1, c11);
            c12 = a1.fma(b2, c12);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            c21 = a2.fma(b1, c21);
            c22 = a2.fma(b2, c22);
            FloatVector a3 = FloatVector.broadcast(S, a[ao + 3 * ars]);
            c30 = a3.fma(b0, c30);
            c31 = a3.fma(b1, c31);
            c32 = a3.fma(b2, c32);
            FloatVector a4 = FloatVector.broadcast(S, a[ao + 4 * ars]);
            c40 = a4.fma(b0, c40);
            c41 = a4.fma(b1, c41);
            c42 = a4.fma(b2, c42);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c01.intoArray(c, co + L);
        c02.intoArray(c, co + last);
        c10.intoArray(c, co + crs);
        c11.intoArray(c, co + crs + L);
        c12.intoArray(c, co + crs + last);
        c20.intoArray(c, co + 2 * crs);
        c21.intoArray(c, co + 2 * crs + L);
        c22.intoArray(c, co + 2 * crs + last);
        c30.intoArray(c, co + 3 * crs);
        c31.intoArray(c, co + 3 * crs + L);
        c32.intoArray(c, co + 3 * crs + last);
        c40.intoArray(c, co + 4 * crs);
        c41.intoArray(c, co + 4 * crs + L);
        c42.intoArray(c, co + 4 * crs + last);
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
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c01 = FloatVector.fromArray(S, s, so + L);
        FloatVector c02 = FloatVector.fromArray(S, s, so + last);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c11 = FloatVector.fromArray(S, s, so + srs + L);
        FloatVector c12 = FloatVector.fromArray(S, s, so + srs + last);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        FloatVector c21 = FloatVector.fromArray(S, s, so + 2 * srs + L);
        FloatVector c22 = FloatVector.fromArray(S, s, so + 2 * srs + last);
        FloatVector c30 = FloatVector.fromArray(S, s, so + 3 * srs);
        FloatVector c31 = FloatVector.fromArray(S, s, so + 3 * srs + L);
        FloatVector c32 = FloatVector.fromArray(S, s, so + 3 * srs + last);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector b1 = FloatVector.fromArray(S, b, bo + L);
            FloatVector b2 = FloatVector.fromArray(S, b, bo + 2 * L);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            c01 = a0.fma(b1, c01);
            c02 = a0.fma(b2, c02);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            c11 = a1.fma(b1, c11);
            c12 = a1.fma(b2, c12);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            c21 = a2.fma(b1, c21);
            c22 = a2.fma(b2, c22);
            FloatVector a3 = FloatVector.broadcast(S, a[ao + 3 * ars]);
            c30 = a3.fma(b0, c30);
            c31 = a3.fma(b1, c31);
            c32 = a3.fma(b2, c32);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c01.intoArray(c, co + L);
        c02.intoArray(c, co + last);
        c10.intoArray(c, co + crs);
        c11.intoArray(c, co + crs + L);
        c12.intoArray(c, co + crs + last);
        c20.intoArray(c, co + 2 * crs);
        c21.intoArray(c, co + 2 * crs + L);
        c22.intoArray(c, co + 2 * crs + last);
        c30.intoArray(c, co + 3 * crs);
        c31.intoArray(c, co + 3 * crs + L);
        c32.intoArray(c, co + 3 * crs + last);
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
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c01 = FloatVector.fromArray(S, s, so + L);
        FloatVector c02 = FloatVector.fromArray(S, s, so + last);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c11 = FloatVector.fromArray(S, s, so + srs + L);
        FloatVector c12 = FloatVector.fromArray(S, s, so + srs + last);
        FloatVector c20 = FloatVector.fromArray(S, s, so + 2 * srs);
        FloatVector c21 = FloatVector.fromArray(S, s, so + 2 * srs + L);
        FloatVector c22 = FloatVector.fromArray(S, s, so + 2 * srs + last);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector b1 = FloatVector.fromArray(S, b, bo + L);
            FloatVector b2 = FloatVector.fromArray(S, b, bo + 2 * L);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            c01 = a0.fma(b1, c01);
            c02 = a0.fma(b2, c02);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            c11 = a1.fma(b1, c11);
            c12 = a1.fma(b2, c12);
            FloatVector a2 = FloatVector.broadcast(S, a[ao + 2 * ars]);
            c20 = a2.fma(b0, c20);
            c21 = a2.fma(b1, c21);
            c22 = a2.fma(b2, c22);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c01.intoArray(c, co + L);
        c02.intoArray(c, co + last);
        c10.intoArray(c, co + crs);
        c11.intoArray(c, co + crs + L);
        c12.intoArray(c, co + crs + last);
        c20.intoArray(c, co + 2 * crs);
        c21.intoArray(c, co + 2 * crs + L);
        c22.intoArray(c, co + 2 * crs + last);
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
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c01 = FloatVector.fromArray(S, s, so + L);
        FloatVector c02 = FloatVector.fromArray(S, s, so + last);
        FloatVector c10 = FloatVector.fromArray(S, s, so + srs);
        FloatVector c11 = FloatVector.fromArray(S, s, so + srs + L);
        FloatVector c12 = FloatVector.fromArray(S, s, so + srs + last);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector b1 = FloatVector.fromArray(S, b, bo + L);
            FloatVector b2 = FloatVector.fromArray(S, b, bo + 2 * L);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            c01 = a0.fma(b1, c01);
            c02 = a0.fma(b2, c02);
            FloatVector a1 = FloatVector.broadcast(S, a[ao + ars]);
            c10 = a1.fma(b0, c10);
            c11 = a1.fma(b1, c11);
            c12 = a1.fma(b2, c12);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c01.intoArray(c, co + L);
        c02.intoArray(c, co + last);
        c10.intoArray(c, co + crs);
        c11.intoArray(c, co + crs + L);
        c12.intoArray(c, co + crs + last);
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
            int last,
            float[] c,
            int co,
            int crs,
            float[] s,
            int so,
            int srs) {
        FloatVector c00 = FloatVector.fromArray(S, s, so);
        FloatVector c01 = FloatVector.fromArray(S, s, so + L);
        FloatVector c02 = FloatVector.fromArray(S, s, so + last);
        int stop = bo + k * brs;
        int end = bo + groups * k * brs;
        do {
            FloatVector b0 = FloatVector.fromArray(S, b, bo);
            FloatVector b1 = FloatVector.fromArray(S, b, bo + L);
            FloatVector b2 = FloatVector.fromArray(S, b, bo + 2 * L);
            FloatVector a0 = FloatVector.broadcast(S, a[ao]);
            c00 = a0.fma(b0, c00);
            c01 = a0.fma(b1, c01);
            c02 = a0.fma(b2, c02);
            ao += acs;
            bo += brs;
            if (bo == stop) {
                ao += ags;
                stop += k * brs;
            }
        } while (bo != end);
        c00.intoArray(c, co);
        c01.intoArray(c, co + L);
        c02.intoArray(c, co + last);
    }

    private Tiles3() {}
}

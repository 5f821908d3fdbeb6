package slmlab.env.box2d;

import slmlab.env.NumpyRandom;

/// The ground that a walker crosses: points at equal distances and, in hardcore mode, solid axis-aligned boxes.
///
/// Rays are cast here and not by Box2D, because the ground is sorted from left to right: a ray checks the few
/// edges below it, and no hit has to come back from native code.
final class WalkerTerrain {
    static final double SCALE = 30; // pixels per metre
    static final double STEP = 14 / SCALE;
    static final int LENGTH = 200; // in points
    static final double HEIGHT = 400 / SCALE / 4;
    static final int GRASS = 10; // its longest stretch in points, and how much of it lies behind the goal
    static final int START = 20; // points of flat ground

    private static final int MAX_BOXES = 64; // enough for pits only: two boxes per ten points, grass included

    // kinds of ground
    private static final int ON_GRASS = 0;
    private static final int STUMP = 1;
    private static final int STAIRS = 2;
    private static final int PIT = 3;

    private final double[] x = new double[LENGTH];
    private final double[] y = new double[LENGTH];
    private final double[] left = new double[MAX_BOXES];
    private final double[] right = new double[MAX_BOXES];
    private final double[] bottom = new double[MAX_BOXES];
    private final double[] top = new double[MAX_BOXES];
    private final int[] near = new int[MAX_BOXES]; // boxes that the rays of one step can reach
    private int boxes;

    /// Generate new ground from left to right: grass and, in hardcore mode, one obstacle after each stretch of
    /// it. `isFirst` marks where the kind of ground changes: obstacles are built there, and grass begins level.
    void reset(NumpyRandom random, boolean hardcore) {
        boxes = 0;
        int state = ON_GRASS;
        boolean isFirst = false;
        double slope = 0;
        double now = HEIGHT;
        double before = 0; // the height where the obstacle began
        int rest = START; // points until the kind of ground changes
        int stairs = 0;
        int stairWidth = 0;
        int way = 0; // direction of the stairs: 1 up, −1 down
        for (int i = 0; i < LENGTH; i++) {
            x[i] = i * STEP;
            if (state == ON_GRASS && !isFirst) {
                slope = 0.8 * slope + 0.01 * Math.signum(HEIGHT - now);
                if (i > START) {
                    slope += random.uniform(-1, 1) / SCALE;
                }
                now += slope;
            } else if (state == STUMP && isFirst) {
                rest = (int) random.integers(1, 3);
                addBox(x[i], x[i] + rest * STEP, now, now + rest * STEP);
            } else if (state == STAIRS && isFirst) {
                way = random.random() > 0.5 ? 1 : -1;
                stairWidth = (int) random.integers(4, 5);
                stairs = (int) random.integers(3, 5);
                before = now;
                for (int s = 0; s < stairs; s++) {
                    addBox(
                            x[i] + s * stairWidth * STEP,
                            x[i] + (1 + s) * stairWidth * STEP,
                            now + (-1 + s * way) * STEP,
                            now + s * way * STEP);
                }
                rest = stairs * stairWidth;
            } else if (state == STAIRS) {
                double done = stairs * stairWidth - rest - way;
                now = before + done / stairWidth * way * STEP;
            } else if (state == PIT && isFirst) {
                rest = (int) random.integers(3, 5);
                addBox(x[i], x[i] + STEP, now - 4 * STEP, now);
                addBox(x[i] + STEP * rest, x[i] + STEP + STEP * rest, now - 4 * STEP, now);
                rest += 2;
                before = now;
            } else if (state == PIT) {
                now = rest > 1 ? before - 4 * STEP : before;
            }
            isFirst = false;
            y[i] = now;
            rest--;
            if (rest == 0) {
                rest = (int) random.integers(GRASS / 2, GRASS);
                state = state == ON_GRASS && hardcore ? (int) random.integers(1, 4) : ON_GRASS;
                isFirst = true;
            }
        }
    }

    private void addBox(double fromX, double toX, double fromY, double toY) {
        left[boxes] = fromX;
        right[boxes] = toX;
        bottom[boxes] = fromY;
        top[boxes] = toY;
        boxes++;
    }

    /// Build the ground in a world.
    void build(Box2dWorld world, float friction) {
        world.edges(x, y, friction);
        for (int i = boxes - 1; i >= 0; i--) { // in the order of the edges
            world.solid(Box2dWorld.polygon(boxCorners(i), 1), friction);
        }
    }

    double x(int i) {
        return x[i];
    }

    double y(int i) {
        return y[i];
    }

    int boxes() {
        return boxes;
    }

    double[] boxCorners(int i) {
        return new double[] {left[i], bottom[i], right[i], bottom[i], right[i], top[i], left[i], top[i]};
    }

    /// Cast rays from a point, downwards or to the right.
    ///
    /// @param alongX how far each ray reaches; at least 0
    /// @param fraction where each ray hits the ground, as a fraction of its length; 1 if it does not
    void cast(float fromX, float fromY, double[] alongX, double[] alongY, float[] fraction) {
        double reach = 0;
        for (double each : alongX) {
            reach = Math.max(reach, each);
        }
        int reachable = findBoxes(fromX, fromX + reach);
        int first = Math.clamp((int) (fromX / STEP) - 1, 0, LENGTH - 1);
        for (int i = 0; i < fraction.length; i++) {
            // a ray's end is rounded to float32, as Box2D's are
            double dx = (float) (fromX + alongX[i]) - fromX;
            double dy = (float) (fromY + alongY[i]) - fromY;
            double nearest = castOnEdges(first, fromX, fromY, dx, dy);
            for (int k = 0; k < reachable; k++) {
                nearest = Math.min(nearest, castOnBox(near[k], fromX, fromY, dx, dy));
            }
            fraction[i] = (float) nearest;
        }
    }

    private int findBoxes(double fromX, double toX) {
        int count = 0;
        for (int i = 0; i < boxes; i++) {
            if (right[i] >= fromX && left[i] <= toX) {
                near[count++] = i;
            }
        }
        return count;
    }

    /// Return the first edge hit, which is the nearest: the edges and the ray go to the right.
    private double castOnEdges(int first, double fromX, double fromY, double dx, double dy) {
        for (int i = first; i + 1 < LENGTH && x[i] <= fromX + dx; i++) {
            double edgeX = x[i + 1] - x[i];
            double edgeY = y[i + 1] - y[i];
            double across = edgeX * dy - edgeY * dx;
            if (across != 0) {
                double toX = x[i] - fromX;
                double toY = y[i] - fromY;
                double along = (edgeX * toY - edgeY * toX) / across; // on the ray
                double at = (dx * toY - dy * toX) / across; // on the edge
                if (along >= 0 && along <= 1 && at >= 0 && at <= 1) {
                    return along;
                }
            }
        }
        return 1;
    }

    /// Return where the ray enters the box. A ray that begins inside a box does not hit it.
    private double castOnBox(int i, double fromX, double fromY, double dx, double dy) {
        double enter = -1;
        double leave = 1;
        if (dx != 0) {
            enter = (left[i] - fromX) / dx;
            leave = Math.min(leave, (right[i] - fromX) / dx);
        } else if (fromX < left[i] || fromX > right[i]) {
            return 1;
        }
        // dy < 0: from the top
        enter = Math.max(enter, (top[i] - fromY) / dy);
        leave = Math.min(leave, (bottom[i] - fromY) / dy);
        return enter > 0 && enter <= leave ? enter : 1;
    }
}

package slmlab.env.box2d;

import java.awt.Color;
import java.awt.Graphics2D;
import java.util.Arrays;
import slmlab.env.render.Drawing;

/// Recent exhaust particles of the lander's engines. For images only: they push nothing, so they fly outside
/// Box2D.
final class LanderExhaust {
    private static final double SECONDS = 0.02;
    private static final double FADE = 0.15; // of the power, per step
    private static final double RADIUS = 2 / LunarLander.SCALE;
    private static final int KEPT = 16; // as many as can be visible: two per step, at most seven steps each

    private final double gravity;
    private final double[] x = new double[KEPT]; // where and how fast it left
    private final double[] y = new double[KEPT];
    private final double[] speedX = new double[KEPT];
    private final double[] speedY = new double[KEPT];
    private final double[] power = new double[KEPT];
    private final int[] age = new int[KEPT]; // in steps
    private int next;

    LanderExhaust(double gravity) {
        this.gravity = gravity;
    }

    void clear() {
        Arrays.fill(power, -1);
    }

    /// @param mass mass per square metre
    void add(double atX, double atY, double impulseX, double impulseY, double newPower, double mass) {
        double kilograms = mass * Math.PI * RADIUS * RADIUS;
        x[next] = atX;
        y[next] = atY;
        speedX[next] = impulseX / kilograms;
        speedY[next] = impulseY / kilograms;
        power[next] = newPower;
        age[next] = 0;
        next = (next + 1) % KEPT;
    }

    void step() {
        for (int i = 0; i < KEPT; i++) {
            age[i]++;
        }
    }

    /// Draw the particles above the surface, in metres.
    void draw(Graphics2D canvas, double[] surfaceX, double[] surfaceY) {
        for (int i = 0; i < KEPT; i++) {
            double left = power[i] - FADE * age[i];
            double seconds = age[i] * SECONDS;
            double atX = x[i] + speedX[i] * seconds;
            double atY = y[i] + speedY[i] * seconds + gravity * seconds * (seconds + SECONDS) / 2;
            if (left >= 0 && atY > height(surfaceX, surfaceY, atX)) {
                float glow = (float) Math.max(0.2, 0.5 * left);
                canvas.setColor(new Color((float) Math.min(1, Math.max(0.2, 0.15 + left)), glow, glow));
                Drawing.disc(canvas, atX, atY, RADIUS);
            }
        }
    }

    private static double height(double[] surfaceX, double[] surfaceY, double at) {
        for (int i = 0; i + 1 < surfaceX.length; i++) {
            if (at >= surfaceX[i] && at <= surfaceX[i + 1]) {
                double share = (at - surfaceX[i]) / (surfaceX[i + 1] - surfaceX[i]);
                return surfaceY[i] + share * (surfaceY[i + 1] - surfaceY[i]);
            }
        }
        return 0;
    }
}

package slmlab.bridge.mujoco;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import slmlab.env.picture.Pictures;

/// placeholder
enum SideView {
    SIDE,
    TOP;

    static final Dimension SIZE = new Dimension(480, 360);

    void draw(Graphics2D canvas, int width, int height, Simulation sim, Geoms geoms) {
        Pictures.begin(canvas, width, height, SIZE, Color.WHITE);
        sim.positions();
    }
}

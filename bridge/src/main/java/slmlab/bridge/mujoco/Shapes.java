package slmlab.bridge.mujoco;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Point2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Draws the outlines of shapes: x to the right, and one other axis up.
///
/// @param place where each shape is, three numbers
/// @param turn its rotation, nine numbers row by row
/// @param up the axis that points up in the image
/// @param line width of an outline
record Shapes(Graphics2D canvas, Geoms geoms, Field place, Field turn, int up, double line) {
    private static final int XYZ = 3;
    private static final int ROUND = 16; // corners of a circle

    void draw(int i) {
        double a = geoms.size()[XYZ * i];
        double b = geoms.size()[XYZ * i + 1];
        double c = geoms.size()[XYZ * i + 2];
        switch (geoms.type()[i]) {
            case Geoms.PLANE, Geoms.HEIGHTS -> {} // the ground is drawn already
            case Geoms.SPHERE -> {
                Point2D at = point(i, 0, 0, 0);
                fill(i, new Ellipse2D.Double(at.getX() - a, at.getY() - a, 2 * a, 2 * a));
            }
            case Geoms.CAPSULE -> {
                Line2D middle = new Line2D.Double(point(i, 0, 0, -b), point(i, 0, 0, b));
                fill(
                        i,
                        new BasicStroke((float) (2 * a), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
                                .createStrokedShape(middle));
            }
            case Geoms.CYLINDER -> fill(i, hull(cylinder(i, a, b)));
            case Geoms.BOX -> fill(i, hull(box(i, a, b, c)));
            default -> fill(i, hull(ellipsoid(i, a, b, c))); // a mesh too: its size is that of the box around it
        }
    }

    private void fill(int i, Shape shape) {
        float[] rgba = geoms.color();
        Color color = new Color(rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2], rgba[4 * i + 3]);
        canvas.setColor(color);
        canvas.fill(shape);
        canvas.setColor(color.darker().darker());
        canvas.setStroke(new BasicStroke((float) line));
        canvas.draw(shape);
    }

    /// Return where a point of a shape's own coordinates is in the image.
    private Point2D point(int i, double x, double y, double z) {
        return new Point2D.Double(coordinate(i, 0, x, y, z), coordinate(i, up, x, y, z));
    }

    private double coordinate(int i, int axis, double x, double y, double z) {
        int row = XYZ * XYZ * i + XYZ * axis;
        return place.at(XYZ * i + axis) + turn.at(row) * x + turn.at(row + 1) * y + turn.at(row + 2) * z;
    }

    private List<Point2D> box(int i, double a, double b, double c) {
        List<Point2D> points = new ArrayList<>();
        for (int corner = 0; corner < 8; corner++) {
            points.add(point(i, (corner & 1) == 0 ? a : -a, (corner & 2) == 0 ? b : -b, (corner & 4) == 0 ? c : -c));
        }
        return points;
    }

    private List<Point2D> cylinder(int i, double radius, double half) {
        List<Point2D> points = new ArrayList<>();
        for (int k = 0; k < ROUND; k++) {
            double x = radius * Math.cos(2 * Math.PI * k / ROUND);
            double y = radius * Math.sin(2 * Math.PI * k / ROUND);
            points.add(point(i, x, y, half));
            points.add(point(i, x, y, -half));
        }
        return points;
    }

    private List<Point2D> ellipsoid(int i, double a, double b, double c) {
        List<Point2D> points = new ArrayList<>();
        for (int j = 0; j <= ROUND / 2; j++) {
            double polar = 2 * Math.PI * j / ROUND;
            for (int k = 0; k < ROUND; k++) {
                double around = 2 * Math.PI * k / ROUND;
                points.add(point(
                        i,
                        a * Math.sin(polar) * Math.cos(around),
                        b * Math.sin(polar) * Math.sin(around),
                        c * Math.cos(polar)));
            }
        }
        return points;
    }

    /// Return the convex hull (Andrew's monotone chain): first its lower side from left to right, then its upper.
    private static Shape hull(List<Point2D> points) {
        points.sort(Comparator.comparingDouble(Point2D::getX).thenComparingDouble(Point2D::getY));
        Path2D path = new Path2D.Double();
        List<Point2D> all = new ArrayList<>(chain(points));
        all.addAll(chain(points.reversed()));
        path.moveTo(all.getFirst().getX(), all.getFirst().getY());
        all.forEach(point -> path.lineTo(point.getX(), point.getY()));
        path.closePath();
        return path;
    }

    private static List<Point2D> chain(List<Point2D> points) {
        List<Point2D> chain = new ArrayList<>();
        for (Point2D next : points) {
            while (chain.size() > 1 && !turnsLeft(chain.get(chain.size() - 2), chain.getLast(), next)) {
                chain.removeLast();
            }
            chain.add(next);
        }
        return chain;
    }

    private static boolean turnsLeft(Point2D a, Point2D b, Point2D c) {
        return (b.getX() - a.getX()) * (c.getY() - a.getY()) - (b.getY() - a.getY()) * (c.getX() - a.getX()) > 0;
    }
}

package slmlab.env.physics;

/// Discs in a rectangle under constant gravity, which collide with each other and with the walls. They slide without
/// friction and do not spin.
///
/// Coordinates are x and y of each disc, controls the force on each in x and y. A disc must move less than its radius
/// in a substep, or it may pass through another.
public final class Discs implements MotionEquations {
    private final double[] mass;
    private final double[] radius;
    private final double[] size;
    private final double[] gravity;
    private final double restitution;

    /// @param mass of each disc in kg
    /// @param radius of each disc in m
    /// @param width of the rectangle, whose lower left corner is the origin; infinite for a plane without walls
    /// @param gravity in y, negative downwards, in m/s²
    /// @param restitution relative speed after a collision to that before: 1 is elastic, 0 sticks
    public Discs(double[] mass, double[] radius, double width, double height, double gravity, double restitution) {
        if (mass.length == 0 || mass.length != radius.length) {
            throw new IllegalArgumentException("there are %s masses and %s radii; needs one of each for every disc"
                    .formatted(mass.length, radius.length));
        }
        for (int i = 0; i < mass.length; i++) {
            if (!(mass[i] > 0 && radius[i] > 0)) {
                throw new IllegalArgumentException(
                        "disc %s has mass %s and radius %s; both need to be above 0".formatted(i, mass[i], radius[i]));
            }
        }
        if (!(restitution >= 0 && restitution <= 1)) {
            throw new IllegalArgumentException("restitution is %s; needs a number from 0 to 1".formatted(restitution));
        }
        this.mass = mass.clone();
        this.radius = radius.clone();
        this.size = new double[] {width, height};
        this.gravity = new double[] {0, gravity};
        this.restitution = restitution;
    }

    @Override
    public int coordinates() {
        return 2 * mass.length;
    }

    @Override
    public int controls() {
        return coordinates();
    }

    @Override
    public void accelerations(double[] position, double[] velocity, double[] control, double[] acceleration) {
        for (int i = 0; i < acceleration.length; i++) {
            acceleration[i] = gravity[i % 2] + control[i] / mass[i / 2];
        }
    }

    /// ½·m·v² − m·g·y, summed over the discs.
    @Override
    public double energy(double[] position, double[] velocity) {
        double energy = 0;
        for (int i = 0; i < position.length; i++) {
            energy += mass[i / 2] * (velocity[i] * velocity[i] / 2 - gravity[i % 2] * position[i]);
        }
        return energy;
    }

    @Override
    public void impacts(double[] position, double[] velocity) {
        for (int a = 0; a < mass.length; a++) {
            for (int b = a + 1; b < mass.length; b++) {
                collide(a, b, position, velocity);
            }
        }
        if (size[0] < Double.POSITIVE_INFINITY || size[1] < Double.POSITIVE_INFINITY) {
            for (int i = 0; i < position.length; i++) {
                bounce(i, position, velocity);
            }
        }
    }

    /// Exchange momentum along the line of centers: j = −(1 + e)·vₙ / (1/m₁ + 1/m₂). The discs are moved apart by
    /// the
    /// inverse of their masses, which leaves their center of mass, and so the potential energy, where it is.
    private void collide(int a, int b, double[] position, double[] velocity) {
        double dx = position[2 * b] - position[2 * a];
        double dy = position[2 * b + 1] - position[2 * a + 1];
        double distance = Math.sqrt(dx * dx + dy * dy);
        double overlap = radius[a] + radius[b] - distance;
        if (overlap <= 0 || distance == 0) {
            return; // discs with the same center have no line between them
        }
        double nx = dx / distance;
        double ny = dy / distance;
        double speed = (velocity[2 * b] - velocity[2 * a]) * nx + (velocity[2 * b + 1] - velocity[2 * a + 1]) * ny;
        if (speed >= 0) {
            return; // they separate already
        }
        double lightness = 1 / mass[a] + 1 / mass[b];
        double momentum = -(1 + restitution) * speed / lightness;
        push(a, -momentum, -overlap / lightness, nx, ny, position, velocity);
        push(b, momentum, overlap / lightness, nx, ny, position, velocity);
    }

    private void push(
            int disc, double momentum, double moment, double nx, double ny, double[] position, double[] velocity) {
        position[2 * disc] += moment / mass[disc] * nx;
        position[2 * disc + 1] += moment / mass[disc] * ny;
        velocity[2 * disc] += momentum / mass[disc] * nx;
        velocity[2 * disc + 1] += momentum / mass[disc] * ny;
    }

    /// Reflect a coordinate at its two walls. The disc is put back to where it touched, with the speed that it had
    /// there: √(v² − 2·g·depth) with g outwards, from the conservation of energy.
    private void bounce(int i, double[] position, double[] velocity) {
        double low = radius[i / 2];
        double high = size[i % 2] - radius[i / 2];
        double outwards = position[i] < low ? -1 : position[i] > high ? 1 : 0;
        if (outwards == 0 || velocity[i] * outwards <= 0) {
            return;
        }
        double wall = outwards < 0 ? low : high;
        double depth = (position[i] - wall) * outwards;
        double squared = velocity[i] * velocity[i] - 2 * gravity[i % 2] * outwards * depth;
        position[i] = wall;
        velocity[i] = -outwards * restitution * Math.sqrt(Math.max(0, squared));
    }
}

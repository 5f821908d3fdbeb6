package slmlab.env.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.Contact;
import com.badlogic.gdx.physics.box2d.ContactImpulse;
import com.badlogic.gdx.physics.box2d.ContactListener;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.FixtureDef;
import com.badlogic.gdx.physics.box2d.Manifold;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.physics.box2d.joints.RevoluteJoint;
import com.badlogic.gdx.physics.box2d.joints.RevoluteJointDef;
import com.badlogic.gdx.utils.GdxNativesLoader;
import org.jspecify.annotations.Nullable;

/// The Box2D world of one episode: a fixed ground, bodies that collide with nothing but it, hinges, and the
/// contacts that count.
///
/// Its memory is native: a world is closed when its episode ends. Worlds are independent; each belongs to one
/// thread at a time. Box2D computes in float32.
final class Box2dWorld implements AutoCloseable {
    static final float FRICTION = 0.2f; // Box2D's default, where Gymnasium sets none

    private static final float SECONDS = 0.02f;
    private static final int VELOCITY_ITERATIONS = 6 * 30;
    private static final int POSITION_ITERATIONS = 2 * 30;
    private static final short GROUND = 0x0001;
    private static final short PART = 0x0020;

    static {
        GdxNativesLoader.load();
        Box2D.init();
        warmUp();
    }

    private final World world;
    private final Body ground;
    private @Nullable Body core;
    private @Nullable Body left;
    private @Nullable Body right;
    private boolean isOver;
    private boolean leftStands;
    private boolean rightStands;

    /// @param gravity positive upwards, in m/s²
    Box2dWorld(double gravity) {
        world = new World(new Vector2(0, (float) gravity), true);
        world.setContactFilter(null); // the native one; by default the wrapper calls its Java copy
        world.setContactListener(new Touch());
        ground = world.createBody(new BodyDef());
    }

    /// Make Box2D fill its tables and the wrapper look up its methods. Both do so on first use and without a
    /// lock, so it must be done before a second thread comes: a box touches an edge here.
    private static void warmUp() {
        try (Box2dWorld world = new Box2dWorld(-10)) {
            world.edges(new double[] {-1, 1}, new double[] {0, 0}, FRICTION);
            Body body = world.part(0, 0.1, 0, box(0.1, 0.1), 1, FRICTION);
            world.watch(body, body, body);
            world.step();
            if (!world.isOver()) {
                throw new AssertionError("Box2D: a box on an edge does not touch it");
            }
        }
    }

    /// Add ground: an edge from each point to the next.
    ///
    /// The last edge is created first: where a foot meets two edges, the order in which they are solved
    /// matters. Gymnasium's Box2D sorts them by age; this one does not sort, and finds the newest first.
    void edges(double[] x, double[] y, float friction) {
        EdgeShape shape = new EdgeShape();
        FixtureDef def = new FixtureDef();
        def.shape = shape;
        def.friction = friction;
        for (int i = x.length - 2; i >= 0; i--) {
            shape.set((float) x[i], (float) y[i], (float) x[i + 1], (float) y[i + 1]);
            ground.createFixture(def);
        }
        shape.dispose();
    }

    /// Add ground: a solid polygon.
    ///
    /// @param shape is disposed of
    void solid(PolygonShape shape, float friction) {
        FixtureDef def = new FixtureDef();
        def.shape = shape;
        def.friction = friction;
        ground.createFixture(def);
        shape.dispose();
    }

    /// Add a moving body.
    ///
    /// @param shape is disposed of
    Body part(double x, double y, double angle, PolygonShape shape, float density, float friction) {
        BodyDef bodyDef = new BodyDef();
        bodyDef.type = BodyDef.BodyType.DynamicBody;
        bodyDef.position.set((float) x, (float) y);
        bodyDef.angle = (float) angle;
        Body body = world.createBody(bodyDef);
        FixtureDef def = new FixtureDef();
        def.shape = shape;
        def.density = density;
        def.friction = friction;
        def.filter.categoryBits = PART;
        def.filter.maskBits = GROUND;
        body.createFixture(def);
        shape.dispose();
        return body;
    }

    /// Join two bodies by a hinge with a motor. Its angle is measured from their current pose, as the Python
    /// layer under Gymnasium adds it to Box2D.
    ///
    /// @param ax the hinge, as `a` sees it; `bx` as `b` does
    RevoluteJoint hinge(
            Body a,
            double ax,
            double ay,
            Body b,
            double bx,
            double by,
            double lowest,
            double highest,
            double speed,
            double torque) {
        RevoluteJointDef def = new RevoluteJointDef();
        def.bodyA = a;
        def.bodyB = b;
        def.localAnchorA.set((float) ax, (float) ay);
        def.localAnchorB.set((float) bx, (float) by);
        def.referenceAngle = (float) ((double) b.getAngle() - a.getAngle());
        def.enableLimit = true;
        def.lowerAngle = (float) lowest;
        def.upperAngle = (float) highest;
        def.enableMotor = true;
        def.motorSpeed = (float) speed;
        def.maxMotorTorque = (float) torque;
        return (RevoluteJoint) world.createJoint(def);
    }

    /// @param corners x and y of each corner in turn, in pixels, `scale` of them per metre
    static PolygonShape polygon(double[] corners, double scale) {
        float[] vertices = new float[corners.length];
        for (int i = 0; i < corners.length; i++) {
            vertices[i] = (float) (corners[i] / scale);
        }
        PolygonShape shape = new PolygonShape();
        shape.set(vertices);
        return shape;
    }

    static PolygonShape box(double halfWidth, double halfHeight) {
        PolygonShape shape = new PolygonShape();
        shape.setAsBox((float) halfWidth, (float) halfHeight);
        return shape;
    }

    /// Set whose ground contacts count: the core's, which ends the episode, and those of two feet.
    void watch(Body newCore, Body leftFoot, Body rightFoot) {
        core = newCore;
        left = leftFoot;
        right = rightFoot;
    }

    void step() {
        world.step(SECONDS, VELOCITY_ITERATIONS, POSITION_ITERATIONS);
    }

    boolean isOver() {
        return isOver;
    }

    boolean leftStands() {
        return leftStands;
    }

    boolean rightStands() {
        return rightStands;
    }

    /// Return the Box2D world, for tests that cast rays through it.
    World world() {
        return world;
    }

    @Override
    public void close() {
        world.dispose();
    }

    /// Counts contacts as Gymnasium does: a foot that touches two edges is in the air when it leaves one of
    /// them.
    private final class Touch implements ContactListener {
        @Override
        public void beginContact(Contact contact) {
            isOver |= isOf(contact, core);
            leftStands |= isOf(contact, left);
            rightStands |= isOf(contact, right);
        }

        @Override
        public void endContact(Contact contact) {
            leftStands &= !isOf(contact, left);
            rightStands &= !isOf(contact, right);
        }

        @Override
        public void preSolve(Contact contact, Manifold manifold) {}

        @Override
        public void postSolve(Contact contact, ContactImpulse impulse) {}

        private static boolean isOf(Contact contact, @Nullable Body body) {
            return contact.getFixtureA().getBody().equals(body)
                    || contact.getFixtureB().getBody().equals(body);
        }
    }
}

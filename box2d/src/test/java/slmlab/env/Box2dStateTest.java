package slmlab.env;

import java.util.List;

/// Box2D environments resume as if they had never stopped.
class Box2dStateTest extends EnvStateTest {
    static List<String> ids() { // in the place of the parent's
        return Box2dIds.all();
    }
}

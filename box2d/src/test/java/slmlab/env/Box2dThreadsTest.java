package slmlab.env;

import java.util.stream.Stream;

/// Vectors of Box2D environments share nothing.
class Box2dThreadsTest extends TwoThreadsTest {
    static Stream<String> ids() { // in the place of the parent's
        return Box2dIds.all().stream();
    }
}

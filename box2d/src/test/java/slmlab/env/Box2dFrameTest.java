package slmlab.env;

/// The same with the Box2D environments among those that are shipped.
class Box2dFrameTest extends FrameTest {}

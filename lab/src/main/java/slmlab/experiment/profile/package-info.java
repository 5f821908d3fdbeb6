/// `--profile`: a flight recording of a run and where the time of its frames went.
///
/// Start with [slmlab.experiment.profile.Profiler]. `FramePhase` sorts stacks into phases;
/// [slmlab.experiment.profile.TimeTable] prints them.
///
/// Knows Java's flight recorder; knows names of the lab's classes, and none of the classes.
@NullMarked
package slmlab.experiment.profile;

import org.jspecify.annotations.NullMarked;

/// `slm-lab select`: which algorithms fit a problem, the best first, and why the others do not.
///
/// Start with [Selection]; [ProblemProfile] is what a user says about the problem, [Method] what
/// is still to come; an algorithm of the lab says itself when to choose it.
@NullMarked
package slmlab.design.select;

import org.jspecify.annotations.NullMarked;

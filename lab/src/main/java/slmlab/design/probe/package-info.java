/// `slm-lab env probe`: what an env is like before anything is trained on it.
///
/// [MarkovProbe] asks whether one observation is enough, [BaselineReturns] what policies reach that look at nothing.
@NullMarked
package slmlab.design.probe;

import org.jspecify.annotations.NullMarked;

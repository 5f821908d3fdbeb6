/// What is wrong with a run: rules over what it has logged, each with its evidence and what to change.
@NullMarked
package slmlab.judge.diagnose;

import org.jspecify.annotations.NullMarked;

/// `slm-lab calc`: the arithmetic of batches ([BatchSize]) and replays ([ReplaySize]).
@NullMarked
package slmlab.design.size;

import org.jspecify.annotations.NullMarked;

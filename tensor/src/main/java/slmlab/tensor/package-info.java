/// Tensors, gradients, programs.
@NullMarked
package slmlab.tensor;

import org.jspecify.annotations.NullMarked;

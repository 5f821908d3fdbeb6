/// Kernels on plain arrays, hidden from everyone but the engine.
@NullMarked
package slmlab.tensor.internal;

import org.jspecify.annotations.NullMarked;

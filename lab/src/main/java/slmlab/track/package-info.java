/// Numbers of a run for other programs: TensorBoard's event files, lines of JSON, MLflow.
@NullMarked
package slmlab.track;

import org.jspecify.annotations.NullMarked;

/// The diagnosis matrix: faults put into runs, and the files that `diagnose` is tested with.
///
/// Start with [DiagnoseBenchmark]. `bench/diagnose/matrix.yaml` has the cells.
@NullMarked
package slmlab.bench.diagnose;

import org.jspecify.annotations.NullMarked;

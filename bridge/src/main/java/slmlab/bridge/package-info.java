/// Environments outside the JVM: MuJoCo natively, any Gymnasium environment through Python.
@NullMarked
package slmlab.bridge;

import org.jspecify.annotations.NullMarked;

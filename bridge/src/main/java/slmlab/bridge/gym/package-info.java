/// Any Gymnasium env, and MuJoCo Playground: Python workers step them, over memory that both sides have mapped.
///
/// Start with [PythonVector]: actions in, one byte to each worker, results out. [PythonWorker] is one process
/// and its socket, [Slots] the mapped memory, `worker.py` among the resources the other side. [Gymnasium] and
/// [Playground] are the families.
///
/// Knows processes and files; knows no algorithm.
@NullMarked
package slmlab.bridge.gym;

import org.jspecify.annotations.NullMarked;

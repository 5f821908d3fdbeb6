/// Writes traced computations as ONNX models, which other runtimes run. Start with [OnnxGraph].
///
/// [OnnxModel] collects nodes and weights and encodes them as the protobuf messages of ONNX; [OnnxGraph] maps each
/// operation of the engine to ONNX's, for any number of rows. Knows the engine and nothing of policies.
@NullMarked
package slmlab.onnx;

import org.jspecify.annotations.NullMarked;

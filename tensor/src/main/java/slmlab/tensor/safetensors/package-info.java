/// Named arrays on disk, in the safetensors format that Python and its tools also read.
///
/// Start with [SafeTensors]: one call writes a file, one reads it. A file is eight bytes with the size of a
/// header, the header (JSON: name, type, shape and position of each tensor, and a map of strings), and the
/// data, little-endian, without gaps.
///
/// A file is not trusted. Its whole header is checked before the first array is allocated, so a damaged or
/// malicious one costs an error, and no more memory than a small multiple of its own size. Files that we write
/// carry a checksum of the data, which a read verifies.
///
/// The format: https://github.com/huggingface/safetensors#format
///
/// Knows arrays; knows no net, no optimizer and no checkpoint.
@NullMarked
package slmlab.tensor.safetensors;

import org.jspecify.annotations.NullMarked;

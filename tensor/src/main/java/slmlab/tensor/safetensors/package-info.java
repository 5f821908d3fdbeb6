/// Named arrays on disk, in the safetensors format that Python and its tools also read.
///
/// Start with [SafeTensors]: one call writes a file, one reads it. A file is eight bytes with the size of a
/// header, the header (JSON: name, type, shape and place of each tensor, and a map of strings), and the numbers,
/// little-endian, without a gap.
///
/// A file is not trusted. Its header is checked whole before the first array is made, so a damaged or malicious
/// one costs an error, and no more memory than a small multiple of its own size. What we write carries a checksum
/// of the numbers, which a read verifies.
///
/// The format: https://github.com/huggingface/safetensors#format
///
/// Knows arrays; knows no net, no optimizer and no checkpoint.
@NullMarked
package slmlab.tensor.safetensors;

import org.jspecify.annotations.NullMarked;

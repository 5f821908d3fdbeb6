/// Files that a user names: checks before reading, and atomic writes.
///
/// Start with [OutputFile]: written under a temporary name and moved into place, so that nobody sees half of
/// it. [InputFile] says why something cannot be read.
///
/// Knows nothing about their content.
@NullMarked
package slmlab.file;

import org.jspecify.annotations.NullMarked;

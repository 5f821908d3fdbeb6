/// Files: checks before reading, atomic writes, JSON, and what a message may quote of a file.
///
/// Start with [OutputFile]: written under a temporary name and moved into place, so that nobody sees half of
/// it. [InputFile] says why something cannot be read, [SafeFile] writes a whole file, [JsonFile] reads and writes JSON.
///
/// Knows nothing about their content.
@NullMarked
package slmlab.file;

import org.jspecify.annotations.NullMarked;

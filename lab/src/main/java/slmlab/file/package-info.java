/// Files that a user names: which can be read, and how one is written.
///
/// Start with [OutputFile]: written aside and moved into place, so that nobody sees half of one. [InputFile] says in
/// words why something cannot be read.
///
/// Knows nothing of what is in them.
@NullMarked
package slmlab.file;

import org.jspecify.annotations.NullMarked;

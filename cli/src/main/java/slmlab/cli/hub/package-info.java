/// Commands on a hub: `pull`, `push`, `graduate`, and what `--upload-hf` does at the end of a run.
@NullMarked
package slmlab.cli.hub;

import org.jspecify.annotations.NullMarked;

/// Search: `run … search`, `search-worker`, `study`.
///
/// Start with [SearchStart], which begins or resumes a study; [SearchMode] runs it.
@NullMarked
package slmlab.cli.search;

import org.jspecify.annotations.NullMarked;

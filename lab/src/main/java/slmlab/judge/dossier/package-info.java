/// One report of all that can be said about a run, as Markdown and as a page.
@NullMarked
package slmlab.judge.dossier;

import org.jspecify.annotations.NullMarked;

/// Hyperparameter search: what to try next, what to stop early, and a study that many workers share.
@NullMarked
package slmlab.search;

import org.jspecify.annotations.NullMarked;

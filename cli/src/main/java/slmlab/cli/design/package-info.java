/// Before training: `select`, `validate`, `calc`.
@NullMarked
package slmlab.cli.design;

import org.jspecify.annotations.NullMarked;

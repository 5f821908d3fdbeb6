/// Before training: `select`, `validate`, `calc`, `mdp`.
@NullMarked
package slmlab.cli.design;

import org.jspecify.annotations.NullMarked;

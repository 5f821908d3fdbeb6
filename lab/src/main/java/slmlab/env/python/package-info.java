/// Where Python packages lie that an environment needs: a library, models, game files.
@NullMarked
package slmlab.env.python;

import org.jspecify.annotations.NullMarked;

/// Look at one env without an agent: `env …`, and `setup` for envs outside the JVM.
@NullMarked
package slmlab.cli.env;

import org.jspecify.annotations.NullMarked;

/// Write, validate and look up specs: `new`, `check`, `list`, `spec`.
@NullMarked
package slmlab.cli.spec;

import org.jspecify.annotations.NullMarked;

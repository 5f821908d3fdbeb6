/// Judge runs and agents: `diagnose`, `explain`, `eval attack`, `eval ood`, `dossier`, `benchmark`.
@NullMarked
package slmlab.cli.judge;

import org.jspecify.annotations.NullMarked;

/// What only SLM-Lab's older specs need: other names of keys, keys without effect, envs that no longer exist.
///
/// Three tables: [Aliases], [NoOps] and [GoneEnvs].
@NullMarked
package slmlab.spec.upstream;

import org.jspecify.annotations.NullMarked;

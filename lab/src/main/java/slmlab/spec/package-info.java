/// Spec files, read once into records that cannot be wrong.
///
/// Start with [SpecFile], which reads a JSON or YAML file, and [Spec], what one entry of it becomes. A
/// component's part of a spec is a record: [Overlay] starts from its defaults and overrides them with what the
/// file says, by name. [Registry] holds the components that a spec can name. All [Problems] are collected
/// before a [SpecException] reports them.
///
/// Three tables serve older specs: [NoOps], [Aliases] and [GoneEnvs].
///
/// Knows files and records; knows no env, no agent and no tensor.
@NullMarked
package slmlab.spec;

import org.jspecify.annotations.NullMarked;

/// Spec files, read once into records that cannot be wrong.
///
/// Start with [SpecFile], which reads a JSON or YAML file, and [Spec], what one entry of it becomes. [EnvConfig],
/// [AgentSpec] and [MetaConfig] are its sections. Parsing is in [slmlab.spec.text], records and keys are in
/// [slmlab.spec.key], SLM-Lab's older names are in [slmlab.spec.upstream].
///
/// Knows files and records; knows no env, no agent and no tensor.
@NullMarked
package slmlab.spec;

import org.jspecify.annotations.NullMarked;

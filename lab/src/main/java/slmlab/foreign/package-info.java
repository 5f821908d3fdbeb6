/// Policies that other libraries trained, as runs of this lab. Start with [PolicyImport].
///
/// A Python script, which lies in the resources, reads a model of Stable-Baselines3 or CleanRL and writes tensors and
/// settings; [ForeignPolicy] checks these, [ForeignSpec] makes a spec of them and [WeightNames] finds each weight under
/// its foreign name. No pickle is read here. `docs/export.md` lists what can be imported.
@NullMarked
package slmlab.foreign;

import org.jspecify.annotations.NullMarked;

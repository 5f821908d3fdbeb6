/// Every key of a spec in words: for the docs, the terminal, templates and editors.
///
/// Start with [slmlab.reference.SpecReference], which finds all sections and their keys in the config records and the
/// registries; the texts are the [slmlab.spec.key.Doc]s beside the keys. `ReferencePage` writes `docs/spec.md`,
/// `KeyExplanation` and `ComponentPage` answer in the terminal, `SpecSchema` is for editors, `Template` begins a spec.
///
/// Knows what a plan knows; runs nothing.
@NullMarked
package slmlab.reference;

import org.jspecify.annotations.NullMarked;

/// Skills: what an expert would hand a colleague, as texts that an assistant loads when it needs them.
///
/// Start with [slmlab.skill.Bundle]: the skills in the resources of this package, one folder each. A
/// [slmlab.skill.Skill] is a `SKILL.md` and the files that it links to; [slmlab.skill.FrontMatter] is the block at the
/// top of a file.
///
/// Knows files and YAML; knows no command and nothing of what the texts are about.
@NullMarked
package slmlab.skill;

import org.jspecify.annotations.NullMarked;

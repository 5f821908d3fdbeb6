/// `slm-lab explain`: why a trained agent acts as it does.
///
/// Start with [Explain]: it plays episodes, picks states, and attributes each choice to what was seen ([Saliency]).
/// [MemoryVerdict] says whether a recurrent agent uses its memory.
@NullMarked
package slmlab.judge.explain;

import org.jspecify.annotations.NullMarked;

/// `slm-lab explain`: why a trained agent acts as it does.
///
/// Start with [Explain]: it plays episodes, picks states, and attributes each choice to what was seen ([Saliency]).
/// [MemoryVerdict] says whether a recurrent agent uses its memory, [HiddenNorm] how large it is over an episode.
@NullMarked
package slmlab.judge.explain;

import org.jspecify.annotations.NullMarked;

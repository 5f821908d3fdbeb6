/// Before training: is the problem well posed, which algorithm fits, how large is a batch.
///
/// This package reads design files and collects what is found: [DesignSection], [Findings], [Code], [DesignVerdict].
/// The rooms below are what a user does: `validate` a design, solve a tabular problem (`mdp`), `select` an
/// algorithm, `probe` an env, compute a `size`.
///
/// Knows the lists of envs and algorithms; trains nothing and knows no run.
@NullMarked
package slmlab.design;

import org.jspecify.annotations.NullMarked;

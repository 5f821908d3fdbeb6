/// What an algorithm says about itself, in one place beside its config.
///
/// Start with [slmlab.agent.facts.AlgorithmFacts]: name, paper, traits, usual settings, keys without effect, memory
/// shape, shipped specs, when to choose it. Lists, templates, checks, memory estimates, validators and the
/// selector ask it, and none of them knows an algorithm by name.
///
/// Knows what algorithms are made of; knows no algorithm.
@NullMarked
package slmlab.agent.facts;

import org.jspecify.annotations.NullMarked;

/// Guided workflows: the steps of a skill such as `rl-architect`, asked one question at a time, each ending in an
/// artefact.
///
/// A step is a file of the skill's folder, so that a person in a terminal and an assistant read the same text.
///
/// Knows skills, specs and files; knows neither commands nor pages.
@NullMarked
package slmlab.flow;

import org.jspecify.annotations.NullMarked;

/// Wrappers around a vector of envs: normalization, clipping, frame stacks, episode statistics, video.
///
/// Start with [slmlab.env.wrapper.Wrappers], the list of them. [slmlab.env.wrapper.WrapperStack] applies them
/// in SLM-Lab's order, from the keys of a spec's env section; [slmlab.env.wrapper.NamedWrappers] has those that a
/// spec lists by name, custom ones among them.
///
/// Knows the env contract and images; knows no env by name.
@NullMarked
package slmlab.env.wrapper;

import org.jspecify.annotations.NullMarked;

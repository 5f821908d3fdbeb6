/// Nets in TorchArc's format: modules by name, and a graph that says which reads what.
///
/// Start with [ArcBody], SLM-Lab's `TorchArcNet`; [Arc] reads the format, [ArcBuilder] makes the modules in the order
/// of the graph, [ArcTypes] lists the types of modules.
@NullMarked
package slmlab.agent.net.arc;

import org.jspecify.annotations.NullMarked;

/// What the Python package `slmlab` talks to: a JVM that it starts, and that ends with it.
///
/// Start with [PythonHostCommand], which reads requests and writes answers and events as frames of JSON, over stdin and
/// stdout. [HostCalls] is the list of requests. What is called thousands of times a second, a step of a vector of envs
/// and an act of a policy, goes through a [Channel]: memory that both processes have mapped. The other side is
/// `python/src/slmlab/_host.py`.
@NullMarked
package slmlab.cli.python;

import org.jspecify.annotations.NullMarked;

/// Serves a policy over HTTP: requests that arrive together are acted on in one batch.
///
/// Start with [PolicyServer]. [Service] answers a request, whatever brought it; [Batcher] acts; [Weights] are replaced
/// between two batches. `docs/serve.md` describes what clients see.
///
/// Knows the player and nothing that trains.
@NullMarked
package slmlab.serve;

import org.jspecify.annotations.NullMarked;

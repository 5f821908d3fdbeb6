package slmlab.experiment;

import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.Array;

/// Copies of the weights at one frame.
///
/// @param arrays by the names they are saved under, with the statistics that normalize observations
/// @param frame null where a state of an older version did not say it
/// @param exploreVar how much the algorithm explored then; NaN where it has no number for it
/// @param header what the file says about itself
record Snapshot(
        SequencedMap<String, Array> arrays, @Nullable Long frame, double exploreVar, Map<String, String> header) {}

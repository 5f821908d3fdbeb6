package slmlab.experiment;

import java.util.Map;
import java.util.SequencedMap;
import slmlab.tensor.Array;

/// Copies of the weights at one frame.
///
/// @param arrays by the names they are saved under, with the statistics that normalize observations
/// @param exploreVar how much the algorithm explored then; NaN where it has no number for it
/// @param header what the file says about itself
record Snapshot(SequencedMap<String, Array> arrays, long frame, double exploreVar, Map<String, String> header) {}

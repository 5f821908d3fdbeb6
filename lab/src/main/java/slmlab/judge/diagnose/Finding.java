package slmlab.judge.diagnose;

/// Something that is wrong with a run.
///
/// @param label its name, one of [Rules]
/// @param evidence the numbers that show it
/// @param advice what to change in the spec
/// @param column which shows it best
public record Finding(String label, String evidence, String advice, String column) {}

package slmlab.search;

/// A key that a search sets.
///
/// @param path of the key in the spec, with dots
public record Parameter(String path, Domain domain) {}

package slmlab.spec.text;

/// One thing that is wrong with a spec.
///
/// @param path where: keys joined by dots; empty for the file as a whole
/// @param message what is wrong and what to do, read after the path: `is 2; needs to lie in [0, 1]`
public record Problem(String path, String message) {}

/// What all packages of the lab share: [LabException], the base class of its exceptions.
///
/// Knows no other package; all may know it.
@NullMarked
package slmlab;

import org.jspecify.annotations.NullMarked;

/// Keys of a spec as components of records: their defaults, meanings, checks, and how a mapping becomes a record.
///
/// Start with [Overlay]: it takes the defaults of a config record and overrides them with what a file says, by name. A
/// component's [Doc] and [Default] stand beside it; [SpecKey] describes a key from them. [Registry] holds the
/// components that a spec can name. [Problems] collects everything that is wrong.
///
/// Knows the text of specs; knows no section of one.
@NullMarked
package slmlab.spec.key;

import org.jspecify.annotations.NullMarked;

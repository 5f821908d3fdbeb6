/// The text of a spec file: from bytes to maps, lists, strings and numbers.
///
/// Start with [SpecParser], which parses JSON and YAML so that nothing in a file can name a class. [Substitution] fills
/// `${var}`, [Keys] converts names between Java and specs. A [SpecException] reports every [Problem] of a file at once.
///
/// Knows files; knows no record and no key.
@NullMarked
package slmlab.spec.text;

import org.jspecify.annotations.NullMarked;

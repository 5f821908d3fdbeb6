/// A study: the trials of one search, kept in a database that many workers share.
///
/// Start with [Study]: a worker claims a trial, reports its scores and ends it. [Database] is where it is
/// kept: SQLite in a file, or PostgreSQL for many machines. [StudyHistory] is what a worker remembers of
/// the others.
///
/// Knows samplers and pruners; knows nothing of training.
@NullMarked
package slmlab.search.study;

import org.jspecify.annotations.NullMarked;

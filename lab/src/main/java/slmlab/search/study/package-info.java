/// A study: the trials of one search, kept in a database that many workers share.
@org.jspecify.annotations.NullMarked
package slmlab.search.study;

package slmlab.search.study;

import java.util.List;

/// What differs between the databases.
enum Dialect {
    /// One writer at a time, so that a transaction locks everything as it begins. Only ends wait for the
    /// disk: when the power fails, the workers fail with it, and do the rest again.
    SQLITE(
            List.of("PRAGMA synchronous = NORMAL", "BEGIN IMMEDIATE"),
            List.of("PRAGMA synchronous = FULL", "BEGIN IMMEDIATE"),
            "SELECT 1",
            "CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            ""),
    /// Workers pass by the rows that others hold. Tables are made under a lock of our own.
    POSTGRESQL(
            List.of("BEGIN"),
            List.of("BEGIN"),
            "SELECT pg_advisory_xact_lock(7305804402)",
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
            "FOR UPDATE SKIP LOCKED");

    private final List<String> begin;
    private final List<String> beginSafely;
    private final String lockSchema;
    private final String now;
    private final String skipLocked;

    Dialect(List<String> begin, List<String> beginSafely, String lockSchema, String now, String skipLocked) {
        this.begin = begin;
        this.beginSafely = beginSafely;
        this.lockSchema = lockSchema;
        this.now = now;
        this.skipLocked = skipLocked;
    }

    /// Return what begins a transaction.
    ///
    /// @param isSafe whether it must outlive a power failure
    List<String> begin(boolean isSafe) {
        return isSafe ? beginSafely : begin;
    }

    String lockSchema() {
        return lockSchema;
    }

    /// Return the database's clock, in milliseconds since 1970: the clocks of workers may differ.
    String now() {
        return now;
    }

    String skipLocked() {
        return skipLocked;
    }
}

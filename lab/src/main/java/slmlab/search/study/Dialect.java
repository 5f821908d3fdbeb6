package slmlab.search.study;

/// What differs between the databases.
enum Dialect {
    /// One writer at a time, so that a transaction locks everything as it begins.
    SQLITE("BEGIN IMMEDIATE", "SELECT 1", "CAST(unixepoch('subsec') * 1000 AS BIGINT)", ""),
    /// Workers pass by the rows that others hold. Tables are made under a lock of our own.
    POSTGRESQL(
            "BEGIN",
            "SELECT pg_advisory_xact_lock(7305804402)",
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
            "FOR UPDATE SKIP LOCKED");

    private final String begin;
    private final String lockSchema;
    private final String now;
    private final String skipLocked;

    Dialect(String begin, String lockSchema, String now, String skipLocked) {
        this.begin = begin;
        this.lockSchema = lockSchema;
        this.now = now;
        this.skipLocked = skipLocked;
    }

    String begin() {
        return begin;
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

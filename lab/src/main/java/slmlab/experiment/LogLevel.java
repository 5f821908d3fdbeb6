package slmlab.experiment;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Level;

/// How much a log says, in SLM-Lab's words.
public enum LogLevel {
    DEBUG(Level.FINE),
    INFO(Level.INFO),
    WARNING(Level.WARNING),
    ERROR(Level.SEVERE);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private final Level level;

    LogLevel(Level level) {
        this.level = level;
    }

    /// Return a line of a log: `2026-11-16 02:25:34.123 | INFO | message`.
    public String line(Instant time, String message) {
        return "%s | %s | %s"
                .formatted(TIME.format(LocalDateTime.ofInstant(time, ZoneId.systemDefault())), this, message);
    }

    Level level() {
        return level;
    }

    static LogLevel of(Level level) {
        for (LogLevel each : values()) {
            if (level.intValue() <= each.level.intValue()) {
                return each;
            }
        }
        return ERROR;
    }
}

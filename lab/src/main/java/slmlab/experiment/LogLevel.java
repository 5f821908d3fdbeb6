package slmlab.experiment;

import java.util.logging.Level;

/// How much a log says, in SLM-Lab's words.
public enum LogLevel {
    DEBUG(Level.FINE),
    INFO(Level.INFO),
    WARNING(Level.WARNING),
    ERROR(Level.SEVERE);

    private final Level level;

    LogLevel(Level level) {
        this.level = level;
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

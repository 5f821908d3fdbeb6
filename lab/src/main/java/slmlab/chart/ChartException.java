package slmlab.chart;

import slmlab.LabException;

/// Thrown when a figure cannot be drawn on this machine. The rest of a run is not affected.
public final class ChartException extends LabException {

    public ChartException(Throwable cause) {
        super("no curve can be drawn here (%s)".formatted(cause), cause);
    }
}

package slmlab.search.plot;

import java.util.List;
import slmlab.search.study.TrialRow;

/// The score over two parameters, as the mean of the trials near by.
///
/// @param columns of cells
/// @param rows of cells
/// @param cells row by row from the bottom; NaN where no trial is near
record Contour(int columns, int rows, double[] cells) {
    private static final int LINE = 48; // cells along a line
    private static final double NEAR = 0.07; // deviation of the weights, as a share of an axis
    private static final double LEAST = Math.exp(-4.5); // weight of a trial three deviations away

    static Contour of(ParameterAxis x, ParameterAxis y, int xIndex, int yIndex, List<TrialRow> scored) {
        int columns = cells(x);
        int rows = cells(y);
        double[] cells = new double[columns * rows];
        for (int i = 0; i < cells.length; i++) {
            int row = i / columns;
            double placeX = (i % columns + 0.5) / columns;
            double placeY = (row + 0.5) / rows;
            double sum = 0;
            double weights = 0;
            for (TrialRow trial : scored) {
                double weight = weight(x, placeX, trial.point()[xIndex]) * weight(y, placeY, trial.point()[yIndex]);
                sum += weight * trial.score();
                weights += weight;
            }
            cells[i] = weights < LEAST ? Double.NaN : sum / weights;
        }
        return new Contour(columns, rows, cells);
    }

    /// Options have a cell each, and know nothing of each other.
    private static int cells(ParameterAxis axis) {
        return axis.isChoice() ? axis.ruler().marks().size() : LINE;
    }

    private static double weight(ParameterAxis axis, double place, double coordinate) {
        double distance = axis.ruler().at(coordinate) - place;
        if (axis.isChoice()) {
            return Math.abs(distance) < 0.5 / cells(axis) ? 1 : 0;
        }
        return Math.exp(-0.5 * distance * distance / (NEAR * NEAR));
    }
}

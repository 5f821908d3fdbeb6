/// Charts as PNG, SVG and PDF files, on machines without a display and without fonts.
///
/// Start with [Chart], curves with bands, and [Sheet], on which other packages draw plots of their own. A [Canvas] is
/// what both draw on, [Letters] are the glyphs, [Theme] the colors.
///
/// Knows files; knows no run and no metric.
@NullMarked
package slmlab.chart;

import org.jspecify.annotations.NullMarked;

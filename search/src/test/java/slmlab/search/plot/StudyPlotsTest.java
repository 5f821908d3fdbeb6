package slmlab.search.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.chart.Format;
import slmlab.chart.Look;
import slmlab.chart.Size;
import slmlab.chart.Theme;
import slmlab.search.study.Standing;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;

class StudyPlotsTest {
    private static final List<String> NAMES =
            List.of("history", "parallel", "importance", "slices", "contour", "rungs", "timeline");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static final SyntheticStudy STUDY = SyntheticStudy.of(60);

    @Test
    void aStudyHasAllItsFiguresInItsFolder() throws IOException {
        List<Path> files = StudyPlots.write(STUDY.plan(), STUDY.standing(), temp);
        assertThat(files)
                .extracting(file -> temp.relativize(file).toString())
                .containsExactlyElementsOf(NAMES.stream()
                        .map(name -> "graph/study_%s.png".formatted(name))
                        .toList());
        for (Path file : files) {
            assertThat(colors(ImageIO.read(file.toFile()))).as(file.toString()).isGreaterThan(30);
        }
    }

    private static long colors(BufferedImage figure) {
        return Stream.iterate(0, i -> i < figure.getWidth(), i -> i + 3)
                .flatMap(x -> Stream.iterate(0, i -> i < figure.getHeight(), i -> i + 3)
                        .map(y -> figure.getRGB(x, y)))
                .distinct()
                .count();
    }

    @Test
    void theSameStudyIsTheSameFigureInSvgAndInTheDark() throws IOException {
        Look look = new Look(Format.SVG, new Size(900, 600), Theme.DARK, true);
        List<Path> once = StudyPlots.write(STUDY.plan(), STUDY.standing(), temp.resolve("a"), look);
        List<Path> again = StudyPlots.write(STUDY.plan(), STUDY.standing(), temp.resolve("b"), look);
        for (int i = 0; i < once.size(); i++) {
            assertThat(again.get(i)).hasSameTextualContentAs(once.get(i));
            assertThat(Files.readString(once.get(i))).contains("<svg", "#14171c");
        }
    }

    @Test
    void aStudyWithoutTrialsOrScoresIsSaidInAFigure() {
        List<TrialRow> failed = STUDY.trials().stream()
                .filter(trial -> trial.state() == TrialState.FAILED)
                .toList();
        assertThat(StudyPlots.write(STUDY.plan(), new Standing(List.of(), List.of()), temp))
                .hasSize(NAMES.size());
        assertThat(StudyPlots.write(STUDY.plan(), new Standing(failed, List.of()), temp))
                .hasSize(NAMES.size());
    }

    @Test
    void theViewKnowsTheBestTheRungsAndWhatMatters() {
        StudyView view = StudyView.of(STUDY.plan(), STUDY.standing());
        double most = STUDY.trials().stream()
                .filter(trial -> trial.state() == TrialState.DONE)
                .mapToDouble(TrialRow::score)
                .max()
                .orElseThrow();
        assertThat(view.best()).isNotNull().extracting(TrialRow::score).isEqualTo(most);
        assertThat(view.rungs()).containsExactly(10_000L, 30_000L, 90_000L);
        assertThat(view.axes().get(view.ranked().getFirst()).name()).isEqualTo("lr");
        assertThat(view.axes()).extracting(ParameterAxis::name).contains("gamma", "training_epoch", "lam");
        assertThat(view.basis()).isEqualTo("from 10 finished trials");
        assertThat(view.shares()[0]).isGreaterThan(0.5);
        SyntheticStudy fewer = SyntheticStudy.of(40); // 9 run to their end; pruned ones have scores of fewer frames
        assertThat(StudyView.of(fewer.plan(), fewer.standing()).basis()).isEqualTo("9 finished; importance needs 10");
        assertThat(StudyView.of(fewer.plan(), fewer.standing()).shares()).containsOnly(0);
        assertThat(view.axes().getFirst().ruler().marks())
                .extracting(mark -> mark.text())
                .containsExactly("1e-5", "0.0001", "0.001", "0.01", "0.1");
    }
}

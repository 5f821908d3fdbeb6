package slmlab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

/// Scores of sessions as they may be distributed.
enum ScorePopulation {
    NORMAL("normal") {
        @Override
        Source draw(SplittableRandom random) {
            return new Source(random::nextGaussian, 0);
        }
    },

    /// Skewed: the logarithms have a standard deviation of 1.
    LOG_NORMAL("log-normal") {
        @Override
        Source draw(SplittableRandom random) {
            return new Source(() -> Math.exp(random.nextGaussian()), Math.exp(0.5));
        }
    },

    /// One session in four fails: 0 in place of 250, each ± 10.
    BIMODAL("one in four fails") {
        @Override
        Source draw(SplittableRandom random) {
            return new Source(() -> (random.nextInt(4) == 0 ? 0 : 250) + 10 * random.nextGaussian(), 0.75 * 250);
        }
    },

    /// Drawn again from the sessions of one recorded run, another run each time.
    RECORDED("recorded runs") {
        @Override
        Source draw(SplittableRandom random) {
            double[] run = RUNS.get(random.nextInt(RUNS.size()));
            return new Source(
                    () -> run[random.nextInt(run.length)],
                    Arrays.stream(run).average().orElseThrow());
        }
    };

    private static final List<double[]> RUNS = recorded();

    /// A distribution of scores.
    ///
    /// @param mean the true one
    record Source(DoubleSupplier next, double mean) {
        double[] scores(int count) {
            return DoubleStream.generate(next).limit(count).toArray();
        }
    }

    private final String words;

    ScorePopulation(String words) {
        this.words = words;
    }

    /// Return the distribution of one repetition.
    abstract Source draw(SplittableRandom random);

    private static List<double[]> recorded() {
        var in = Objects.requireNonNull(ScorePopulation.class.getResourceAsStream("recorded-scores.txt"));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split(" ", -1))
                            .skip(1)
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return words;
    }
}

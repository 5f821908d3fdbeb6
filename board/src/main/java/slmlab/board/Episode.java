package slmlab.board;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An episode that was played: moments of it, each with an image and what the agent thought.
///
/// @param session whose weights
/// @param frame of training at which they were saved; null if unknown
/// @param bars what the bars are: `probability`, `action value` or `action`
/// @param names of the actions
/// @param note why there are no images, or why it was cut short; empty for nothing to say
record Episode(
        int id,
        int session,
        @Nullable Long frame,
        long seed,
        String bars,
        List<String> names,
        double episodeReturn,
        int steps,
        String note,
        List<Moment> moments) {

    /// @param image PNG or JPEG; empty where there is none
    /// @param heights of the bars
    /// @param chosen number of the discrete action taken; −1 for continuous ones
    /// @param value of the observation; NaN where the algorithm learns none
    /// @param sum of the rewards so far
    record Moment(int step, byte[] image, float[] heights, int chosen, double value, double sum) {}

    /// The same without images, as the page gets it: a list for each kind of number.
    ///
    /// @param sizes bytes of each image
    record Summary(
            int session,
            @Nullable Long frame,
            long seed,
            String bars,
            List<String> names,
            double episodeReturn,
            int steps,
            String note,
            int[] step,
            int[] sizes,
            float[][] heights,
            int[] chosen,
            List<@Nullable Float> value,
            List<@Nullable Float> sum) {}

    Summary summary() {
        return new Summary(
                session,
                frame,
                seed,
                bars,
                names,
                episodeReturn,
                steps,
                note,
                moments.stream().mapToInt(Moment::step).toArray(),
                moments.stream().mapToInt(moment -> moment.image.length).toArray(),
                moments.stream().map(Moment::heights).toArray(float[][]::new),
                moments.stream().mapToInt(Moment::chosen).toArray(),
                PageNumbers.floats(moments.stream().mapToDouble(Moment::value).toArray()),
                PageNumbers.floats(moments.stream().mapToDouble(Moment::sum).toArray()));
    }

    byte[] images() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        moments.forEach(moment -> all.writeBytes(moment.image));
        return all.toByteArray();
    }
}

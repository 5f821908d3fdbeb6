package slmlab.search.study;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A trial that a worker has taken upon itself, until it ends it or is lost.
///
/// @param number of the trial
/// @param attempt 1, and one more each time that a worker was lost
/// @param worker that runs it
/// @param token of this claim alone
/// @param point coordinates in the space
/// @param values of the searched keys, by path
/// @param folder that an earlier worker wrote to, empty where none did
public record Claim(
        int number,
        int attempt,
        String worker,
        String token,
        double[] point,
        Map<String, @Nullable Object> values,
        String folder) {

    Claim withPoint(double[] chosen) {
        return new Claim(number, attempt, worker, token, chosen, values, folder);
    }

    Claim withValues(Map<String, @Nullable Object> chosen) {
        return new Claim(number, attempt, worker, token, point, chosen, folder);
    }
}

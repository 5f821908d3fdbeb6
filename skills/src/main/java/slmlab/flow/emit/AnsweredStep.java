package slmlab.flow.emit;

import java.util.List;
import java.util.Map;

/// What a step came to, for a report.
///
/// @param status in words
/// @param note why it is not applicable or missing; empty otherwise
/// @param questions in words, with their answers
/// @param answers by key
/// @param found what the commands of the step printed, as its page has it
public record AnsweredStep(
        int number,
        String id,
        String title,
        String status,
        String note,
        Map<String, Object> questions,
        Map<String, Object> answers,
        List<String> found) {}

package slmlab.judge;

import java.util.Map;

/// One state of an episode: what the agent saw, what it remembered, and what it chose.
///
/// @param episode which one, from 0
/// @param step of the episode, from 0
/// @param obs as the net reads it
/// @param states of recurrent nets, by name; empty for others
/// @param action the choice in words
/// @param target what is explained, in words
/// @param pick weights of the logits, action values or means that make up the target
public record Moment(
        int episode, int step, float[] obs, Map<String, float[]> states, String action, String target, float[] pick) {}

package slmlab.skill;

import java.util.List;

/// An assistant that loads skills from a folder.
public enum Tool {
    CLAUDE("claude", "Claude Code", ".claude"),
    CODEX("codex", "OpenAI Codex", ".codex"),
    /// The folder that several assistants read, current versions of Codex among them.
    AGENTS("agents", "Agent Skills", ".agents");

    private final String word;
    private final String title;
    private final String folder;

    Tool(String word, String title, String folder) {
        this.word = word;
        this.title = title;
        this.folder = folder;
    }

    /// Return the tools that a flag names; `both` is Claude Code and Codex. An [IllegalArgumentException] lists the
    /// words.
    public static List<Tool> of(String word) {
        if (word.equals("both")) {
            return List.of(CLAUDE, CODEX);
        }
        for (Tool tool : values()) {
            if (tool.word.equals(word)) {
                return List.of(tool);
            }
        }
        throw new IllegalArgumentException("is %s; needs claude, codex, agents or both".formatted(word));
    }

    public String title() {
        return title;
    }

    /// Return the name of the folder that holds its settings.
    String folder() {
        return folder;
    }

    @Override
    public String toString() {
        return word;
    }
}

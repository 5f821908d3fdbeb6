package slmlab.judge.robust;

/// Ways to harm an agent that does not learn any more.
public enum AttackKind {
    RANDOM("random", "uniform noise on observations"),
    FGSM("fgsm", "one gradient step against the chosen action"),
    PGD("pgd", "20 gradient steps against the chosen action"),
    CRITIC("critic", "20 gradient steps towards a low value"),
    MAD("mad", "20 gradient steps away from the policy"),
    ACTION("action", "perturbed actions: the worst one with probability ε, or moved by ε"),
    LEARNED("learned", "noise by an adversary that PPO trains on the negative reward"),
    DYNAMICS("dynamics", "arguments of the env within ±20 %, by cross-entropy search");

    private final String word;
    private final String meaning;

    AttackKind(String word, String meaning) {
        this.word = word;
        this.meaning = meaning;
    }

    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return word;
    }
}

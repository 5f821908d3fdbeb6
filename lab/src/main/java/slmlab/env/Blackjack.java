package slmlab.env;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Come closer to 21 than the dealer without going over. Cards are drawn with replacement; an ace counts 11
/// where that does not go over 21, and is then called usable. The dealer draws below 17.
///
/// The observation is the player's sum, the dealer's open card (1 is an ace) and whether the player has a
/// usable ace; it travels as one-hot rows of 32, 11 and 2. Actions: 0 stick, 1 hit. Gymnasium's Blackjack-v1,
/// after Sutton and Barto, example 5.1.
final class Blackjack implements Env {
    private static final int SUMS = 32;
    private static final int CARDS = 11;
    private static final int RANKS = 13; // ace, 2 to 10, jack, queen, king
    private static final int SUITS = 4;

    private final boolean natural;
    private final boolean book;
    private final Hand player = new Hand();
    private final Hand dealer = new Hand();
    private @Nullable NumpyRandom random;

    /// @param natural whether winning with an ace and a ten at once pays 1.5
    /// @param book whether the rules are those of Sutton and Barto: such a hand wins unless the dealer has one too;
    ///     `natural` then means nothing
    Blackjack(boolean natural, boolean book) {
        this.natural = natural;
        this.book = book;
    }

    /// Reads Gymnasium's keywords, with the defaults of its registration.
    static Blackjack of(Args args) {
        return new Blackjack(args.flag("natural", false), args.flag("sab", true));
    }

    @Override
    public Space obsSpace() {
        return new Space.Tuple(List.of(new Space.Discrete(SUMS), new Space.Discrete(CARDS), new Space.Discrete(2)));
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(2);
    }

    @Override
    public void reset(NumpyRandom chance, Frame frame) {
        random = chance;
        dealer.deal(chance);
        player.deal(chance);
        chance.integers(0, SUITS); // the picture of the dealer's card: Gymnasium draws it whether shown or not
        if (dealer.first == 10) {
            chance.integers(0, 3); // and shows a ten as jack, queen or king
        }
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        NumpyRandom chance = Objects.requireNonNull(random);
        if (frame.action() == 1) {
            player.draw(chance);
            if (player.sum() > 21) {
                frame.reward(-1);
                frame.terminate();
            }
        } else {
            while (dealer.sum() < 17) {
                dealer.draw(chance);
            }
            int won = Integer.compare(player.score(), dealer.score());
            double reward = won;
            if (book && player.isNatural() && !dealer.isNatural()) {
                reward = 1;
            } else if (!book && natural && player.isNatural() && won > 0) {
                reward = 1.5;
            }
            frame.reward(reward);
            frame.terminate();
        }
        show(frame);
    }

    private void show(Frame frame) {
        for (int i = 0; i < SUMS + CARDS + 2; i++) {
            frame.obs(i, 0);
        }
        frame.obs(player.sum(), 1);
        frame.obs(SUMS + dealer.first, 1);
        frame.obs(SUMS + CARDS + (player.usableAce() ? 1 : 0), 1);
    }

    /// What counts of the cards that one side holds.
    private static final class Hand {
        private int first;
        private int cards;
        private int hard; // the sum with every ace as 1
        private boolean ace;

        void deal(NumpyRandom random) {
            cards = 0;
            hard = 0;
            ace = false;
            draw(random);
            first = hard;
            draw(random);
        }

        void draw(NumpyRandom random) {
            int card = Math.min(10, 1 + (int) random.integers(0, RANKS));
            cards++;
            hard += card;
            ace |= card == 1;
        }

        boolean usableAce() {
            return ace && hard + 10 <= 21;
        }

        int sum() {
            return usableAce() ? hard + 10 : hard;
        }

        /// The sum, or 0 for a hand over 21.
        int score() {
            return sum() > 21 ? 0 : sum();
        }

        /// An ace and a ten at once.
        boolean isNatural() {
            return cards == 2 && ace && hard == 11;
        }
    }
}

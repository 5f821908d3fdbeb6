package slmlab.env.toytext;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.RoundRectangle2D;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;
import slmlab.env.render.PixelFont;

/// Come closer to 21 than the dealer without going over. Cards are drawn with replacement; an ace counts 11
/// where that does not go over 21, and is then called usable. The dealer draws below 17.
///
/// The observation is the player's sum, the dealer's open card (1 is an ace) and whether the player has a
/// usable ace, as one-hot rows of 32, 11 and 2. Actions: 0 stick, 1 hit. Gymnasium's Blackjack-v1, after Sutton
/// and Barto, example 5.1.
final class Blackjack implements Env, Drawable {
    private static final int SUMS = 32;
    private static final int CARDS = 11;
    private static final int RANKS = 13; // ace, 2 to 10, jack, queen, king
    private static final int SUITS = 4;
    private static final String FACES = "A23456789T"; // by value; a ten may later be drawn as a face card

    private final boolean natural;
    private final boolean book;
    private final Hand player = new Hand();
    private final Hand dealer = new Hand();
    private @Nullable NumpyRandom random;
    private int suit; // suit of the dealer's open card, for the image
    private char face;

    /// @param natural whether winning with a natural (an ace and a ten at once) gives 1.5
    /// @param book whether the rules are those of Sutton and Barto: a natural wins unless the dealer has one
    ///     too; `natural` is then ignored
    Blackjack(boolean natural, boolean book) {
        this.natural = natural;
        this.book = book;
    }

    /// Read Gymnasium's keywords, with the defaults of its registration.
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
        suit = (int) chance.integers(0, SUITS); // for the image, but Gymnasium draws it whether shown or not
        face = FACES.charAt(dealer.first - 1);
        if (dealer.first == 10) {
            face = "JQK".charAt((int) chance.integers(0, 3)); // and shows a ten as jack, queen or king
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

    @Override
    public Dimension imageSize() {
        return new Dimension(600, 500);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.begin(canvas, width, height, imageSize(), new Color(0x076324));
        canvas.setColor(Color.WHITE);
        PixelFont.draw(canvas, "Dealer: " + dealer.first, 24, 24, 4);
        PixelFont.draw(canvas, "Player", 24, 285, 4);
        PixelFont.drawCentered(canvas, Integer.toString(player.sum()), 300, 375, 10);
        if (player.usableAce()) {
            PixelFont.drawCentered(canvas, "usable ace", 300, 450, 4);
        }
        drawCard(canvas, 170, face, suit);
        drawBack(canvas, 314);
    }

    private static void drawCard(Graphics2D canvas, double x, char face, int suit) {
        canvas.setColor(new Color(0x1E1E32));
        Drawing.roundBox(canvas, x - 2, 82, 120, 168, 22);
        canvas.setColor(new Color(0xF2F2F2));
        Drawing.roundBox(canvas, x, 84, 116, 164, 18);
        canvas.setColor(suit == 1 || suit == 2 ? new Color(0xC0283C) : new Color(0x3C3C5A));
        PixelFont.draw(canvas, name(face), x + 10, 94, 3);
        PixelFont.drawCentered(canvas, name(face), x + 58, 150, 7);
        drawSuit(canvas, x + 58, 212, suit);
    }

    /// Return a card's name; T stands for ten, as in Gymnasium's names.
    private static String name(char face) {
        return face == 'T' ? "10" : String.valueOf(face);
    }

    /// Draw a suit (0 club, 1 diamond, 2 heart, 3 spade) around the point (x, y).
    private static void drawSuit(Graphics2D canvas, double x, double y, int suit) {
        if (suit == 0) {
            Drawing.disc(canvas, x, y - 8, 9);
            Drawing.disc(canvas, x - 10, y + 4, 9);
            Drawing.disc(canvas, x + 10, y + 4, 9);
        } else if (suit == 1) {
            Drawing.polygon(canvas, x, y - 20, x + 15, y, x, y + 20, x - 15, y);
        } else {
            int way = suit == 2 ? 1 : -1; // a spade is a heart upside down
            Drawing.disc(canvas, x - 8, y - way * 5, 9);
            Drawing.disc(canvas, x + 8, y - way * 5, 9);
            Drawing.polygon(canvas, x - 16, y - way, x + 16, y - way, x, y + way * 18);
        }
        if (suit == 0 || suit == 3) {
            Drawing.polygon(canvas, x - 2, y, x + 2, y, x + 7, y + 20, x - 7, y + 20);
        }
    }

    private static void drawBack(Graphics2D canvas, double x) {
        canvas.setColor(new Color(0x1E1E32));
        Drawing.roundBox(canvas, x - 2, 82, 120, 168, 22);
        canvas.setColor(new Color(0xF2E8E8));
        Drawing.roundBox(canvas, x, 84, 116, 164, 18);
        canvas.setColor(new Color(0xB8505E));
        canvas.setStroke(new BasicStroke(2));
        RoundRectangle2D frame = new RoundRectangle2D.Double(x + 10, 94, 96, 144, 10, 10);
        canvas.draw(frame);
        canvas.clip(frame);
        for (int i = -144; i < 96; i += 8) {
            canvas.drawLine((int) x + 10 + i, 94, (int) x + 10 + i + 144, 238);
        }
    }

    /// The cards that one side holds.
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

        /// Return the sum, or 0 for a hand over 21.
        int score() {
            return sum() > 21 ? 0 : sum();
        }

        /// Return whether the hand is an ace and a ten at once.
        boolean isNatural() {
            return cards == 2 && ace && hard == 11;
        }
    }
}

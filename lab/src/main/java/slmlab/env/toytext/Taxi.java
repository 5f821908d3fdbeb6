package slmlab.env.toytext;

import java.awt.AlphaComposite;
import java.awt.Color;
import java.awt.Composite;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.env.render.Drawable;
import slmlab.env.render.Drawing;

/// Fetch a passenger at one of four stands of a 5 × 5 town and drive them to another. Each step costs 1; an
/// illegal pickup or drop-off costs 10; a drop-off at the destination gives 20 and ends the episode.
///
/// The observation is `((row · 5 + column) · 5 + passenger) · 4 + destination`, where passenger 4 is in the
/// taxi and stands are 0 red, 1 green, 2 yellow, 3 blue. Actions: 0 south, 1 north, 2 east, 3 west, 4 pickup,
/// 5 drop-off; the mask allows those that change the state. Gymnasium's Taxi-v4, after Dietterich 2000,
/// arXiv:cs/9905014.
final class Taxi implements Env, Drawable {
    private static final int SIZE = 5;
    private static final int STANDS = 4;
    private static final int ABOARD = 4;
    private static final int STATES = SIZE * SIZE * (STANDS + 1) * STANDS;
    private static final int ACTIONS = 6;
    private static final int PICKUP = 4;
    private static final int CELL = 50; // of the image; walls have cells of their own

    private static final int[] DOWN = {1, -1, 0, 0}; // by action
    private static final int[] RIGHT = {0, 0, 1, -1};
    private static final int[] LEFT_OF = {2, 3, 1, 0
    }; // the direction to the left of one going south, north, east, west
    private static final int[] RIGHT_OF = {3, 2, 0, 1};

    private static final int[] STAND_ROW = {0, 0, 4, 4};
    private static final int[] STAND_COLUMN = {0, 4, 0, 3};

    /// `|` where there is a wall east of a column, by row.
    private static final String[] EAST = {":|::|", ":|::|", "::::|", "|:|:|", "|:|:|"};

    private static final double[] BEGINS = TransitionTable.cumulative(begins());
    private static final byte[] MASKS = masks(); // one bit for each action
    private static final TransitionTable DRY = transitions(false, 1);

    private final TransitionTable transitions;
    private final boolean fickle;
    private final double fickleProbability;
    private @Nullable NumpyRandom random;
    private int state;
    private boolean mayChange;

    /// @param rainy whether a move may go sideways instead
    /// @param fickle whether the passenger may change the destination once, when the taxi first moves with them
    /// @param rainyProbability probability that a move in the rain goes as intended
    /// @param fickleProbability probability that a passenger is fickle
    Taxi(boolean rainy, boolean fickle, double rainyProbability, double fickleProbability) {
        this.transitions = rainy ? transitions(true, rainyProbability) : DRY;
        this.fickle = fickle;
        this.fickleProbability = fickleProbability;
    }

    /// Read Gymnasium's keywords.
    static Taxi of(Args args) {
        boolean rainy = args.flag("is_rainy", false);
        boolean fickle = args.flag("fickle_passenger", false);
        double rainyProbability = probability("rainy_probability", 0.8, args);
        double fickleProbability = probability("fickle_probability", 0.3, args);
        args.check();
        return new Taxi(rainy, fickle, rainyProbability, fickleProbability);
    }

    private static double probability(String name, double otherwise, Args args) {
        double value = args.number(name, otherwise);
        if (!(value >= 0 && value <= 1)) {
            args.problem("%s is %s; needs to lie in [0, 1]".formatted(name, value));
        }
        return value;
    }

    private static TransitionTable transitions(boolean rainy, double straight) {
        TransitionTable table = new TransitionTable(STATES, ACTIONS, rainy ? 3 : 1);
        double aside = (1.0 - straight) / 2.0;
        for (int from = 0; from < STATES; from++) {
            for (int way = 0; way < PICKUP; way++) {
                int ahead = moved(from, way);
                table.add(from, way, straight, ahead, -1, false);
                if (rainy) { // a taxi that cannot move ahead does not move sideways either
                    table.add(from, way, aside, ahead == from ? from : moved(from, LEFT_OF[way]), -1, false);
                    table.add(from, way, aside, ahead == from ? from : moved(from, RIGHT_OF[way]), -1, false);
                }
            }
            addStops(from, table);
        }
        return table;
    }

    private static void addStops(int from, TransitionTable table) {
        int stand = standAt(from);
        int passenger = passenger(from);
        int destination = destination(from);
        boolean picks = stand >= 0 && passenger == stand;
        table.add(from, PICKUP, 1, picks ? withPassenger(from, ABOARD) : from, picks ? -1 : -10, false);
        boolean drops = stand >= 0 && passenger == ABOARD;
        boolean delivers = drops && stand == destination;
        int to = drops ? withPassenger(from, stand) : from;
        table.add(from, PICKUP + 1, 1, to, delivers ? 20 : drops ? -1 : -10, delivers);
    }

    private static boolean[] begins() {
        boolean[] begins = new boolean[STATES];
        for (int i = 0; i < STATES; i++) {
            begins[i] = passenger(i) != ABOARD && passenger(i) != destination(i);
        }
        return begins;
    }

    private static byte[] masks() {
        byte[] masks = new byte[STATES];
        for (int i = 0; i < STATES; i++) {
            int mask = 0;
            for (int way = 0; way < PICKUP; way++) {
                mask |= moved(i, way) == i ? 0 : 1 << way;
            }
            int stand = standAt(i);
            if (stand >= 0 && passenger(i) == stand) {
                mask |= 1 << PICKUP;
            }
            if (stand >= 0 && passenger(i) == ABOARD) {
                mask |= 1 << (PICKUP + 1);
            }
            masks[i] = (byte) mask;
        }
        return masks;
    }

    /// Return the state after one move, or the same where a wall or the edge of the town is in the way.
    private static int moved(int from, int way) {
        int row = row(from);
        int column = column(from);
        if (RIGHT[way] != 0) {
            int west = RIGHT[way] > 0 ? column : column - 1; // of the two tiles, the one in the west
            if (west < 0 || EAST[row].charAt(west) == '|') {
                return from;
            }
        }
        return encode(
                Math.clamp(row + DOWN[way], 0, SIZE - 1), column + RIGHT[way], passenger(from), destination(from));
    }

    private static int standAt(int i) {
        for (int stand = 0; stand < STANDS; stand++) {
            if (row(i) == STAND_ROW[stand] && column(i) == STAND_COLUMN[stand]) {
                return stand;
            }
        }
        return -1;
    }

    private static int encode(int row, int column, int passenger, int destination) {
        return ((row * SIZE + column) * (STANDS + 1) + passenger) * STANDS + destination;
    }

    private static int destination(int i) {
        return i % STANDS;
    }

    private static int passenger(int i) {
        return i / STANDS % (STANDS + 1);
    }

    /// Return row and column as one number.
    private static int place(int i) {
        return i / (STANDS * (STANDS + 1));
    }

    private static int column(int i) {
        return place(i) % SIZE;
    }

    private static int row(int i) {
        return place(i) / SIZE;
    }

    private static int withPassenger(int i, int passenger) {
        return i + (passenger - passenger(i)) * STANDS;
    }

    @Override
    public Space obsSpace() {
        return new Space.Discrete(STATES);
    }

    @Override
    public Space actionSpace() {
        return new Space.Discrete(ACTIONS);
    }

    @Override
    public boolean hasActionMask() {
        return true;
    }

    @Override
    public void reset(NumpyRandom chance, Frame frame) {
        random = chance;
        state = TransitionTable.begin(BEGINS, chance.random());
        mayChange = fickle && chance.random() < fickleProbability;
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        NumpyRandom chance = Objects.requireNonNull(random);
        int before = state;
        int at = transitions.draw(before, frame.action(), chance.random());
        state = transitions.next(at);
        if (mayChange && passenger(before) == ABOARD && place(state) != place(before)) {
            mayChange = false;
            int other = (int) chance.integers(0, STANDS - 1); // any destination but the old one
            state += other + (other < destination(before) ? 0 : 1) - destination(before);
        }
        frame.reward(transitions.reward(at));
        if (transitions.terminated(at)) {
            frame.terminate();
        }
        show(frame);
    }

    private void show(Frame frame) {
        frame.discreteObs(state);
        frame.masks(MASKS[state]);
    }

    @Override
    public Dimension imageSize() {
        return new Dimension(11 * CELL, 7 * CELL);
    }

    @Override
    public void draw(Graphics2D canvas, int width, int height) {
        Drawing.begin(canvas, width, height, imageSize(), new Color(0x6E6E6E));
        drawHedge(canvas, 52, 12, 446, 26);
        drawHedge(canvas, 52, 312, 446, 26);
        drawHedge(canvas, 10, 54, 30, 242);
        drawHedge(canvas, 510, 54, 30, 242);
        for (int column = 0; column < SIZE - 1; column++) {
            for (int row = 0; row < SIZE; row++) {
                int top = row;
                while (row < SIZE && EAST[row].charAt(column) == '|') {
                    row++;
                }
                if (row > top) {
                    drawHedge(canvas, CELL * (2 * column + 2) + 10, CELL * (top + 1) + 4, 30, CELL * (row - top) - 8);
                }
            }
        }
        Composite opaque = canvas.getComposite();
        canvas.setComposite(AlphaComposite.SrcOver.derive(0.5f));
        int[] colors = {0xFF0000, 0x00FF00, 0xFFFF00, 0x0000FF};
        for (int stand = 0; stand < STANDS; stand++) {
            canvas.setColor(new Color(colors[stand]));
            Drawing.box(canvas, left(STAND_COLUMN[stand]), top(STAND_ROW[stand]), CELL, CELL);
        }
        canvas.setComposite(opaque);
        int passenger = passenger(state);
        if (passenger != ABOARD) {
            drawPassenger(canvas, left(STAND_COLUMN[passenger]) + 25, top(STAND_ROW[passenger]) + 15);
        }
        int destination = destination(state);
        drawHotel(canvas, left(STAND_COLUMN[destination]), top(STAND_ROW[destination]) - CELL / 2);
        drawTaxi(canvas, left(column(state)), top(row(state)), passenger == ABOARD);
    }

    private static int left(int column) {
        return CELL * (2 * column + 1);
    }

    private static int top(int row) {
        return CELL * (row + 1);
    }

    private static void drawHedge(Graphics2D canvas, int x, int y, int width, int height) {
        canvas.setColor(new Color(0xC8BE96));
        Drawing.roundBox(canvas, x, y, width, height, 22);
        canvas.setColor(new Color(0x3C7018));
        Drawing.roundBox(canvas, x + 3, y + 3, width - 6, height - 6, 18);
        canvas.setColor(new Color(0x5E9A2C));
        Drawing.roundBox(canvas, x + 6, y + 5, width - 15, height - 15, 12);
    }

    private static void drawPassenger(Graphics2D canvas, double x, double y) {
        canvas.setColor(new Color(0xC0392B));
        Drawing.roundBox(canvas, x - 8, y + 4, 16, 14, 8);
        canvas.setColor(new Color(0xF2B888));
        Drawing.disc(canvas, x, y, 8);
        canvas.setColor(new Color(0x733E39));
        Drawing.roundBox(canvas, x - 8, y - 9, 16, 6, 6);
        Drawing.disc(canvas, x - 3, y + 1, 1.2);
        Drawing.disc(canvas, x + 3, y + 1, 1.2);
    }

    private static void drawHotel(Graphics2D canvas, double x, double y) {
        canvas.setColor(new Color(0xC97B4A));
        Drawing.box(canvas, x + 3, y, 44, 50);
        canvas.setColor(new Color(0xE8C98A));
        Drawing.box(canvas, x + 1, y, 48, 7);
        canvas.setColor(new Color(0x3B4CA8));
        for (int window = 0; window < 8; window++) {
            if (window != 6) {
                Drawing.box(canvas, x + 8 + window % 3 * 13, y + 12 + window / 3 * 12, 8, 8);
            }
        }
        canvas.setColor(new Color(0x4A2A1A));
        Drawing.box(canvas, x + 8, y + 36, 9, 14);
    }

    private static void drawTaxi(Graphics2D canvas, double x, double y, boolean occupied) {
        canvas.setColor(new Color(0x202020));
        Drawing.roundBox(canvas, x + 10, y + 34, 8, 10, 4);
        Drawing.roundBox(canvas, x + 32, y + 34, 8, 10, 4);
        canvas.setColor(new Color(0xE8A800));
        Drawing.roundBox(canvas, x + 13, y + 13, 24, 18, 8);
        canvas.setColor(new Color(0xFFCC1A));
        Drawing.roundBox(canvas, x + 9, y + 25, 32, 15, 8);
        canvas.setColor(new Color(0x202020));
        Drawing.box(canvas, x + 20, y + 9, 10, 4);
        canvas.setColor(new Color(0xA8D8F0));
        Drawing.roundBox(canvas, x + 16, y + 16, 18, 9, 4);
        if (occupied) {
            canvas.setColor(new Color(0xC0392B));
            Drawing.disc(canvas, x + 25, y + 21, 4);
        }
        canvas.setColor(Color.WHITE);
        Drawing.disc(canvas, x + 14, y + 32, 3);
        Drawing.disc(canvas, x + 36, y + 32, 3);
        canvas.setColor(new Color(0x6B4A00));
        Drawing.box(canvas, x + 19, y + 33, 12, 3);
    }
}

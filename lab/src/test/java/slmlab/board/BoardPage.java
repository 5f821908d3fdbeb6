package slmlab.board;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A dashboard in a browser, for all tests of a class.
final class BoardPage implements AutoCloseable {
    private final Browser browser;
    private @Nullable Board board; // null until shown

    private BoardPage(Browser browser) {
        this.browser = browser;
    }

    /// Start the browser; where there is none, the test is skipped.
    static BoardPage start(Path temp) {
        return new BoardPage(Browser.start(temp));
    }

    Browser browser() {
        return browser;
    }

    /// Serve the runs of a folder.
    void serve(Path data) {
        board = Board.open(data, 0);
    }

    /// Look as every test begins: light, and as wide as a laptop.
    void reset() {
        browser.prefers("light");
        browser.size(1280, 900);
    }

    /// Open a page: `study`, `search` for example; none for the list of runs.
    void open(String... words) {
        browser.open(address() + "#/" + String.join("/", words));
    }

    /// Check that nothing went wrong and nobody else was asked.
    void assertClean() {
        browser.assertClean(address());
    }

    private String address() {
        if (board == null) {
            throw new IllegalStateException("serve comes first");
        }
        return board.address();
    }

    @Override
    public void close() {
        if (board != null) {
            board.close();
        }
        browser.close();
    }
}

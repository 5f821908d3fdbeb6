package slmlab.board;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import slmlab.board.flow.FlowDesk;

/// A dashboard in a browser, for all tests of a class.
///
/// Every test begins light and as wide as a laptop, and ends with nothing gone wrong and nobody else asked.
final class BoardPage implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private @Nullable Browser browser; // null until started
    private @Nullable Board board; // null until shown

    /// Start the browser; where there is none, the test is skipped.
    Browser start(Path temp) {
        Browser started = Browser.start(temp);
        browser = started;
        return started;
    }

    /// Serve the runs of a folder.
    void serve(Path data) {
        board = Board.open(data, 0);
    }

    /// Serve workflows too.
    void serve(Path data, FlowDesk flows) {
        board = Board.open(data, 0, Set.of(), flows);
    }

    /// Open a path of the server.
    void openPath(String path) {
        browser().open(address() + path);
    }

    /// Open a page: `study`, `search` for example; none for the list of runs.
    void open(String... words) {
        browser().open(address() + "#/" + String.join("/", words));
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        browser().prefers("light");
        browser().size(1280, 900);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        browser().assertClean(address());
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        if (board != null) {
            board.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    private Browser browser() {
        if (browser == null) {
            throw new IllegalStateException("start comes first");
        }
        return browser;
    }

    private String address() {
        if (board == null) {
            throw new IllegalStateException("serve comes first");
        }
        return board.address();
    }
}

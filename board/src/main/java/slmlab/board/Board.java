package slmlab.board;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;
import slmlab.board.flow.FlowDesk;
import slmlab.file.JsonFile;
import slmlab.run.RunFolder;
import slmlab.search.trial.SearchFolder;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecParser;

/// A server of the dashboard on the loopback address.
///
/// Pages are added in two places: a route here, and a module of the page that shows what it returns.
public final class Board implements AutoCloseable {
    public static final int PORT = 8700;
    private static final String HOST = "127.0.0.1";
    private static final int IDLE =
            20_000; // milliseconds after which a client that neither reads nor writes is cut off
    private static final int MOST_RUNS = 24; // in a comparison
    private static final long LARGEST_REQUEST = 256 * 1024; // bytes of the answers to one step's questions

    private final Path data;
    private final Catalog catalog;
    private final Tables tables = new Tables();
    private final Stage stage = new Stage();
    private final @Nullable FlowDesk flows; // null where nobody asks questions
    private final Javalin server;

    private Board(Path data, int port, Set<String> servers, @Nullable FlowDesk flows) throws IOException {
        this.data = data;
        this.flows = flows;
        this.catalog = new Catalog(data, servers);
        this.server = Javalin.create(this::configure);
        try {
            server.start(HOST, port);
        } catch (RuntimeException e) {
            catalog.close();
            throw e;
        }
    }

    /// Refuse a folder that holds no runs; an empty one may get some.
    public static void check(Path data) {
        if (!Files.isDirectory(data)) {
            throw new IllegalArgumentException(
                    "there is no folder %s; name the folder of your runs, or train one first".formatted(data));
        }
        if (!Files.isReadable(data)) {
            throw new IllegalArgumentException("cannot read %s: permission denied".formatted(data));
        }
        try (Stream<Path> entries = Files.list(data)) {
            List<Path> all = entries.filter(
                            entry -> !entry.getFileName().toString().startsWith("."))
                    .toList();
            boolean hasSearch =
                    SearchFolder.isSearch(data) || !Searches.among(all).isEmpty();
            if (!all.isEmpty()
                    && !hasSearch
                    && !RunFolder.isRun(data)
                    && RunFolder.all(data).isEmpty()) {
                throw new IllegalArgumentException(
                        "%s is neither a run folder nor a folder of run folders".formatted(data));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(data, e), e);
        }
    }

    /// Serve the runs in a folder.
    ///
    /// @param data a folder of run folders, or a run folder
    /// @param port 0 for any that is free
    /// @throws IllegalArgumentException if the port is in use, or the folder cannot be read
    public static Board open(Path data, int port) {
        return open(data, port, Set.of(), null);
    }

    /// Serve the runs in a folder, and its searches whose studies are on servers.
    ///
    /// @param servers URLs of databases of studies that may be asked
    /// @param flows workflows to begin and to continue; null for none. It is closed with the board.
    public static Board open(Path data, int port, Set<String> servers, @Nullable FlowDesk flows) {
        try {
            return new Board(data, port, servers, flows);
        } catch (JavalinBindException e) {
            throw new IllegalArgumentException(
                    "port %s is in use; choose another with --port, 0 for any that is free".formatted(port), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(data, e), e);
        }
    }

    public String address() {
        return "http://%s:%s/".formatted(HOST, server.port());
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.maxRequestSize = LARGEST_REQUEST;
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(16 * 1024);
        });
        config.jetty.modifyServer(jetty -> {
            jetty.setStopTimeout(0);
            for (var connector : jetty.getConnectors()) {
                if (connector instanceof ServerConnector each) {
                    each.setIdleTimeout(IDLE);
                }
            }
        });
        RoutesConfig routes = config.routes;
        routes.before(request -> {
            Guard.protect(request);
            @Nullable String refusal = Guard.refusal(request);
            if (refusal != null) {
                problem(request, HttpStatus.FORBIDDEN.getCode(), refusal);
                request.skipRemainingHandlers();
            }
        });
        Page.files()
                .forEach((path, file) -> routes.get(
                        path, answer -> answer.contentType(file.type()).result(file.content())));
        Page.File index = Objects.requireNonNull(Page.files().get("/"));
        routes.get("/flow", answer -> answer.contentType(index.type()).result(index.content()));
        routes.get("/api/runs", json(_ -> catalog.all()));
        routes.get("/api/remote", json(_ -> ElsewherePage.of(data)));
        routes.get("/api/run", json(request -> RunPage.of(card(request), run(request))));
        routes.get("/api/curves", json(request -> RunCurves.of(run(request), tables, view(request))));
        routes.get(
                "/api/study",
                json(request -> catalog.study(parameter(request, "id"))
                        .orElseThrow(() -> new NotFoundResponse("there is no such study"))));
        routes.get("/api/spec", json(request -> SpecView.of(run(request))));
        routes.get("/api/log", json(request -> RunPage.log(run(request))));
        routes.get("/api/files", json(request -> FileList.of(run(request), catalog)));
        routes.get("/api/file", request -> FileList.send(run(request), catalog, parameter(request, "name"), request));
        routes.get("/api/compare", json(request -> Compared.of(runs(request), tables, view(request))));
        routes.get("/api/play", json(request -> stage.show(run(request), parameter(request, "weights"))));
        routes.get("/api/frames", request -> frames(request));
        routes.sse("/api/events", new Feed(catalog)::serve);
        routes.get("/api/flows", json(_ -> flows == null ? Map.of("flows", List.of()) : flows.list()));
        routes.post("/api/flow/look", json(request -> desk().look(asked(request))));
        routes.post("/api/flow/answer", json(request -> desk().answer(asked(request))));
        routes.get("/api/flow/file", request -> {
            String name = parameter(request, "name");
            download(request, name, desk().file(parameter(request, "folder"), name));
        });
        routes.get("/api/flow/zip", request -> {
            String folder = parameter(request, "folder");
            download(request, folder + ".zip", desk().zip(folder));
        });
        routes.exception(IllegalArgumentException.class, (e, answer) -> problem(answer, 422, e.getMessage()));
        routes.exception(
                Exception.class,
                (e, answer) -> problem(answer, 500, "the dashboard failed: %s".formatted(Trouble.of(e))));
        routes.error(404, answer -> {
            if (!"application/json".equals(answer.res().getContentType())) {
                problem(answer, 404, "there is nothing here");
            }
        });
    }

    private static void problem(Context answer, int status, @Nullable String message) {
        try {
            answer.status(status)
                    .contentType("application/json")
                    .result(JsonFile.line(Map.of("error", String.valueOf(message))));
        } catch (NullPointerException | IllegalStateException _) {
            // The client is gone, and Jetty has taken the response back. Javalin would handle an exception of this
            // handler by calling it again, forever.
        }
    }

    /// What a handler answers with.
    private interface Answer {
        Object to(Context request) throws IOException;
    }

    private static Handler json(Answer answer) {
        return request -> {
            try {
                request.contentType("application/json").result(JsonFile.line(answer.to(request)));
            } catch (StackOverflowError | OutOfMemoryError e) {
                throw new IllegalArgumentException(Trouble.of(e), e);
            }
        };
    }

    private FlowDesk desk() {
        if (flows == null) {
            throw new NotFoundResponse("this dashboard has no flows; slm-lab dashboard has them");
        }
        return flows;
    }

    private static FlowDesk.FlowRequest asked(Context request) {
        try {
            return FlowDesk.FlowRequest.of(SpecParser.json("the request", request.body()));
        } catch (SpecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// Answer with a file to keep.
    private static void download(Context request, String name, byte[] content) {
        String last = name.substring(name.lastIndexOf('/') + 1);
        request.header("Content-Disposition", "attachment; filename=\"%s\"".formatted(last))
                .contentType("application/octet-stream")
                .result(content);
    }

    private void frames(Context request) {
        byte[] images = stage.images(run(request), parameter(request, "weights"), parameter(request, "episode"));
        request.contentType("application/octet-stream").result(images);
    }

    private static String parameter(Context request, String name) {
        return Objects.requireNonNullElse(request.queryParam(name), "");
    }

    private RunFolder run(Context request) {
        return known(parameter(request, "id"));
    }

    private RunFolder known(String id) {
        return catalog.run(id).map(catalog::checked).orElseThrow(() -> new NotFoundResponse("there is no such run"));
    }

    private RunCard card(Context request) {
        return catalog.card(parameter(request, "id")).orElseThrow(() -> new NotFoundResponse("there is no such run"));
    }

    private List<RunFolder> runs(Context request) {
        List<String> ids = request.queryParams("id").stream().distinct().toList();
        if (ids.size() < 2 || ids.size() > MOST_RUNS) {
            throw new IllegalArgumentException(
                    "choose 2 to %s runs to compare; these are %s".formatted(MOST_RUNS, ids.size()));
        }
        return ids.stream().map(this::known).toList();
    }

    private static CurveWindow view(Context request) {
        return CurveWindow.of(
                parameter(request, "x"),
                parameter(request, "width"),
                parameter(request, "from"),
                parameter(request, "to"));
    }

    @Override
    public void close() {
        stage.close();
        catalog.close();
        server.stop();
        if (flows != null) {
            flows.close();
        }
    }
}

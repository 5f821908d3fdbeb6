package slmlab.serve;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A client that sends what it is told, byte by byte if need be, over one connection.
final class ServeClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final int port;

    ServeClient(PolicyServer server) throws IOException {
        this(server.address());
    }

    ServeClient(String address) throws IOException {
        this.port = URI.create(address).getPort();
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /// @param head the status line and the headers
    record Got(int status, String head, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        boolean ends() {
            return head.toLowerCase(Locale.ROOT).contains("connection: close");
        }
    }

    Got json(String body) throws IOException {
        return post("application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    Got post(String type, byte[] body) throws IOException {
        send("POST /act HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n"
                .formatted(port, type, body.length));
        out.write(body);
        out.flush();
        return read();
    }

    Got get(String path, String... headers) throws IOException {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        send("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%s\r\n".formatted(path, port, more));
        return read();
    }

    void send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /// Whether an answer has begun to arrive.
    boolean hasAnswer() throws IOException {
        return in.available() > 0;
    }

    /// Read one answer. The end of the connection before it is an [EOFException].
    Got read() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the connection ended after: " + head.toString(StandardCharsets.ISO_8859_1));
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        int length = Integer.parseInt(text.replaceFirst("(?is).*content-length: (\\d+).*", "$1"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the body ended after %s of %s bytes".formatted(body.length, length));
        }
        return new Got(Integer.parseInt(text.substring(9, 12)), text, body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

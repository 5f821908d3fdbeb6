package slmlab.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The machine's own files, until the process that changes them is killed: after so many changes every further
/// operation fails, clean-ups too. A file that is being written when the kill comes is left empty.
///
/// ```java
/// var disk = new KilledDisk(3);
/// boolean done = disk.run(() -> write(disk.path(folder)));   // false: the fourth change never happened
/// ```
public final class KilledDisk extends FileSystemProvider {
    private final FileSystemProvider real = FileSystems.getDefault().provider();
    private final FileSystem system = new Files();
    private int left;
    private boolean killed;

    /// @param changes after which the kill comes
    public KilledDisk(int changes) {
        this.left = changes;
    }

    /// What a killed process does next: nothing.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /// Does some work with paths of this disk.
    ///
    /// @return whether it came to its end before the kill
    public boolean run(Runnable work) {
        try {
            work.run();
        } catch (Killed _) {
            return false;
        }
        return !killed;
    }

    /// Return a file or folder of the machine as this disk shows it.
    public Path path(Path path) {
        return (Path) Proxy.newProxyInstance(Path.class.getClassLoader(), new Class<?>[] {Path.class}, new Shown(path));
    }

    private void look() {
        if (killed) {
            throw new Killed();
        }
    }

    private void change() {
        look();
        if (left-- == 0) {
            killed = true;
            throw new Killed();
        }
    }

    /// A path of the machine whose file system is this one.
    private final class Shown implements InvocationHandler {
        private final Path path;

        Shown(Path path) {
            this.path = path;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
            switch (method.getName()) {
                case "getFileSystem" -> {
                    return system;
                }
                case "toFile" -> look(); // from here on it is out of sight
                default -> {}
            }
            Object[] known = args == null
                    ? new Object[0]
                    : Arrays.stream(args)
                            .map(arg -> arg instanceof Path other ? real(other) : arg)
                            .toArray();
            try {
                return shown(method.invoke(path, known));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private @Nullable Object shown(@Nullable Object result) {
            return result instanceof Path found ? path(found) : result;
        }
    }

    private static Path real(Path path) {
        return Proxy.isProxyClass(path.getClass()) && Proxy.getInvocationHandler(path) instanceof Shown shown
                ? shown.path
                : path;
    }

    @Override
    public void createDirectory(Path dir, FileAttribute<?>... attrs) throws IOException {
        change();
        real.createDirectory(real(dir), attrs);
    }

    @Override
    public void delete(Path path) throws IOException {
        change();
        real.delete(real(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        change();
        real.copy(real(source), real(target), options);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        change();
        real.move(real(source), real(target), options);
    }

    @Override
    public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
        change();
        OutputStream out = real.newOutputStream(real(path), options);
        fill(out);
        return out;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs)
            throws IOException {
        look();
        if (!options.contains(StandardOpenOption.WRITE)) {
            return real.newFileChannel(real(path), options, attrs);
        }
        change();
        FileChannel channel = real.newFileChannel(real(path), options, attrs);
        fill(channel);
        return channel;
    }

    /// The moment between an empty file and one with content.
    private void fill(AutoCloseable file) throws IOException {
        try {
            change();
        } catch (Killed e) {
            try {
                file.close();
            } catch (Exception other) {
                throw new IOException(other);
            }
            throw e;
        }
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs)
            throws IOException {
        return newFileChannel(path, options, attrs);
    }

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
        look();
        return real.newInputStream(real(path), options);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path dir, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        look();
        DirectoryStream<Path> entries = real.newDirectoryStream(real(dir), entry -> filter.accept(path(entry)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> all = entries.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return all.hasNext();
                    }

                    @Override
                    public Path next() {
                        return path(all.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                entries.close();
            }
        };
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        look();
        real.checkAccess(real(path), modes);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        look();
        return real.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        look();
        return real.readAttributes(real(path), attributes, options);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        look();
        return real.getFileAttributeView(real(path), type, options);
    }

    @Override
    public boolean isSameFile(Path path, Path path2) throws IOException {
        return real.isSameFile(real(path), real(path2));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(real(path));
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        change();
        real.setAttribute(real(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "killed";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
        throw new UnsupportedOperationException("use path(…)");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException("use path(…)");
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("use path(…)");
    }

    private final class Files extends FileSystem {
        private final FileSystem all = FileSystems.getDefault();

        @Override
        public FileSystemProvider provider() {
            return KilledDisk.this;
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException("the machine's files stay open");
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return all.getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return all.getRootDirectories();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return all.getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return all.supportedFileAttributeViews();
        }

        @Override
        public Path getPath(String first, String... more) {
            return path(all.getPath(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            return all.getPathMatcher(pattern);
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return all.getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException("nobody watches");
        }
    }
}

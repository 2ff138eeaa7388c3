package io.busbar.app.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pages that are open. Their dropped files lie in one private folder that is deleted when a
 * session or the server ends. The session that was idle longest gives way to a new one.
 * Thread-safe.
 */
final class Sessions implements AutoCloseable {
  /** Pages open at once. */
  static final int MOST = 32;

  /** Bytes of all dropped files together. */
  static final long MOST_BYTES = 2L << 30;

  private static final int ID_BYTES = 16;

  private final SecureRandom random = new SecureRandom();
  private final Path root;
  private final Map<String, Session> byId = new LinkedHashMap<>(MOST, 0.75f, true);
  private int made;

  /** Makes the folder, readable by this user only. */
  Sessions() throws IOException {
    root = Files.createTempDirectory("busbar-serve-");
  }

  /** A new session; the one that was idle longest ends when there are too many. */
  synchronized Session open() {
    while (byId.size() >= MOST) {
      Iterator<Session> oldest = byId.values().iterator();
      Session gone = oldest.next();
      oldest.remove();
      end(gone);
    }
    made++;
    Session session = new Session(newId(random, ID_BYTES), root.resolve(Integer.toString(made)));
    byId.put(session.id(), session);
    return session;
  }

  /** The session with this id, or null when it has ended. */
  synchronized @Nullable Session find(@Nullable String id) {
    return id == null ? null : byId.get(id);
  }

  /** Ends a session. */
  synchronized void close(Session session) {
    if (byId.remove(session.id()) != null) {
      end(session);
    }
  }

  /** Whether so many more bytes may be dropped. */
  synchronized boolean hasRoomFor(long bytes) {
    return bytes <= MOST_BYTES - byId.values().stream().mapToLong(Session::bytes).sum();
  }

  /** Ends all. */
  @Override
  public synchronized void close() {
    byId.values().forEach(Session::stopAll);
    byId.clear();
    delete(root);
  }

  private static void end(Session session) {
    session.stopAll();
    delete(session.folder());
  }

  /** Random bytes as text that may stand in an address or a header. */
  static String newId(SecureRandom random, int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(drawn);
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
                throws IOException {
              Files.deleteIfExists(dir);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

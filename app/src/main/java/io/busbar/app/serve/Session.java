package io.busbar.app.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One open page: its dropped files and what it waits for. Thread-safe. */
final class Session {
  /** Files of a session. */
  static final int MOST_FILES = 5000;

  private static final int MOST_PART = 120;
  private static final int MOST_DEPTH = 8;

  private final String id;
  private final Path folder;
  private final Map<String, Dropped> files = new LinkedHashMap<>();
  private final Map<String, Arriving> arriving = new LinkedHashMap<>();
  private final Map<String, Work> works = new LinkedHashMap<>();

  /**
   * @param folder for its files; made with the first of them
   */
  Session(String id, Path folder) {
    this.id = id;
    this.folder = folder;
  }

  String id() {
    return id;
  }

  Path folder() {
    return folder;
  }

  /** Bytes of its files, and of those on their way. */
  synchronized long bytes() {
    return files.values().stream().mapToLong(Dropped::bytes).sum()
        + arriving.values().stream().mapToLong(a -> a.size).sum();
  }

  /** The file with this hash, or null. */
  synchronized @Nullable Dropped file(String hash) {
    return files.get(hash);
  }

  synchronized boolean isFull() {
    return files.size() + arriving.size() >= MOST_FILES;
  }

  /**
   * Puts the next piece of a file in its place.
   *
   * @param upload what the page calls this file on its way
   * @param name of the file as dropped, with folders
   * @param at bytes that came before
   * @param size of the whole file
   * @return the file when it is whole, else null
   * @throws IllegalArgumentException when the piece does not continue the file
   */
  synchronized @Nullable Dropped add(String upload, String name, long at, long size, byte[] piece)
      throws IOException {
    Arriving file = arriving.get(upload);
    if (file == null) {
      file = new Arriving(place(name), size);
      arriving.put(upload, file);
    }
    if (file.received != at || file.size != size || at + piece.length > size) {
      arriving.remove(upload);
      Files.deleteIfExists(file.path);
      throw new IllegalArgumentException("pieces of a file must follow each other");
    }
    Files.write(file.path, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    file.digest.update(piece);
    file.received += piece.length;
    return file.received < size ? null : whole(upload, file);
  }

  private Dropped whole(String upload, Arriving file) throws IOException {
    arriving.remove(upload);
    String hash = HexFormat.of().formatHex(file.digest.digest());
    Dropped before = files.get(hash);
    if (before != null) {
      Files.deleteIfExists(file.path);
      return before;
    }
    Dropped made = new Dropped(hash, file.path, file.size);
    files.put(hash, made);
    return made;
  }

  /** A free place for a file of this name; what could lead elsewhere is taken out of it. */
  private Path place(String name) throws IOException {
    Path place = folder;
    String[] parts = name.split("[/\\\\]");
    String last = "file";
    int depth = 0;
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i].replaceAll("[\\p{Cntrl}:]", "_").strip();
      part = part.length() > MOST_PART ? part.substring(part.length() - MOST_PART) : part;
      if (part.isEmpty() || part.matches("\\.+")) {
        continue;
      }
      if (i == parts.length - 1) {
        last = part;
      } else if (depth < MOST_DEPTH) {
        place = place.resolve(part);
        depth++;
      }
    }
    Files.createDirectories(place);
    Path free = place.resolve(last);
    for (int i = 2; Files.exists(free); i++) {
      free = place.resolve(i + "~" + last);
    }
    return free;
  }

  /** Names of its files instead of their paths: what a page may see. */
  String named(String text) {
    return text.replace(folder + "/", "");
  }

  /**
   * Starts a piece of work.
   *
   * @param slot what it fills; work for the same slot that is still going is stopped
   */
  Work begin(String slot) {
    Work work = new Work();
    Work before;
    synchronized (this) {
      before = works.put(slot, work);
    }
    if (before != null) {
      before.stop();
    }
    return work;
  }

  /** Stops what fills a slot. */
  void stop(String slot) {
    Work work;
    synchronized (this) {
      work = works.remove(slot);
    }
    if (work != null) {
      work.stop();
    }
  }

  /** Forgets work that is done. */
  synchronized void done(String slot, Work work) {
    works.remove(slot, work);
  }

  synchronized void stopAll() {
    works.values().forEach(Work::stop);
    works.clear();
  }

  /**
   * A dropped file.
   *
   * @param hash SHA-256 of its content, in hexadecimal
   */
  record Dropped(String hash, Path path, long bytes) {}

  private static final class Arriving {
    private final Path path;
    private final long size;
    private final MessageDigest digest;
    private long received;

    Arriving(Path path, long size) {
      this.path = path;
      this.size = size;
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }
}

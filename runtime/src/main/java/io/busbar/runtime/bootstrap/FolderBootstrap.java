package io.busbar.runtime.bootstrap;

import io.busbar.runtime.transport.Life;
import io.busbar.runtime.transport.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ranks meet in a folder: a file per rank and round, complete as soon as it has its name, and one
 * that says which process the rank is. A rank that cannot go on leaves the reason; one of this host
 * whose process has ended is lost. The last that leaves takes the folder away.
 */
final class FolderBootstrap implements Bootstrap {
  private static final long MOST_BYTES = 1 << 16;
  private static final long POLL_NS = 2_000_000;
  private static final long CHECK_NS = 20_000_000;
  private static final long LEAVE_NS = 200_000_000;
  private static final String UNFINISHED = "unfinished-";
  private static final String LIFE = "life-";
  private static final String REFUSED = "refused-";
  private static final String LEFT = "left-";

  private final int rank;
  private final int ranks;
  private final Path folder;
  private final Duration deadline;
  private final @Nullable String[] old;
  private int round;
  private boolean closed;
  private boolean waitedInVain;
  private long checked;

  FolderBootstrap(int rank, int ranks, Path folder, Duration deadline) {
    this.rank = rank;
    this.ranks = ranks;
    this.folder = folder;
    this.deadline = deadline;
    this.old = new String[ranks];
    try {
      come();
    } catch (IOException e) {
      throw new UncheckedIOException("meeting in " + folder + ": " + Reasons.of(e), e);
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public Duration deadline() {
    return deadline;
  }

  private Path file(int ofRound, int ofRank) {
    return folder.resolve(ofRound + "-" + ofRank);
  }

  @Override
  public String[] exchange(String own) {
    try {
      write(file(round, rank), own);
      long end = System.nanoTime() + deadline.toNanos();
      String[] all = new String[ranks];
      for (int peer = 0; peer < ranks; peer++) {
        all[peer] = await(peer, end);
      }
      // Who is in this round has read the last one.
      Files.deleteIfExists(file(round - 1, rank));
      round++;
      return all;
    } catch (IOException e) {
      String why = "meeting in " + folder + ": " + Reasons.of(e);
      giveUp("rank " + rank + " cannot go on " + why);
      throw new UncheckedIOException(why, e);
    }
  }

  /**
   * Clears what this rank of an earlier run has left, and says which process it is now.
   *
   * @throws IllegalStateException when another process is this rank
   */
  private void come() throws IOException {
    Files.createDirectories(folder);
    for (int peer = 0; peer < ranks; peer++) {
      String name = text(folder.resolve(LIFE + peer));
      old[peer] = name != null && Life.ended(name) ? name : null;
    }
    if (old[rank] != null || Files.exists(folder.resolve(LEFT + rank))) {
      clear(rank);
    }
    try {
      Files.writeString(folder.resolve(LIFE + rank), Life.own(), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new IllegalStateException(
          "rank "
              + rank
              + " is in the meeting already: another process has come to "
              + folder
              + " as this rank; a folder serves one run",
          e);
    } catch (IOException e) {
      Files.deleteIfExists(folder.resolve(LIFE + rank)); // it has a name, and nothing in it
      throw e;
    }
  }

  private void write(Path file, String text) throws IOException {
    Path unfinished = folder.resolve(UNFINISHED + rank);
    Files.writeString(unfinished, text);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static @Nullable String text(Path file) throws IOException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException(file + " has more than " + MOST_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private String await(int peer, long end) throws IOException {
    String said = text(file(round, peer));
    while (said == null) {
      lookAfterOthers();
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        waitedInVain = true;
        throw failed(
            "rank "
                + peer
                + " of "
                + ranks
                + " did not come to "
                + folder
                + " within "
                + deadline.toMillis()
                + " ms");
      }
      LockSupport.parkNanos(POLL_NS);
      said = text(file(round, peer));
    }
    return said;
  }

  /** Those that come later hear of it as well. */
  private IllegalStateException failed(String why) {
    giveUp(why);
    return new IllegalStateException(why);
  }

  @Override
  public void check() {
    try {
      lookAfterOthers();
    } catch (IOException e) {
      throw new UncheckedIOException("meeting in " + folder + ": " + e.getMessage(), e);
    }
  }

  private void lookAfterOthers() throws IOException {
    long now = System.nanoTime();
    if (now - checked < CHECK_NS) {
      return;
    }
    checked = now;
    for (int peer = 0; peer < ranks; peer++) {
      String refused = peer == rank ? null : text(folder.resolve(REFUSED + peer));
      if (refused != null) {
        boolean full = refused.isEmpty();
        throw failed(full ? "rank " + peer + " cannot write to " + folder : refused);
      }
      if (peer != rank && lost(peer)) {
        throw failed("rank " + peer + " died: its process is gone");
      }
    }
  }

  /** A process that had ended before this one came is of an earlier run, and comes again. */
  private boolean lost(int peer) throws IOException {
    String name = text(folder.resolve(LIFE + peer));
    return name != null && !name.equals(old[peer]) && Life.ended(name);
  }

  @Override
  public void refuse(String reason) {
    giveUp("rank " + rank + " " + reason);
  }

  private void giveUp(String why) {
    Path refused = folder.resolve(REFUSED + rank);
    try {
      write(refused, why);
    } catch (IOException e) {
      try {
        Files.write(refused, new byte[0]); // on a full disk a name finds room where a text does not
      } catch (IOException nothing) {
        return; // then the others see the process end
      }
    }
  }

  /** Leaves, and takes the folder away when no other rank is in it any more. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      write(folder.resolve(LEFT + rank), "");
      if (awaitLast()) {
        for (int peer = 0; peer < ranks; peer++) {
          clear(peer);
        }
        Files.deleteIfExists(folder);
      }
    } catch (NoSuchFileException | DirectoryNotEmptyException e) {
      return; // another one was faster, or the folder holds more than this meeting
    } catch (IOException e) {
      throw new UncheckedIOException("leaving " + folder, e);
    }
  }

  /**
   * Whether this rank is the last. Ranks leave at the same time, after their last exchange; one
   * that dies in between must not leave the folder to nobody, so the others stay a moment.
   */
  private boolean awaitLast() throws IOException {
    long end = System.nanoTime() + (round == 0 ? 0 : LEAVE_NS);
    while (Files.exists(folder)) {
      boolean last = true;
      for (int peer = 0; peer < ranks; peer++) {
        last &= Files.exists(folder.resolve(LEFT + peer)) || gone(peer);
      }
      if (last || System.nanoTime() - end > 0) {
        return last;
      }
      LockSupport.parkNanos(POLL_NS);
    }
    return false;
  }

  /** Who has not come will want to know why there is no group, unless it is too late for it. */
  private boolean gone(int peer) throws IOException {
    String name = text(folder.resolve(LIFE + peer));
    return name == null ? waitedInVain : Life.ended(name);
  }

  /** Removes the files of a rank. */
  private void clear(int ofRank) throws IOException {
    String end = "-" + ofRank;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.endsWith(end) && name.matches("(\\d+|unfinished|life|refused|left)-\\d+")) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}

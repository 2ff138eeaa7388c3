package io.busbar.runtime.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Ranks meet in a folder: a file per rank and round, complete as soon as it has its name. */
final class FolderBootstrap implements Bootstrap {
  private static final long MOST_BYTES = 1 << 16;
  private static final long POLL_NS = 2_000_000;
  private static final long GOODBYE_NS = 5_000_000_000L;
  private static final String UNFINISHED = "unfinished-";

  private final int rank;
  private final int ranks;
  private final Path folder;
  private final Duration deadline;
  private int round;
  private boolean failed;

  FolderBootstrap(int rank, int ranks, Path folder, Duration deadline) {
    this.rank = rank;
    this.ranks = ranks;
    this.folder = folder;
    this.deadline = deadline;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  private Path file(int ofRound, int ofRank) {
    return folder.resolve(ofRound + "-" + ofRank);
  }

  @Override
  public String[] exchange(String own) {
    try {
      say(own);
      long end = System.nanoTime() + deadline.toNanos();
      String[] all = new String[ranks];
      for (int peer = 0; peer < ranks; peer++) {
        await(file(round, peer), end, peer);
        if (Files.size(file(round, peer)) > MOST_BYTES) {
          throw new IllegalStateException("rank " + peer + " wrote more than " + MOST_BYTES);
        }
        all[peer] = Files.readString(file(round, peer));
      }
      // Who is in this round has read the last one.
      Files.deleteIfExists(file(round - 1, rank));
      round++;
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("meeting in " + folder, e);
    }
  }

  private void say(String text) throws IOException {
    Files.createDirectories(folder);
    write(text);
  }

  private void write(String text) throws IOException {
    Path unfinished = folder.resolve(UNFINISHED + rank);
    Files.writeString(unfinished, text);
    Files.move(unfinished, file(round, rank), StandardCopyOption.ATOMIC_MOVE);
  }

  private void await(Path file, long end, int peer) {
    while (!Files.exists(file)) {
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        failed = true;
        throw new IllegalStateException(
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
    }
  }

  /** Rank 0 takes the folder away when all have said goodbye, or are given up. */
  @Override
  public void close() {
    try {
      if (Files.exists(folder)) {
        write("");
      }
      if (rank == 0) {
        long end = System.nanoTime() + Math.min(GOODBYE_NS, deadline.toNanos());
        boolean all = !failed;
        for (int peer = 0; peer < ranks; peer++) {
          while (all && !Files.exists(file(round, peer)) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL_NS);
          }
        }
        remove();
      }
    } catch (NoSuchFileException e) {
      return; // rank 0 was faster
    } catch (IOException e) {
      throw new UncheckedIOException("leaving " + folder, e);
    }
  }

  private void remove() throws IOException {
    for (int peer = 0; peer < ranks; peer++) {
      Files.deleteIfExists(folder.resolve(UNFINISHED + peer));
      for (int old = Math.max(0, round - 1); old <= round + 1; old++) {
        Files.deleteIfExists(file(old, peer));
      }
    }
    Files.deleteIfExists(folder);
  }
}

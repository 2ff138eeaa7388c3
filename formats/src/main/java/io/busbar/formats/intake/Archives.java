package io.busbar.formats.intake;

import io.busbar.base.file.UnreadableFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.jspecify.annotations.Nullable;

/**
 * Opens what is packed, in memory and never onto the disk, within one {@link Budget}. What is cut
 * gives what stands before the cut. Not thread-safe.
 */
final class Archives {
  private static final int MAX_NESTING = 4;
  private static final int FIRST = 1 << 16;
  private static final String PART = "archives";

  private final Budget budget = new Budget();
  private final Intake.Visitor to;

  /**
   * @param found takes what is found; the budget stands still meanwhile
   */
  Archives(Intake.Visitor found) {
    this.to = new Paused(found);
  }

  /** Stops the budget's clock while readers look at a file. */
  private final class Paused implements Intake.Visitor {
    private final Intake.Visitor found;

    Paused(Intake.Visitor found) {
      this.found = found;
    }

    @Override
    public void file(Artefact artefact) throws IOException {
      budget.stop();
      try {
        found.file(artefact);
      } finally {
        budget.start();
      }
    }

    @Override
    public void skipped(String name, String why) {
      found.skipped(name, why);
    }

    @Override
    public void failed(String name, String part, Throwable why) {
      found.failed(name, part, why);
    }
  }

  /**
   * Opens what may be packed.
   *
   * @param packedBytes its size, or what of it is known
   */
  void open(String name, InputStream in, long packedBytes) {
    budget.grant(packedBytes);
    budget.start();
    try {
      content(name, in, 0);
    } catch (IOException e) {
      to.skipped(name, told(e));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      to.failed(name, PART, e);
    } finally {
      budget.stop();
    }
  }

  /** The same for a pipe; waiting for it is no unpacking. */
  void pipe(String name, InputStream in, long packedBytes) {
    open(
        name,
        new FilterInputStream(in) {
          @Override
          public int read(byte[] into, int from, int length) throws IOException {
            budget.stop();
            try {
              return super.read(into, from, length);
            } finally {
              budget.start();
            }
          }
        },
        packedBytes);
  }

  /** What one stream holds: an archive, or a file for the readers. */
  private void content(String name, InputStream stream, int depth) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stream, 1 << 16);
    in.mark(Packing.HEAD);
    Packing packing = Packing.of(in.readNBytes(Packing.HEAD));
    in.reset();
    if (packing == Packing.NONE) {
      plain(name, in);
      return;
    }
    if (depth >= MAX_NESTING) {
      throw new UnreadableFile("archives within archives no deeper than " + MAX_NESTING, "");
    }
    switch (packing) {
      case TAR, ZIP -> members(name, Unpacker.archive(packing, in), depth);
      default -> {
        try (InputStream inner = budget.paid(Unpacker.unpacked(packing, kept(in)))) {
          content(packing.inner(name), inner, depth + 1);
        }
      }
    }
  }

  /** Members come one after another from the stream beneath, so it stays open. */
  private static InputStream kept(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public void close() {
        // whoever opened it closes it
      }
    };
  }

  private <E extends ArchiveEntry> void members(
      String name, ArchiveInputStream<E> archive, int depth) throws IOException {
    Set<String> names = new HashSet<>();
    for (E entry = next(archive); entry != null; entry = next(archive)) {
      budget.member();
      String member = entry.getName().replaceFirst("^/+", "");
      if (leavesOut(entry, archive)) {
        continue;
      }
      if (Arrays.asList(member.split("[/\\\\]")).contains("..")) {
        to.skipped(name, "member '" + member + "' points out of the archive");
        continue;
      }
      String free = member;
      for (int i = 2; !names.add(free); i++) {
        free = member + " (" + i + ")";
      }
      member(name + "!" + free, archive, entry, depth);
    }
  }

  /** The library refuses some damaged heads, and ways of packing that need others, unchecked. */
  private static <E extends ArchiveEntry> @Nullable E next(ArchiveInputStream<E> archive)
      throws IOException {
    try {
      return archive.getNextEntry();
    } catch (IllegalArgumentException e) {
      throw new IOException("the head of a member is damaged", e);
    } catch (NoClassDefFoundError e) {
      throw new IOException("a member is packed in a way that is not read", e);
    }
  }

  /** Directories, links and devices hold nothing to read. */
  private static boolean leavesOut(ArchiveEntry entry, ArchiveInputStream<?> archive) {
    return entry.isDirectory()
        || entry instanceof TarArchiveEntry tar && (!tar.isFile() || tar.isLink())
        || entry instanceof ZipArchiveEntry zip && zip.isUnixSymlink();
  }

  /** A member that is damaged in itself leaves the others alone, the budget's end does not. */
  private <E extends ArchiveEntry> void member(
      String name, ArchiveInputStream<E> archive, E entry, int depth) throws IOException {
    boolean sparse = entry instanceof TarArchiveEntry tar && tar.isSparse();
    if (sparse || !archive.canReadEntryData(entry)) {
      to.skipped(
          name, "cannot be read: it is encrypted, sparse or compressed by an unknown method");
      return;
    }
    try {
      content(name, budget.paid(archive), depth + 1);
    } catch (Budget.Spent e) {
      throw e;
    } catch (IOException e) {
      to.skipped(name, told(e));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      to.failed(name, PART, e);
    }
  }

  /** A file for the readers; one that is too large for memory is looked at as it comes. */
  private void plain(String name, InputStream in) throws IOException {
    byte[] start = new byte[FIRST];
    int length = 0;
    int read = 0;
    IOException cut = null;
    while (read >= 0 && length < Intake.MAX_IN_MEMORY && cut == null) {
      if (length == start.length) {
        start = Arrays.copyOf(start, Math.min(2 * length, Intake.MAX_IN_MEMORY));
      }
      try {
        read = in.read(start, length, start.length - length);
        length += Math.max(0, read);
      } catch (IOException e) {
        cut = e;
      }
    }
    if (read >= 0 && cut == null) {
      to.file(Artefact.once(name, new SequenceInputStream(new ByteArrayInputStream(start), in)));
      return;
    }
    if (length > 0 || cut == null) {
      to.file(new Artefact(name, null, Arrays.copyOf(start, length)));
    }
    if (cut != null) {
      throw cut;
    }
  }

  /** What went wrong, in words for the user. */
  static String told(IOException why) {
    return switch (why) {
      case EOFException e -> "is cut; what stands before the cut was read";
      case UnreadableFile e -> "was left: " + e.getMessage();
      default -> "cannot be read: " + why.getMessage();
    };
  }
}

package io.busbar.diagnose.intake;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.zstd.ZstdInputStream;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.access.ReadScope;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Walks what the user names. Compressed files and archives are opened in memory, never onto the
 * disk, and only so far: members, bytes and the ratio to what was packed are limited. Links are not
 * followed out of a directory.
 */
public final class Intake {
  /** Files of a directory or archive. */
  public static final int MAX_FILES = 20_000;

  /** Bytes of one file that are held in memory; larger ones are streamed from the disk. */
  public static final int MAX_IN_MEMORY = 64 << 20;

  /** Bytes that all members of one archive may unpack to. */
  public static final long MAX_UNPACKED = 512L << 20;

  private static final int MAX_RATIO = 1_000;
  private static final int MAX_NESTING = 3;
  private static final int TAR_BLOCK = 512;

  private final Visitor visitor;
  private int files;

  /** Takes what is found. */
  public interface Visitor {
    void file(Artefact artefact) throws IOException;

    /** Something was passed over. */
    void skipped(String name, String why);
  }

  public Intake(Visitor visitor) {
    this.visitor = visitor;
  }

  /**
   * Walks files and directories. Files of a directory are called by their path below it, and behind
   * its own name when there are several paths.
   *
   * @throws InputException when one of them does not exist
   */
  public void walkAll(Collection<Path> paths) {
    for (Path path : paths) {
      walk(path, Files.isDirectory(path) && paths.size() == 1 ? "" : path.toString());
    }
  }

  /**
   * Walks a file or directory.
   *
   * @param name what messages call it; of a directory, what stands before its files' names
   * @throws InputException when it does not exist
   */
  public void walk(Path path, String name) {
    ReadScope.check(path);
    if (!Files.exists(path)) {
      throw new InputException(
          new Problem(Position.of(path.toString()), "", "", "an existing file or directory", ""));
    }
    if (Files.isDirectory(path)) {
      directory(path, name.isEmpty() ? name : name + "/");
    } else {
      one(path, name);
    }
  }

  private void directory(Path root, String before) {
    try (Stream<Path> found = Files.walk(root, 16)) {
      List<Path> paths =
          found
              .filter(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS))
              .sorted(Comparator.comparing(Path::toString))
              .limit(MAX_FILES)
              .toList();
      for (Path path : paths) {
        one(path, before + root.relativize(path));
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      visitor.skipped(root.toString(), "cannot be read: " + e.getMessage());
    }
  }

  private void one(Path path, String name) {
    ReadScope.check(path);
    try {
      if (!Files.isRegularFile(path)) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
          pipe(name, in);
        }
      } else if (Files.size(path) <= MAX_IN_MEMORY) {
        bytes(name, Files.readAllBytes(path), 0);
      } else if (packed(path)) {
        try (InputStream in = Files.newInputStream(path)) {
          unpack(name, in, Files.size(path), 0);
        }
      } else {
        file(new Artefact(name, path, null));
      }
    } catch (IOException e) {
      visitor.skipped(name, "cannot be read: " + e.getMessage());
    }
  }

  /**
   * Walks what can be read only once; what is too large for memory is looked at as it comes.
   *
   * @param in is read to its end, not closed
   */
  public void pipe(String name, InputStream in) throws IOException {
    byte[] start = in.readNBytes(MAX_IN_MEMORY);
    if (start.length < MAX_IN_MEMORY) {
      bytes(name, start, 0);
      return;
    }
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(start), in);
    byte[] head = Arrays.copyOf(start, TAR_BLOCK);
    if (gzip(head) || zip(head) || tar(head)) {
      unpack(name, whole, MAX_IN_MEMORY, 0);
    } else {
      file(Artefact.once(name, whole));
    }
  }

  private static boolean packed(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] head = in.readNBytes(TAR_BLOCK);
      return gzip(head) || zstd(head) || zip(head) || tar(head);
    }
  }

  private void bytes(String name, byte[] bytes, int depth) throws IOException {
    if (gzip(bytes) || zstd(bytes) || zip(bytes) || tar(bytes)) {
      unpack(name, new ByteArrayInputStream(bytes), bytes.length, depth);
    } else {
      file(new Artefact(name, null, bytes));
    }
  }

  private void file(Artefact artefact) throws IOException {
    if (++files > MAX_FILES) {
      visitor.skipped(artefact.name(), "more than " + MAX_FILES + " files");
      return;
    }
    try {
      visitor.file(artefact);
    } catch (IOException e) {
      visitor.skipped(artefact.name(), "cannot be read: " + e.getMessage());
    }
  }

  private void unpack(String name, InputStream packed, long packedBytes, int depth)
      throws IOException {
    if (depth >= MAX_NESTING) {
      visitor.skipped(name, "archives within archives deeper than " + MAX_NESTING);
      return;
    }
    BufferedInputStream in = new BufferedInputStream(packed, 1 << 16);
    in.mark(TAR_BLOCK);
    byte[] head = in.readNBytes(TAR_BLOCK);
    in.reset();
    Budget budget = new Budget(packedBytes);
    if (gzip(head)) {
      one(
          name.replaceFirst("(?i)\\.tgz$", ".tar").replaceFirst("(?i)\\.gz$", ""),
          new GZIPInputStream(in),
          budget,
          depth);
    } else if (zstd(head)) {
      one(
          name.replaceFirst("(?i)\\.tzst$", ".tar").replaceFirst("(?i)\\.zst$", ""),
          new ZstdInputStream(in),
          budget,
          depth);
    } else if (zip(head)) {
      zip(name, in, budget, depth);
    } else {
      tar(name, in, budget, depth);
    }
  }

  /** A single file that was packed. */
  private void one(String inner, InputStream plain, Budget budget, int depth) throws IOException {
    try (plain) {
      byte[] bytes = budget.take(plain, inner, visitor);
      if (bytes.length > 0) {
        bytes(inner, bytes, depth + 1);
      }
    } catch (MalformedInputException e) {
      visitor.skipped(inner, "is no whole Zstandard file: " + e.getMessage());
    }
  }

  private void zip(String name, InputStream in, Budget budget, int depth) throws IOException {
    try (ZipInputStream members = new ZipInputStream(in)) {
      for (ZipEntry e = members.getNextEntry(); e != null; e = members.getNextEntry()) {
        if (!e.isDirectory() && !member(name, e.getName(), members, budget, depth)) {
          return;
        }
      }
    }
  }

  private void tar(String name, InputStream in, Budget budget, int depth) throws IOException {
    byte[] header = in.readNBytes(TAR_BLOCK);
    while (header.length == TAR_BLOCK && header[0] != 0) {
      String member = text(header, 0, 100);
      String digits = text(header, 124, 12).strip();
      long size = digits.matches("[0-7]{1,11}") ? Long.parseLong(digits, 8) : 0;
      if (size > MAX_UNPACKED) {
        visitor.skipped(name, "member " + member + " claims " + size + " bytes");
        return;
      }
      byte[] bytes = in.readNBytes((int) size);
      in.skipNBytes(Math.min((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK, in.available()));
      boolean regular = header[156] == 0 || header[156] == '0';
      if (regular && !member(name, member, new ByteArrayInputStream(bytes), budget, depth)) {
        return;
      }
      header = in.readNBytes(TAR_BLOCK);
    }
  }

  /** False when the archive is to be left. */
  private boolean member(String archive, String member, InputStream in, Budget budget, int depth)
      throws IOException {
    if (member.startsWith("/") || member.contains("..")) {
      visitor.skipped(archive, "member '" + member + "' points out of the archive");
      return true;
    }
    byte[] bytes = budget.take(in, archive, visitor);
    if (budget.over) {
      return false;
    }
    bytes(archive + "!" + member, bytes, depth + 1);
    return true;
  }

  private static String text(byte[] block, int from, int length) {
    int end = from;
    while (end < from + length && block[end] != 0) {
      end++;
    }
    return new String(block, from, end - from, StandardCharsets.UTF_8);
  }

  private static boolean gzip(byte[] head) {
    return head.length > 2 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b;
  }

  private static boolean zip(byte[] head) {
    return head.length > 4 && head[0] == 'P' && head[1] == 'K' && head[2] == 3 && head[3] == 4;
  }

  private static boolean tar(byte[] head) {
    return head.length >= 262
        && new String(head, 257, 5, StandardCharsets.ISO_8859_1).equals("ustar");
  }

  private static boolean zstd(byte[] head) {
    return head.length > 4
        && (head[0] & 0xff) == 0x28
        && (head[1] & 0xff) == 0xb5
        && (head[2] & 0xff) == 0x2f
        && (head[3] & 0xff) == 0xfd;
  }

  /** How much an archive may still unpack to. */
  private static final class Budget {
    private long left;
    private boolean over;

    Budget(long packedBytes) {
      left = Math.min(MAX_UNPACKED, Math.max(1 << 20, packedBytes * MAX_RATIO));
    }

    byte[] take(InputStream in, String name, Visitor visitor) throws IOException {
      int limit = (int) Math.min(left, MAX_IN_MEMORY);
      byte[] bytes = in.readNBytes(limit);
      if (bytes.length == limit && in.read() >= 0) {
        visitor.skipped(name, "unpacks to more than is opened; the rest was not read");
        over = true;
      }
      left -= bytes.length;
      return bytes;
    }
  }
}

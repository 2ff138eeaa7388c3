package io.busbar.formats.intake;

import io.busbar.base.file.ReadScope;
import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.stop.Stop;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Walks what the user names. Compressed files and archives are opened in memory, never onto the
 * disk, within one budget of bytes, members, depth and time for all of them. Links are not followed
 * out of a directory. A file that cannot be read, or a reader that breaks down over it, never costs
 * the other files.
 */
public final class Intake {
  /** Files of all directories and archives. */
  public static final int MAX_FILES = 20_000;

  /** Bytes of one file that are held in memory; larger ones are streamed. */
  public static final int MAX_IN_MEMORY = 64 << 20;

  /** Bytes that are read of a pipe. */
  public static final long MAX_PIPE = 64L << 30;

  private static final int MAX_DEPTH = 16;

  private final Visitor visitor;
  private final Archives archives;
  private int files;

  /** Takes what is found. */
  public interface Visitor {
    void file(Artefact artefact) throws IOException;

    /** Something was passed over. */
    void skipped(String name, String why);

    /** A reader broke down over a file: a fault of Busbar. */
    default void failed(String name, String part, Throwable why) {
      skipped(name, "a fault of Busbar: " + why);
    }
  }

  public Intake(Visitor visitor) {
    this.visitor = visitor;
    this.archives = new Archives(new Isolated());
  }

  /** A file that is refused or breaks a reader leaves the others alone. */
  private final class Isolated implements Visitor {
    @Override
    public void file(Artefact artefact) {
      if (++files > MAX_FILES) {
        if (files == MAX_FILES + 1) {
          visitor.skipped(
              artefact.name(), "it and what follows: more than " + MAX_FILES + " files");
        }
        return;
      }
      try {
        visitor.file(artefact);
      } catch (IOException e) {
        visitor.skipped(artefact.name(), Archives.told(e));
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        visitor.failed(artefact.name(), "reading", e);
      }
    }

    @Override
    public void skipped(String name, String why) {
      visitor.skipped(name, why);
    }

    @Override
    public void failed(String name, String part, Throwable why) {
      visitor.failed(name, part, why);
    }
  }

  /**
   * Walks files and directories. Files of a directory are called by their path below it, and behind
   * its own name when there are several paths.
   *
   * @throws InputException when one of them does not exist
   */
  public void walkAll(Collection<Path> paths) {
    for (Path path : paths) {
      Stop.check();
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
      String hint = UserFile.similarName(path);
      throw new InputException(
          new Problem(Position.of(path.toString()), "", "", "an existing file or directory", hint));
    }
    if (Files.isDirectory(path)) {
      directory(path, name.isEmpty() ? name : name + "/");
    } else {
      one(path, name);
    }
  }

  private void directory(Path root, String before) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(root, Set.<FileVisitOption>of(), MAX_DEPTH, new Finder(root, found));
    } catch (IOException e) {
      visitor.skipped(root.toString(), Archives.told(e));
    }
    found.sort(Comparator.comparing(Path::toString));
    for (Path path : found) {
      Stop.check();
      one(path, before + root.relativize(path));
    }
  }

  /** Files below a directory; what cannot be looked into is said. */
  private final class Finder extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Path> found;

    Finder(Path root, List<Path> found) {
      this.root = root;
      this.found = found;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        found.add(file);
      } else if (attributes.isDirectory()) {
        visitor.skipped(root.relativize(file) + "/", "deeper than " + MAX_DEPTH + " directories");
      }
      return found.size() <= MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) {
      visitor.skipped(file.toString(), Archives.told(why));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(
        Path directory, java.io.@org.jspecify.annotations.Nullable IOException why) {
      return FileVisitResult.CONTINUE;
    }
  }

  private void one(Path path, String name) {
    if (!UserFile.repeatable(path)) {
      try (InputStream in = UserFile.open(path, MAX_PIPE)) {
        pipe(name, in);
      } catch (IOException e) {
        visitor.skipped(name, Archives.told(e));
      }
      return;
    }
    try {
      long size = Files.size(path);
      try (InputStream in = UserFile.open(path, Long.MAX_VALUE)) {
        if (size <= MAX_IN_MEMORY || Packing.of(in.readNBytes(Packing.HEAD)) != Packing.NONE) {
          opened(name, path, size);
          return;
        }
      }
      new Isolated().file(new Artefact(name, path, null));
    } catch (IOException e) {
      visitor.skipped(name, Archives.told(e));
    }
  }

  private void opened(String name, Path path, long size) throws IOException {
    try (InputStream in = UserFile.open(path, Long.MAX_VALUE)) {
      archives.open(name, in, size);
    }
  }

  /**
   * Walks what can be read only once; what is too large for memory is looked at as it comes.
   *
   * @param in is read to its end, not closed
   */
  public void pipe(String name, InputStream in) {
    archives.pipe(name, in, MAX_IN_MEMORY);
  }
}

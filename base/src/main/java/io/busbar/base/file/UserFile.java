package io.busbar.base.file;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The one place where files that a user names are opened. Files, pipes and standard input are read
 * up to a limit; devices and sockets are refused; a pipe to which nothing is written is given up.
 */
public final class UserFile {
  private static final Set<String> STANDARD_INPUT =
      Set.of("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");
  private static final int MAX_SIBLINGS = 1000;

  private static volatile Duration writer = Duration.ofSeconds(20);
  private static volatile Duration silence = Duration.ofSeconds(300);

  private UserFile() {}

  /** Reads a stream. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(InputStream in) throws IOException;
  }

  /**
   * How long pipes are waited for, from now on.
   *
   * @param other for somebody to open the other end; 20 s by default
   * @param next for the next bytes; 300 s by default
   */
  public static void patience(Duration other, Duration next) {
    writer = other;
    silence = next;
  }

  /**
   * Opens a file.
   *
   * @param most bytes; reading more ends with an {@link UnreadableFile}
   * @throws IOException when it is missing, may not be read, is no file, or nothing comes of it
   */
  public static InputStream open(Path file, long most) throws IOException {
    boolean standard = STANDARD_INPUT.contains(file.toString());
    FileKind kind = FileKind.of(ReadScope.check(file));
    InputStream in =
        switch (kind) {
          case FILE -> Files.newInputStream(file);
          case NOTHING -> InputStream.nullInputStream();
          case STREAM ->
              new PipeInput(
                  () -> standard ? standardInput() : Files.newInputStream(file), writer, silence);
          case DIRECTORY ->
              throw new UnreadableFile(
                  "a file, but this is a directory", "name the file inside it");
          case SOCKET -> {
            if (!standard) {
              throw new UnreadableFile("a file or a pipe, but this is a socket", "");
            }
            yield new PipeInput(UserFile::standardInput, writer, silence);
          }
          case DEVICE -> throw new UnreadableFile("a file or a pipe, but this is a device", "");
        };
    return new LimitedInput(in, most);
  }

  private static InputStream standardInput() {
    return new FilterInputStream(new FileInputStream(FileDescriptor.in)) {
      @Override
      public void close() {
        // it is the process's, not ours
      }
    };
  }

  /**
   * Opens a file to be read at any position.
   *
   * @throws IOException when it is missing, may not be read, or is no regular file
   */
  public static SeekableByteChannel channel(Path file) throws IOException {
    if (FileKind.of(ReadScope.check(file)) != FileKind.FILE) {
      throw new UnreadableFile("a file that can be read at any position", "");
    }
    return Files.newByteChannel(file);
  }

  /** Whether a file can be read again from its start: pipes and devices cannot. */
  public static boolean repeatable(Path file) {
    try {
      FileKind kind = FileKind.of(file);
      return kind == FileKind.FILE || kind == FileKind.DIRECTORY;
    } catch (IOException e) {
      return true; // whoever opens it will say why it cannot be read
    }
  }

  /**
   * Reads a file.
   *
   * @param most bytes that are read
   * @throws InputException when it cannot be read or has more; what the reader throws passes
   */
  public static <T> T read(Path file, long most, Reader<T> reader) {
    try (InputStream in = open(file, most)) {
      return reader.read(in);
    } catch (IOException e) {
      throw refusal(file, e);
    }
  }

  /**
   * The content of a file.
   *
   * @param most bytes; a larger one is refused
   * @throws InputException when it cannot be read or is larger
   */
  public static byte[] bytes(Path file, int most) {
    return read(file, most, InputStream::readAllBytes);
  }

  /**
   * The text of a file; bytes that are no UTF-8 become replacement characters.
   *
   * @throws InputException when it cannot be read or is larger
   */
  public static String text(Path file, int most) {
    return new String(bytes(file, most), StandardCharsets.UTF_8);
  }

  /** Why a file could not be read, as a problem of the input. */
  public static InputException refusal(Path file, IOException why) {
    return switch (why) {
      case UnreadableFile e -> refusal(file, e.expected(), e.hint());
      case NoSuchFileException e -> refusal(file, "an existing file", similarName(file));
      case AccessDeniedException e -> refusal(file, "a readable file", "check its permissions");
      default -> refusal(file, "a readable file", String.valueOf(why.getMessage()));
    };
  }

  private static InputException refusal(Path file, String expected, String hint) {
    return new InputException(new Problem(Position.of(file.toString()), "", "", expected, hint));
  }

  /** A hint to a file beside it whose name is nearly this one; empty when there is none. */
  public static String similarName(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    Path wanted = file.getFileName();
    if (folder == null || wanted == null || !Files.isDirectory(folder)) {
      return "";
    }
    try (Stream<Path> siblings = Files.list(folder)) {
      List<String> names =
          siblings.limit(MAX_SIBLINGS).map(p -> String.valueOf(p.getFileName())).sorted().toList();
      return Nearest.hint(wanted.toString(), names);
    } catch (IOException | UncheckedIOException e) {
      return ""; // only a courtesy
    }
  }
}

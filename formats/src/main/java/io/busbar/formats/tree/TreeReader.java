package io.busbar.formats.tree;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads a configuration file into a {@link Tree}: JSON when its name or first character says so,
 * else YAML. Stateless. Costs one pass; memory is bounded by {@link #MAX_BYTES}.
 */
public final class TreeReader {
  /** Larger files are refused unread; the largest real configuration seen is under 1 MB. */
  public static final int MAX_BYTES = 4 << 20;

  /** Deeper nesting is refused; no format read here needs more than about ten levels. */
  static final int MAX_DEPTH = 64;

  private TreeReader() {}

  /**
   * Reads a file.
   *
   * @throws InputException with every problem found, when the file cannot be read as a tree
   */
  public static Tree read(Path file) {
    return parse(file.toString(), UserFile.bytes(file, MAX_BYTES));
  }

  /**
   * Reads a document that is already in memory.
   *
   * @param name what messages call it
   */
  public static Tree parse(String name, byte[] bytes) {
    Position at = Position.of(name);
    if (bytes.length > MAX_BYTES) {
      throw refuse(at, "at most " + (MAX_BYTES >> 20) + " MiB", "is this the right file?");
    }
    String text = decode(at, bytes);
    String start = text.stripLeading();
    if (start.isEmpty()) {
      throw refuse(at, "a YAML or JSON document, but the file is empty", "");
    }
    return isJson(name, start) ? JsonTrees.parse(name, text) : YamlTrees.parse(name, text);
  }

  private static boolean isJson(String name, String start) {
    boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
    return name.endsWith(".json") || (!yaml && start.charAt(0) == '{');
  }

  private static String decode(Position at, byte[] bytes) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw refuse(at, "UTF-8 text", "this looks like a binary file or another encoding");
    }
  }

  private static InputException refuse(Position at, String expected, String hint) {
    return new InputException(new Problem(at, "", "", expected, hint));
  }
}

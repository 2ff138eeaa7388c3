package io.busbar.formats.ncclxml;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tags of the part of XML that NCCL writes: elements with attributes, comments, a declaration. A
 * document type, CDATA and entities other than the five of XML are refused, so nothing can expand
 * or load another file. It goes on where NCCL would stop: a file cut out of another has no
 * beginning or end. Holds one tag. Not thread-safe.
 */
public final class XmlScanner {
  /** What {@link #next} found. */
  public enum Event {
    START,
    END,
    END_OF_FILE
  }

  private static final List<String> ENCODINGS = List.of("utf-8", "us-ascii", "ascii");
  private static final Map<String, Integer> ENTITIES =
      Map.of("amp", (int) '&', "lt", (int) '<', "gt", (int) '>', "quot", (int) '"', "apos", 39);
  private static final int MAX_ENTITY = 10;

  private final Bytes bytes;
  private final Problems problems;
  private final Problems warnings;
  private String name = "";
  private Map<String, String> attributes = Map.of();
  private boolean emptyElement;
  private Position at;
  private boolean textTold;

  /**
   * @param problems of tags that cannot be used
   * @param warnings of what is passed over
   */
  public XmlScanner(Bytes bytes, Problems problems, Problems warnings) {
    this.bytes = bytes;
    this.problems = problems;
    this.warnings = warnings;
    this.at = bytes.at();
  }

  /** Name of the tag. */
  public String name() {
    return name;
  }

  /** Its attributes in written order. */
  public Map<String, String> attributes() {
    return attributes;
  }

  /** Whether the tag ends its own element. */
  public boolean emptyElement() {
    return emptyElement;
  }

  /** Where the tag starts. */
  public Position at() {
    return at;
  }

  /**
   * The next start or end of an element.
   *
   * @throws InputException when what stands there is no tag that can be read
   */
  public Event next() throws IOException {
    while (skipText()) {
      at = bytes.at();
      bytes.take();
      int kind = bytes.peek();
      if (kind == '!') {
        comment();
      } else if (kind == '?') {
        declaration();
      } else if (kind == '/') {
        bytes.take();
        name = readName();
        bytes.skipBlanks();
        expect('>');
        return Event.END;
      } else {
        start();
        return Event.START;
      }
    }
    return Event.END_OF_FILE;
  }

  /** Skips to the next tag; false at the end of the file. */
  private boolean skipText() throws IOException {
    bytes.skipBlanks();
    int b = bytes.peek();
    if (b != '<' && b != Bytes.END && !textTold) {
      textTold = true;
      String hint = "text between elements has no meaning to NCCL";
      warnings.add(bytes.at(), "", "" + (char) b, "an element", hint);
    }
    while (b != '<' && b != Bytes.END) {
      bytes.take();
      b = bytes.peek();
    }
    return b == '<';
  }

  private void comment() throws IOException {
    bytes.take();
    if (bytes.peek() != '-') {
      throw refuse("an element or a comment", "a document type, entities and CDATA are not read");
    }
    bytes.take();
    expect('-');
    if (!bytes.skipPast("-->")) {
      throw refuse("the end of this comment, -->", "");
    }
  }

  private void declaration() throws IOException {
    bytes.take();
    readName();
    for (bytes.skipBlanks(); bytes.peek() != '?'; bytes.skipBlanks()) {
      String attribute = readName();
      String value = value(attribute);
      if (attribute.equals("encoding") && !ENCODINGS.contains(value.toLowerCase(Locale.ROOT))) {
        problems.add(at, attribute, value, "UTF-8", "");
      }
    }
    bytes.take();
    expect('>');
  }

  private void start() throws IOException {
    name = readName();
    emptyElement = false;
    Map<String, String> read = new LinkedHashMap<>();
    for (bytes.skipBlanks(); bytes.peek() != '>'; bytes.skipBlanks()) {
      if (bytes.peek() == '/') {
        bytes.take();
        emptyElement = true;
        break;
      }
      Position place = bytes.at();
      String attribute = readName();
      String value = value(attribute);
      if (read.size() < Limits.ATTRIBUTES && read.putIfAbsent(attribute, value) != null) {
        warnings.add(place, path(attribute), value, "each attribute once", "the first counts");
      } else if (read.size() == Limits.ATTRIBUTES && !read.containsKey(attribute)) {
        String most = "at most " + Limits.ATTRIBUTES + " attributes, as NCCL";
        problems.add(place, path(attribute), "", most, "");
      }
    }
    expect('>');
    attributes = read;
  }

  private String path(String attribute) {
    return name + "." + attribute;
  }

  private String readName() throws IOException {
    bytes.beginToken();
    Position place = bytes.at();
    while (isOfName(bytes.peek())) {
      bytes.keep(bytes.take());
    }
    if (bytes.peek() == 0) {
      bytes.take(); // says that this is no text
    }
    if (bytes.tokenLength() == 0) {
      throw refuse(place, "a name");
    }
    if (bytes.tokenLength() > Limits.CHARACTERS) {
      throw refuse(place, "a name of at most " + Limits.CHARACTERS + " characters");
    }
    return bytes.token();
  }

  private static boolean isOfName(int b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '_'
        || b == '-'
        || b == '.'
        || b == ':';
  }

  private String value(String attribute) throws IOException {
    bytes.skipBlanks();
    expect('=');
    bytes.skipBlanks();
    Position place = bytes.at();
    int quote = bytes.take();
    if (quote != '"' && quote != '\'') {
      throw refuse(place, "a value in quotes");
    }
    bytes.beginToken();
    for (int b = bytes.take(); b != quote; b = bytes.take()) {
      if (b == Bytes.END) {
        throw refuse(place, "the end of this value, but the file ends");
      }
      if (b == '<') {
        throw refuse(place, "a value without '<'; its closing quote is missing");
      }
      if (b == '&') {
        entity();
      } else {
        bytes.keep(b);
      }
    }
    if (bytes.tokenLength() > Limits.CHARACTERS) {
      String most = "at most " + Limits.CHARACTERS + " characters, as NCCL";
      problems.add(place, path(attribute), bytes.tokenLength() + " characters", most, "");
    }
    return bytes.token();
  }

  /** One of the five characters that have names; a number stands as it is, as it does for NCCL. */
  private void entity() throws IOException {
    Position place = bytes.at();
    StringBuilder entity = new StringBuilder();
    for (int b = bytes.take(); b != ';'; b = bytes.take()) {
      if (b == Bytes.END || entity.length() == MAX_ENTITY) {
        throw refuse(place, "an entity such as &amp;");
      }
      entity.append((char) b);
    }
    Integer character = ENTITIES.get(entity.toString());
    if (character == null) {
      String hint = Nearest.hint(entity.toString(), ENTITIES.keySet());
      String expected = "no entity but &amp; &lt; &gt; &quot; &apos;";
      throw new InputException(new Problem(place, "", entity.toString(), expected, hint));
    }
    bytes.keep(character);
  }

  private void expect(int wanted) throws IOException {
    Position place = bytes.at();
    if (bytes.take() != wanted) {
      throw refuse(place, "'" + (char) wanted + "' in the tag of line " + at.line());
    }
  }

  private InputException refuse(String expected, String hint) {
    return new InputException(new Problem(at, "", "", expected, hint));
  }

  private static InputException refuse(Position place, String expected) {
    return new InputException(new Problem(place, "", "", expected, ""));
  }
}

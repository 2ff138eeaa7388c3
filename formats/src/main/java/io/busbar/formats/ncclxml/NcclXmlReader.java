package io.busbar.formats.ncclxml;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a topology or graph file into a tree of {@link Element}s: one pass, memory bounded by
 * {@link Limits} however large the file is. A file cut out of another is read as far as it goes.
 * Used once; not thread-safe.
 */
public final class NcclXmlReader {
  /** More than a file may have: the scanner says where it is too much. */
  private static final long MAX_OPENED = 1L << 30;

  private final String source;
  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();
  private final Deque<Open> open = new ArrayDeque<>();
  private final Open top;
  private final Map<String, String> same = new HashMap<>();
  private int elements;
  private int keptCharacters;
  private boolean whole = true;

  private NcclXmlReader(String source) {
    this.source = source;
    this.top = new Open("", Map.of(), Position.of(source));
  }

  /**
   * What a file holds.
   *
   * @param roots its elements that are in no other: one, unless it was cut out of another
   * @param whole whether every element has its beginning and its end, so that NCCL can read it
   * @param warnings what was passed over
   */
  public record Document(
      String source, List<Element> roots, boolean whole, List<Problem> warnings) {
    public Document {
      roots = List.copyOf(roots);
      warnings = List.copyOf(warnings);
    }
  }

  private record Open(
      String name, Map<String, String> attributes, List<Element> children, Position at) {
    Open(String name, Map<String, String> attributes, Position at) {
      this(name, attributes, new ArrayList<>(), at);
    }

    Element close() {
      return new Element(name, attributes, children, at);
    }
  }

  /**
   * Reads a file.
   *
   * @throws InputException with every problem found, when it cannot be read
   */
  public static Document read(Path file) {
    return UserFile.read(file, MAX_OPENED, in -> read(file.toString(), in));
  }

  /**
   * Reads a stream to its end.
   *
   * @param source what messages call it
   */
  public static Document read(String source, InputStream in) throws IOException {
    return new NcclXmlReader(source).document(in);
  }

  /** Reads what is already in memory. */
  public static Document parse(String source, byte[] bytes) {
    try {
      return read(source, new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new IllegalStateException("a byte array cannot fail", e);
    }
  }

  private Document document(InputStream in) throws IOException {
    Bytes bytes = new Bytes(source, in);
    skipMark(bytes);
    XmlScanner scanner = new XmlScanner(bytes, problems, warnings);
    open.push(top);
    try {
      read(scanner);
    } catch (InputException e) {
      problems.addAll(e);
    }
    problems.throwIfAny();
    if (open.size() > 1) {
      Open unclosed = open.element();
      String end = "</" + unclosed.name() + "> before the end of the file";
      incomplete(unclosed.at(), end);
      closeDownTo(1);
    }
    if (top.children().isEmpty()) {
      throw new InputException(
          new Problem(
              Position.of(source),
              "",
              "",
              "an XML file of NCCL, but there is no element in it",
              ""));
    }
    return new Document(
        source, top.children(), whole && top.children().size() == 1, warnings.list());
  }

  /** Skips a byte order mark of UTF-8. */
  private static void skipMark(Bytes bytes) throws IOException {
    if (bytes.peek() == 0xef) {
      bytes.take();
      if (bytes.take() != 0xbb || bytes.take() != 0xbf) {
        throw bytes.refuse("UTF-8 text", "this looks like another encoding");
      }
    } else if (bytes.peek() >= 0xfe) {
      throw bytes.refuse("UTF-8 text", "this looks like UTF-16");
    }
  }

  private void read(XmlScanner scanner) throws IOException {
    while (true) {
      switch (scanner.next()) {
        case START -> start(scanner);
        case END -> end(scanner.name(), scanner.at());
        case END_OF_FILE -> {
          return;
        }
      }
    }
  }

  private void start(XmlScanner scanner) {
    Position at = scanner.at();
    if (++elements > Limits.ELEMENTS) {
      throw tooMany(at, Limits.ELEMENTS + " elements");
    }
    if (open.element().children().size() == Limits.CHILDREN) {
      throw tooMany(at, Limits.CHILDREN + " elements in one, as NCCL");
    }
    if (open.size() > Limits.DEPTH) {
      throw tooMany(at, Limits.DEPTH + " elements in each other");
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    scanner.attributes().forEach((key, value) -> attributes.put(kept(key), kept(value)));
    if (keptCharacters > Limits.KEPT_CHARACTERS) {
      throw tooMany(at, Limits.KEPT_CHARACTERS + " characters in attributes");
    }
    Open element = new Open(kept(scanner.name()), attributes, at);
    if (scanner.emptyElement()) {
      open.element().children().add(element.close());
    } else {
      open.push(element);
    }
  }

  /** Texts that repeat, as almost all of them do, are held once. */
  private String kept(String text) {
    String known = same.putIfAbsent(text, text);
    if (known != null) {
      return known;
    }
    keptCharacters += text.length();
    return text;
  }

  private static InputException tooMany(Position at, String most) {
    return new InputException(
        new Problem(at, "", "", "at most " + most, "is this a topology of one node?"));
  }

  private void end(String name, Position at) {
    int depth = open.size();
    for (Open element : open) {
      if (element.name().equals(name) && depth > 1) {
        if (depth < open.size()) {
          incomplete(at, "</" + open.element().name() + ">, which was opened last");
        }
        closeDownTo(depth - 1);
        return;
      }
      depth--;
    }
    incomplete(at, "the beginning of what </" + name + "> ends");
  }

  private void closeDownTo(int size) {
    while (open.size() > size) {
      Open closed = open.pop();
      open.element().children().add(closed.close());
    }
  }

  private void incomplete(Position at, String expected) {
    whole = false;
    warnings.add(at, "", "", expected, "NCCL refuses such a file");
  }
}

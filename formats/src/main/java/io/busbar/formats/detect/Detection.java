package io.busbar.formats.detect;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.KeywordMachine;
import io.busbar.formats.artefact.LineFilter;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.UnknownText;
import io.busbar.formats.artefact.Unwrapped;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import io.busbar.formats.intake.Artefact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells what a file is and leads it to the readers of the registry. Immutable; made once, since
 * joining the texts that are looked for takes a while.
 */
public final class Detection {
  /** With the readers of the registry. */
  public static final Detection ALL = new Detection(DocumentKinds.ALL, LineKinds.SCANNER);

  private static final int HEAD = 8192;
  private static final int LARGE_HEAD = 1 << 16;

  private final List<DocumentReader> readers;
  private final List<String> marks;
  private final KeywordMachine machine;
  private final LineScanner scanner;

  Detection(List<DocumentReader> readers, LineScanner scanner) {
    this.readers = List.copyOf(readers);
    this.marks = readers.stream().flatMap(r -> r.marks().stream()).distinct().toList();
    this.machine = new KeywordMachine(marks.stream().map(List::of).toList());
    this.scanner = scanner;
  }

  /** The file as it is read: a text in memory in UTF-8, whatever it was in. */
  public static Artefact plain(Artefact artefact) throws IOException {
    byte[] bytes = artefact.bytes();
    if (bytes == null) {
      return artefact;
    }
    Charset wide = Unwrapped.utf16(artefact.head(HEAD));
    return wide == null ? artefact : artefact.with(Unwrapped.utf8(bytes));
  }

  /** Whether it is no text: there is a zero byte in its head. */
  public static boolean isBinary(Artefact artefact) throws IOException {
    for (byte b : artefact.head(HEAD)) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reads what the file is as a whole, without what launchers and collectors put around its lines.
   *
   * @return names of what was read
   */
  public List<String> documents(Artefact artefact, Found found) throws IOException {
    Artefact read = unwrapped(artefact);
    byte[] all = read.bytes();
    Head head = all == null ? head(read.head(LARGE_HEAD), false) : head(all, true);
    Document document = new Document(read);
    List<String> kinds = new ArrayList<>();
    for (DocumentReader reader : readers) {
      if ((head.whole() || reader.streams()) && reader.matches(head)) {
        boolean any = reader.read(document, found);
        if (any && !reader.kind().isEmpty()) {
          kinds.add(reader.kind());
        }
        if (reader.alone()) {
          break;
        }
      }
    }
    return kinds;
  }

  /**
   * What a text is by its form that no reader knew a line of: its kind, or empty text.
   *
   * @param found takes what looks like a fault in it
   */
  public static String unknown(Artefact artefact, Found found) throws IOException {
    return UnknownText.read(artefact.name(), artefact.head(LARGE_HEAD), found);
  }

  /** Leads its lines to the readers of lines; the stream is not closed. */
  public LineScanner.Summary lines(String file, InputStream in, Found found, LineFilter filter)
      throws IOException {
    return scanner.scan(file, in, found, filter);
  }

  private Head head(byte[] bytes, boolean whole) {
    long[] hits = machine.emptySet();
    machine.scan(bytes, bytes.length, hits);
    Set<String> present = new HashSet<>();
    for (int i = 0; i < marks.size(); i++) {
      if ((hits[i >> 6] >>> i & 1) != 0) {
        present.add(marks.get(i));
      }
    }
    return new Head(bytes, whole, present);
  }

  private static Artefact unwrapped(Artefact artefact) throws IOException {
    byte[] all = artefact.bytes();
    byte[] plain = all == null || isBinary(artefact) ? null : Unwrapped.of(all);
    return plain == null ? artefact : artefact.with(plain);
  }
}

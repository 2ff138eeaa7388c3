package io.busbar.formats.artefact;

import io.busbar.formats.lines.ByteLines;
import org.jspecify.annotations.Nullable;

/** A line on its way through the readers; its text and place are made when first asked for. */
public final class Line {
  private final String file;
  private final ByteLines lines;
  private @Nullable String text;
  private @Nullable Place place;
  private @Nullable String body;

  Line(String file, ByteLines lines) {
    this.file = file;
    this.lines = lines;
  }

  void moved() {
    text = null;
    place = null;
    body = null;
  }

  public String file() {
    return file;
  }

  public int number() {
    return lines.number();
  }

  /** The line without its end. */
  public String text() {
    String made = text;
    if (made == null) {
      made = lines.text();
      text = made;
    }
    return made;
  }

  /** The line without what a launcher or collector put before it. */
  public String body() {
    String made = body;
    if (made == null) {
      made = Wrapper.body(text());
      body = made;
    }
    return made;
  }

  /** This line as evidence. */
  public Place place() {
    Place made = place;
    if (made == null) {
      made = new Place(file, number(), text());
      place = made;
    }
    return made;
  }

  /** This line as evidence, around an index of its text. */
  public Place place(int around) {
    return Place.around(file, number(), text(), around);
  }

  /** This line as evidence, around an index of its body. */
  public Place placeInBody(int around) {
    int before = Math.max(0, text().indexOf(body()));
    return Place.around(file, number(), text(), around + before);
  }

  /** Who wrote it, as far as its prefixes say. */
  public Origin origin() {
    Origin said = Origin.of(text());
    if (!said.host().isEmpty() || said.rank() >= 0) {
      return said;
    }
    return body().length() == text().length() ? said : Origin.of(body());
  }

  byte[] bytes() {
    return lines.bytes();
  }

  int length() {
    return lines.length();
  }
}

package io.busbar.app.option;

/** How an answer is shown. */
public enum Format {
  TEXT,
  JSON,
  HTML,
  TRACE;

  /** For picocli: lower-case names with the nearest one offered. */
  static final class Converter extends EnumConverter<Format> {
    Converter() {
      super(Format.class);
    }
  }
}

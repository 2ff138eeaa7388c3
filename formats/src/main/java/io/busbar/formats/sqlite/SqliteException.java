package io.busbar.formats.sqlite;

/** A file that is cut, damaged, or uses what is not read here. */
public final class SqliteException extends Exception {
  private static final long serialVersionUID = 1L;

  SqliteException(String what) {
    super(what);
  }
}

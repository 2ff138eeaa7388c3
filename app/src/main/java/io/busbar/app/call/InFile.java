package io.busbar.app.call;

import io.busbar.base.problem.InputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Files that the user names on the command line. */
public final class InFile {
  private InFile() {}

  /**
   * @param name as typed
   * @param where the option or argument it was typed for
   * @throws InputException when no file can have that name here
   */
  public static Path of(String name, String where) {
    if (name.equals("-")) {
      throw Refusal.of(where, name, "a file", "standard input is called /dev/stdin");
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      String hint = "the locale may lack its characters: try LC_ALL=C.UTF-8";
      throw Refusal.of(where, name, "the name of a file", hint);
    }
  }
}

package io.busbar.fleet.search;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.fleet.spark.Build;
import io.busbar.fleet.spark.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fronts of finished parts in a folder, with a mark of the search that they are of. Stateless. */
final class FrontFiles {
  private static final String MARK = "search";
  private static final Pattern NAME = Pattern.compile("part-(\\d{1,9})");

  private FrontFiles() {}

  static String name(int part) {
    return "part-" + part;
  }

  /**
   * The finished parts by number.
   *
   * <p>They are of the same build of Busbar, since another one may price otherwise.
   *
   * @throws InputException when the folder is of another search
   */
  static Map<Integer, byte[]> finished(Store store, String work, byte[] text) throws IOException {
    byte[] mark = (Build.digest(text) + " " + Build.id() + "\n").getBytes(StandardCharsets.UTF_8);
    if (!store.names().contains(MARK)) {
      store.write(MARK, mark);
    } else if (!MessageDigest.isEqual(store.read(MARK), mark)) {
      String hint = "another search was begun there, or by another version: name a new folder";
      throw new InputException(
          new Problem(Position.of("--work"), "", work, "a folder of this search", hint));
    }
    Map<Integer, byte[]> parts = new TreeMap<>();
    for (String name : store.names()) {
      Matcher part = NAME.matcher(name);
      if (part.matches()) {
        parts.put(Integer.parseInt(part.group(1)), store.read(name));
      }
    }
    return parts;
  }
}

package io.busbar.diagnose.collect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The script of {@code --emit-collect}, resource {@code collect.sh}. Stateless. */
public final class CollectScript {
  private CollectScript() {}

  /** The script; any POSIX shell runs it. */
  public static String text() {
    try (InputStream in =
        CollectScript.class.getResourceAsStream("/io/busbar/diagnose/collect.sh")) {
      if (in == null) {
        throw new IllegalStateException("collect.sh is missing from the build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

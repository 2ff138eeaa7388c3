package io.busbar.app;

import io.busbar.app.text.TextStyle;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs typical calls once while the launcher records which classes they need, so that later starts
 * map them instead of loading them. Prints nothing.
 */
public final class Training {
  private static final List<String> CALLS =
      List.of(
          "catalog gpu h100-sxm",
          "catalog node dgx-h100 --hierarchy --format json",
          "schema plan",
          "catalog --help",
          "catalog --no-such-option");

  private Training() {}

  public static void main(String[] args) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    TextStyle style = Terminal.ofProcess().style();
    for (String call : CALLS) {
      Main.run(new Terminal(OutputStream.nullOutputStream(), nowhere, style), call.split(" "));
    }
  }
}

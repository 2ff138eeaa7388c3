package io.busbar.app.call;

import io.busbar.app.Main;
import io.busbar.app.render.text.TextStyle;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs the program in this JVM and keeps what it printed. */
public final class TestTerminal {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  public int run(String... args) {
    return run(out, args);
  }

  public int run(OutputStream to, String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(to, errors, TextStyle.FILE), args);
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}

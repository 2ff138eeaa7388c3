package io.busbar.app;

import io.busbar.app.call.Terminal;
import io.busbar.app.render.text.TextStyle;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Calls of Busbar inside the process, for those who make many. Stateless. */
public final class Calls {
  private Calls() {}

  /**
   * What a call gave back.
   *
   * @param exitCode as the process would end
   * @param out what it printed
   * @param err what it complained of
   */
  public record Result(int exitCode, String out, String err) {}

  /** Runs a command line; texts are as in a file, whatever the process has for a terminal. */
  public static Result run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream complaints = new PrintStream(err, false, StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(out, complaints, TextStyle.FILE), args);
    complaints.flush();
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}

package io.busbar.app.call;

import io.busbar.base.report.Severity;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the process tells its caller. */
public final class ExitCodes {
  /** Done. */
  public static final int DONE = 0;

  /** Done, and something was found that should fail a script. */
  public static final int FOUND = 1;

  /** The input or the call is wrong. */
  public static final int INPUT = 2;

  /** Done, but some of the input could not be read: it is cut, refused or more than is opened. */
  public static final int UNREAD = 3;

  /** Done, but a reader or check of Busbar broke down: what it would have found is missing. */
  public static final int PART_FAILED = 4;

  /** Stopped by Ctrl-C; what was known by then is printed. As shells have it: 128 and SIGINT. */
  public static final int INTERRUPTED = 130;

  /** A fault of Busbar. */
  static final int FAULT = 70;

  private ExitCodes() {}

  /**
   * @param found severities of the findings
   * @param limit value of {@code --fail-on}; null when nothing found should fail
   * @return {@link #FOUND} when a finding is as severe as the limit or more so
   */
  public static int of(Stream<Severity> found, @Nullable Severity limit) {
    boolean failed = limit != null && found.anyMatch(each -> each.compareTo(limit) >= 0);
    return failed ? FOUND : DONE;
  }
}

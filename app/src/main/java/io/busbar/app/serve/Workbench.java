package io.busbar.app.serve;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the page can ask: the commands that answer with a report. Thread-safe. */
public interface Workbench {
  /** All views, in the order of the page. */
  List<View> views();

  /** The names that fields offer, by {@link Field#names()}. */
  Map<String, List<Name>> names();

  /**
   * Answers a call. What is wrong with it comes back as complaints, each at its field.
   *
   * @param watch told of progress, and whom to stop when nobody waits any longer
   */
  Outcome answer(Call call, Watch watch);

  /**
   * Sets the answers of two to four calls of one view beside each other.
   *
   * @param names what the calls are called, one each
   */
  Outcome compare(List<Call> calls, List<String> names, Watch watch);

  /** The call that a command line makes, or null when no view answers it. */
  @Nullable Call call(String command);

  /** The command line that answers the same, to be pasted into a shell. */
  String command(Call call);

  /** The plan file that says the same as a plan's fields; empty for other views. */
  String planFile(Call call);

  /**
   * A name to choose.
   *
   * @param about one line that tells it from others; may be empty
   */
  record Name(String name, String about) {}
}

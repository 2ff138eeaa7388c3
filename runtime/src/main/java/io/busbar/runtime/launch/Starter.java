package io.busbar.runtime.launch;

import java.util.List;
import java.util.function.Consumer;

/** How agents get started. One use. */
public interface Starter extends AutoCloseable {
  /**
   * Begins to start an agent; it calls back when it is there.
   *
   * @param command that serves at this seat, without the token
   * @param token which must not get into arguments of a process, where others can read it
   */
  void start(Seat seat, List<String> command, String token);

  /** Why an agent cannot come any more; empty while it can. */
  default String failed(Seat seat) {
    return "";
  }

  /** Ends what was started. */
  @Override
  default void close() {}

  /**
   * By people.
   *
   * @param out takes a line for each agent: what is to be typed on its host
   */
  static Starter byHand(Consumer<String> out) {
    return (seat, command, token) ->
        out.accept(
            seat.host().name()
                + ": "
                + Agents.TOKEN
                + "="
                + token
                + " "
                + LaunchTemplate.forShell(command));
  }

  /** By a command for each, which gets the token through its input. */
  static Starter byTemplate(LaunchTemplate template) {
    return new TemplateStarter(template);
  }

  /** By a launcher that has started them already. */
  static Starter none() {
    return (seat, command, token) -> {};
  }
}

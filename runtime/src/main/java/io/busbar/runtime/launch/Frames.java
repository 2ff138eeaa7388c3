package io.busbar.runtime.launch;

import java.time.Duration;

/** First texts of what agents and the process that leads tell each other. */
final class Frames {
  /** To the agent: a sign of life. Nothing follows; it is answered with {@link #ALIVE}. */
  static final String PING = "ping";

  /** To the agent: name of the work and request follow. */
  static final String DO = "do";

  /** To the agent: what all have said; a count and the texts follow. */
  static final String ALL = "all";

  /** To the agent: the others will not say anything any more; the reason follows. */
  static final String NOBODY = "nobody";

  /** To the agent: it is over. */
  static final String BYE = "bye";

  static final String ALIVE = "alive";

  /** From the agent: the answer to a request follows. */
  static final String DONE = "done";

  /** From the agent: a request failed; the reason follows. */
  static final String FAILED = "failed";

  /** From the agent: what it tells the others follows. */
  static final String SAY = "say";

  /** How often a sign of life is sent. */
  static final Duration BEAT = Duration.ofSeconds(1);

  /** After so long without any the other side is given up; a busy host may take seconds. */
  static final Duration SILENCE = Duration.ofSeconds(15);

  private Frames() {}
}

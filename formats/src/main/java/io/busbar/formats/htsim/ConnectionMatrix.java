package io.busbar.formats.htsim;

import java.util.List;

/**
 * Traffic as htsim reads it: connections that start at a time or when others end.
 *
 * @param nodes hosts, numbered from 0
 */
public record ConnectionMatrix(
    String source,
    int nodes,
    List<Connection> connections,
    List<Trigger> triggers,
    List<Failure> failures) {

  /** No trigger, and no id. */
  public static final int NONE = 0;

  public ConnectionMatrix {
    connections = List.copyOf(connections);
    triggers = List.copyOf(triggers);
    failures = List.copyOf(failures);
  }

  /**
   * One message.
   *
   * @param id what triggers call it; 0 when it has none
   * @param startPs when it starts; −1 when a trigger starts it
   * @param trigger the trigger that starts it; 0 for none
   * @param bytes 0 means without end
   * @param sendDoneTrigger told when the sender has its last acknowledgement; 0 for none
   * @param receiveDoneTrigger told when the receiver has all; 0 for none
   */
  public record Connection(
      int line,
      int src,
      int dst,
      int id,
      long startPs,
      int trigger,
      long bytes,
      int sendDoneTrigger,
      int receiveDoneTrigger) {}

  /**
   * What starts connections when others end.
   *
   * @param count for {@link TriggerKind#BARRIER} how many must end first
   */
  public record Trigger(int line, int id, TriggerKind kind, int count) {}

  /** What a trigger does when it is told that a connection ended. */
  public enum TriggerKind {
    /** Starts all its connections, once. */
    ONESHOT,
    /** Starts the next of its connections, each time. */
    MULTISHOT,
    /** Starts all once it has been told often enough. */
    BARRIER
  }

  /** A link that is slow from the start. */
  public record Failure(int line, Tier tier, int switchId, int linkId) {}

  /** Kinds of switches. */
  public enum Tier {
    TOR,
    AGG,
    CORE
  }
}

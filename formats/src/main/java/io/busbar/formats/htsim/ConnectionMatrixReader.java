package io.busbar.formats.htsim;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.htsim.ConnectionMatrix.Connection;
import io.busbar.formats.htsim.ConnectionMatrix.Failure;
import io.busbar.formats.htsim.ConnectionMatrix.Tier;
import io.busbar.formats.htsim.ConnectionMatrix.Trigger;
import io.busbar.formats.htsim.ConnectionMatrix.TriggerKind;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.lines.LineWords;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads connection matrices. Counts in the header must be those of the lines; lines beyond {@link
 * #MAX_LINES} are refused. Times are picoseconds and may have a fraction, which is dropped.
 */
public final class ConnectionMatrixReader {
  /** Lines of a file at most; about 200 MB. */
  public static final int MAX_LINES = 4_000_000;

  static final int MAX_NODES = 1 << 22;
  private static final int MAX_LINE_BYTES = 4096;
  private static final int MAX_WORDS = 64;
  private static final List<String> CONNECTION_WORDS =
      List.of(
          "id",
          "start",
          "trigger",
          "size",
          "send_done_trigger",
          "recv_done_trigger",
          "prio",
          "addon");
  private static final List<String> LINE_WORDS =
      List.of("Nodes", "Connections", "Triggers", "Failures", "trigger", "failure");

  private final String source;
  private final Problems problems;
  private final ByteLines lines;
  private final LineWords words;
  private final long[] announced = {-1, -1, 0, 0};
  private final List<Connection> connections = new ArrayList<>();
  private final List<Trigger> triggers = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();

  private ConnectionMatrixReader(String source, InputStream in, Problems problems) {
    this.source = source;
    this.problems = problems;
    lines = new ByteLines(in, MAX_LINE_BYTES);
    words = new LineWords(lines, MAX_WORDS);
  }

  /**
   * Reads to the end of the stream.
   *
   * @param source name for messages
   * @param problems what is wrong is added; what could be read is returned all the same
   */
  public static ConnectionMatrix read(String source, InputStream in, Problems problems)
      throws IOException {
    return new ConnectionMatrixReader(source, in, problems).read();
  }

  private ConnectionMatrix read() throws IOException {
    while (lines.next()) {
      if (lines.number() > MAX_LINES) {
        problems.add(at(0), "", "", "at most " + MAX_LINES + " lines", "");
        break;
      }
      if (words.split() > 0 && !words.startsWith(0, '#')) {
        line();
      }
    }
    int nodes = (int) Math.min(MAX_NODES, Math.max(0, announced[0]));
    checkCounts();
    checkTriggers(nodes);
    return new ConnectionMatrix(source, nodes, connections, triggers, failures);
  }

  private void line() {
    int arrow = words.find(0, '-', '>');
    if (arrow >= 0) {
      connection(arrow);
    } else if (words.is(0, "trigger")) {
      trigger();
    } else if (words.is(0, "failure")) {
      failure();
    } else {
      int header = LINE_WORDS.indexOf(words.text(0));
      if (header >= 0) {
        announced[header] = whole(1, 0, header == 0 ? MAX_NODES : MAX_LINES);
      } else {
        problems.add(
            at(0),
            "",
            words.text(0),
            "a connection (0->1 start 0 size 1000), a trigger, a failure or a line of the header",
            Nearest.hint(words.text(0), LINE_WORDS));
      }
    }
  }

  private void connection(int arrow) {
    int before = problems.count();
    int src = end(words.number(0, 0, arrow), "a source before ->");
    int dst =
        end(words.number(0, arrow + 2, words.length(0) - arrow - 2), "a destination after ->");
    long[] values = new long[CONNECTION_WORDS.size()];
    values[1] = -1;
    for (int word = 1; word < words.count(); word += 2) {
      int which = CONNECTION_WORDS.indexOf(words.text(word));
      if (which < 0) {
        problems.add(
            at(word),
            "",
            words.text(word),
            "one of " + String.join(", ", CONNECTION_WORDS),
            Nearest.hint(words.text(word), CONNECTION_WORDS));
        return;
      }
      if (which == 7) {
        word--;
      } else {
        values[which] = which == 1 ? time(word + 1) : whole(word + 1, 0, limit(which));
      }
    }
    if (problems.count() == before && values[1] < 0 && values[2] == 0) {
      problems.add(at(0), "", lines.text(), "a start or a trigger", "");
    } else if (values[1] >= 0 && values[2] != 0) {
      problems.add(at(0), "", lines.text(), "a start or a trigger, not both", "");
    }
    if (problems.count() == before) {
      connections.add(
          new Connection(
              lines.number(),
              src,
              dst,
              (int) values[0],
              values[1],
              (int) values[2],
              values[3],
              (int) values[4],
              (int) values[5]));
    }
  }

  private static long limit(int which) {
    return which == 3 ? Long.MAX_VALUE : Integer.MAX_VALUE;
  }

  private int end(long node, String expected) {
    if (node < 0 || node >= MAX_NODES || (announced[0] >= 0 && node >= announced[0])) {
      problems.add(
          at(0),
          "",
          words.text(0),
          expected + (announced[0] > 0 ? ", below " + announced[0] : ""),
          "");
      return 0;
    }
    return (int) node;
  }

  private void trigger() {
    long id = 0;
    long count = 0;
    TriggerKind kind = null;
    for (int word = 1; word < words.count(); word++) {
      if (words.is(word, "id")) {
        id = whole(++word, 1, Integer.MAX_VALUE);
      } else if (words.is(word, "count")) {
        count = whole(++word, 1, MAX_LINES);
      } else if (words.is(word, "oneshot")) {
        kind = TriggerKind.ONESHOT;
      } else if (words.is(word, "multishot")) {
        kind = TriggerKind.MULTISHOT;
      } else if (words.is(word, "barrier")) {
        kind = TriggerKind.BARRIER;
      } else {
        problems.add(
            at(word), "trigger", words.text(word), "id, count, oneshot, multishot or barrier", "");
        return;
      }
    }
    if (id == 0 || kind == null) {
      problems.add(at(0), "trigger", lines.text(), "an id above 0 and a kind", "");
    } else {
      triggers.add(new Trigger(lines.number(), (int) id, kind, (int) count));
    }
  }

  private void failure() {
    Tier tier = null;
    long switchId = -1;
    long linkId = -1;
    for (int word = 1; word < words.count(); word += 2) {
      if (words.is(word, "switch_type")) {
        tier = tier(word + 1);
      } else if (words.is(word, "switch_id")) {
        switchId = whole(word + 1, 0, Integer.MAX_VALUE);
      } else if (words.is(word, "link_id")) {
        linkId = whole(word + 1, 0, Integer.MAX_VALUE);
      } else {
        problems.add(
            at(word), "failure", words.text(word), "switch_type, switch_id or link_id", "");
        return;
      }
    }
    if (tier == null || switchId < 0 || linkId < 0) {
      problems.add(at(0), "failure", lines.text(), "switch_type, switch_id and link_id", "");
    } else {
      failures.add(new Failure(lines.number(), tier, (int) switchId, (int) linkId));
    }
  }

  private @Nullable Tier tier(int word) {
    for (Tier tier : Tier.values()) {
      if (words.is(word, tier.name())) {
        return tier;
      }
    }
    problems.add(at(word), "switch_type", words.text(word), "TOR, AGG or CORE", "");
    return null;
  }

  private long whole(int word, long least, long most) {
    long value = words.number(word);
    if (value < least || value > most) {
      problems.add(
          at(word),
          words.text(word - 1),
          words.text(word),
          "a whole number from " + least + (most == Long.MAX_VALUE ? "" : " to " + most),
          "");
      return least;
    }
    return value;
  }

  /** Picoseconds; csg-htsim itself writes such times with a fraction. */
  private long time(int word) {
    String text = words.text(word);
    int dot = text.indexOf('.');
    long value = words.number(word);
    if (dot > 0 && text.substring(dot + 1).chars().allMatch(c -> c >= '0' && c <= '9')) {
      value = words.number(word, 0, dot);
    }
    if (value < 0) {
      problems.add(at(word), "start", text, "picoseconds from 0", "");
      return 0;
    }
    return value;
  }

  private void checkCounts() {
    if (announced[0] < 0) {
      problems.add(Position.of(source), "Nodes", "", "a line 'Nodes 128'", "");
    }
    checkCount("Connections", announced[1], connections.size());
    checkCount("Triggers", announced[2], triggers.size());
    checkCount("Failures", announced[3], failures.size());
  }

  private void checkCount(String what, long expected, int found) {
    if (expected != found && !problems.any()) {
      problems.add(
          Position.of(source),
          what,
          expected < 0 ? "" : String.valueOf(expected),
          found + ", as many as there are lines of them",
          "the file may be cut off");
    }
  }

  private void checkTriggers(int nodes) {
    BitSet known = new BitSet();
    triggers.forEach(trigger -> known.set(trigger.id()));
    for (Connection c : connections) {
      checkTrigger(known, c, c.trigger());
      checkTrigger(known, c, c.sendDoneTrigger());
      checkTrigger(known, c, c.receiveDoneTrigger());
      if (c.src() >= nodes || c.dst() >= nodes) {
        problems.add(
            new Position(source, c.line(), 1),
            "",
            c.src() + "->" + c.dst(),
            "nodes below " + nodes,
            "");
      }
    }
  }

  private void checkTrigger(BitSet known, Connection c, int trigger) {
    if (trigger != ConnectionMatrix.NONE && !known.get(trigger)) {
      problems.add(
          new Position(source, c.line(), 0),
          "trigger",
          String.valueOf(trigger),
          "the id of a trigger line",
          "");
    }
  }

  private Position at(int word) {
    return new Position(source, lines.number(), words.column(word));
  }
}

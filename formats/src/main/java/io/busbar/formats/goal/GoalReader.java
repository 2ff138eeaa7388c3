package io.busbar.formats.goal;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.goal.GoalRank.Kind;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.lines.LineWords;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads GOAL schedules as text. Labels are known inside their rank only; a task must stand before
 * the line that names it. At most {@link #MAX_TASKS} tasks and as many dependencies are read.
 */
public final class GoalReader {
  /** Tasks of all ranks together; they take about half a gigabyte. */
  public static final int MAX_TASKS = 20_000_000;

  private static final int MAX_RANKS = 1 << 20;
  private static final int MAX_LINE_BYTES = 4096;
  private static final int MAX_WORDS = 32;
  private static final List<String> TASKS = List.of("send", "recv", "calc");

  private final String source;
  private final Problems problems;
  private final ByteLines lines;
  private final LineWords words;
  private final List<GoalRank> ranks = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private boolean[] seen = {};
  private int current = -1;
  private int tasks;
  private int waits;
  private boolean inComment;

  private GoalReader(String source, InputStream in, Problems problems) {
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
  public static GoalSchedule read(String source, InputStream in, Problems problems)
      throws IOException {
    return new GoalReader(source, in, problems).read();
  }

  private GoalSchedule read() throws IOException {
    while (lines.next()) {
      blankComments();
      if (words.split() > 0 && !line()) {
        break;
      }
    }
    if (ranks.isEmpty() && !problems.any()) {
      problems.add(Position.of(source), "", "", "a line 'num_ranks 8'", "");
    }
    if (current >= 0 || inComment) {
      problems.add(
          new Position(source, lines.number(), 0),
          "",
          "",
          inComment ? "the end of a comment" : "a } at the end of rank " + current,
          "the file may be cut off");
    }
    return new GoalSchedule(source, ranks);
  }

  /** Comments become blanks, so that columns stay. */
  private void blankComments() {
    byte[] line = lines.bytes();
    int n = lines.length();
    for (int i = 0; i < n; i++) {
      boolean two = i + 1 < n;
      if (inComment) {
        inComment = !(two && line[i] == '*' && line[i + 1] == '/');
        line[i] = ' ';
        if (!inComment) {
          line[++i] = ' ';
        }
      } else if (two && line[i] == '/' && line[i + 1] == '*') {
        inComment = true;
        line[i++] = ' ';
        line[i] = ' ';
      } else if (two && line[i] == '/' && line[i + 1] == '/') {
        Arrays.fill(line, i, n, (byte) ' ');
      }
    }
  }

  /** Returns false when it makes no sense to go on. */
  private boolean line() {
    if (words.is(0, "num_ranks")) {
      header();
    } else if (words.is(0, "rank")) {
      begin();
    } else if (words.is(0, "}")) {
      if (current < 0) {
        problems.add(at(0), "", "}", "a rank that it ends", "");
      }
      current = -1;
    } else if (current < 0) {
      problems.add(at(0), "", lines.text(), ranks.isEmpty() ? "num_ranks" : "rank <n> {", "");
    } else if (words.is(1, "requires") || words.is(1, "irequires")) {
      dependency();
    } else {
      task();
    }
    if (tasks > MAX_TASKS || waits > MAX_TASKS) {
      problems.add(at(0), "", "", "at most " + MAX_TASKS + " tasks and dependencies", "");
      return false;
    }
    return !(ranks.isEmpty() && problems.any());
  }

  private void header() {
    if (!ranks.isEmpty()) {
      problems.add(at(0), "", "num_ranks", "num_ranks once", "");
      return;
    }
    int n = (int) whole(1, "num_ranks", 1, MAX_RANKS);
    for (int rank = 0; rank < n && !problems.any(); rank++) {
      ranks.add(new GoalRank());
    }
    seen = new boolean[ranks.size()];
  }

  private void begin() {
    if (current >= 0) {
      problems.add(at(0), "", lines.text(), "a } before the next rank", "");
    }
    int before = problems.count();
    int rank = (int) whole(1, "rank", 0, ranks.size() - 1L);
    if (!words.is(2, "{")) {
      problems.add(at(2), "rank", words.text(2), "{", "");
    }
    if (problems.count() > before) {
      return;
    }
    if (seen[rank]) {
      problems.add(at(1), "rank", words.text(1), "each rank once", "");
    }
    seen[rank] = true;
    current = rank;
    labels.clear();
  }

  private void task() {
    String label = words.text(0);
    if (!label.endsWith(":") || !isLabel(label, label.length() - 1)) {
      problems.add(at(0), "", label, "a label and a colon (l1:), or <label> requires <label>", "");
      return;
    }
    int before = problems.count();
    Kind kind;
    long amount;
    int peer = GoalRank.ANY;
    int option = 5;
    if (words.is(1, "send") || words.is(1, "recv")) {
      boolean sends = words.is(1, "send");
      kind = sends ? Kind.SEND : Kind.RECEIVE;
      amount = bytes(2);
      if (!words.is(3, sends ? "to" : "from")) {
        problems.add(at(3), words.text(1), words.text(3), sends ? "to" : "from", "");
      }
      peer = (int) whole(4, "rank", sends ? 0 : GoalRank.ANY, ranks.size() - 1L);
    } else if (words.is(1, "calc")) {
      kind = Kind.CALC;
      amount = whole(2, "calc", 0, Long.MAX_VALUE);
      option = 3;
    } else {
      problems.add(
          at(1), "", words.text(1), "send, recv or calc", Nearest.hint(words.text(1), TASKS));
      return;
    }
    int tag = 0;
    int cpu = 0;
    for (; option < words.count(); option += 2) {
      if (words.is(option, "tag")) {
        tag = (int) whole(option + 1, "tag", GoalRank.ANY, Integer.MAX_VALUE);
      } else if (words.is(option, "cpu")) {
        cpu = (int) whole(option + 1, "cpu", 0, Integer.MAX_VALUE);
      } else if (words.is(option, "nic")) {
        whole(option + 1, "nic", 0, Integer.MAX_VALUE);
      } else {
        problems.add(at(option), "", words.text(option), "tag, cpu or nic", "");
        return;
      }
    }
    if (problems.count() == before) {
      add(label.substring(0, label.length() - 1), kind, amount, peer, tag, cpu);
    }
  }

  private void add(String label, Kind kind, long amount, int peer, int tag, int cpu) {
    int task = ranks.get(current).add(kind, amount, peer, tag, cpu);
    tasks++;
    if (labels.put(label, task) != null) {
      problems.add(at(0), "", label, "each label once in a rank", "");
    }
  }

  private void dependency() {
    Integer task = labels.get(words.text(0));
    Integer other = labels.get(words.text(2));
    if (task == null || other == null) {
      int wrong = task == null ? 0 : 2;
      problems.add(
          at(wrong),
          words.text(1),
          words.text(wrong),
          "a label of rank " + current + " that stands before",
          "");
      return;
    }
    ranks.get(current).addWait(task, other, words.is(1, "irequires"));
    waits++;
  }

  private static boolean isLabel(String text, int length) {
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return false;
      }
    }
    return length > 0;
  }

  private long bytes(int word) {
    long value = words.number(word, "b");
    if (value < 0) {
      problems.add(at(word), "", words.text(word), "bytes such as 4096b", "");
      return 0;
    }
    return value;
  }

  private long whole(int word, String key, long least, long most) {
    long value = words.number(word);
    if (value < least || value > most) {
      problems.add(
          at(word),
          key,
          words.text(word),
          "a whole number from " + least + (most == Long.MAX_VALUE ? "" : " to " + most),
          "");
      return least;
    }
    return value;
  }

  private Position at(int word) {
    return new Position(source, lines.number(), words.column(word));
  }
}

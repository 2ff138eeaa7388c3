package io.busbar.formats.simai;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.lines.LineWords;
import io.busbar.formats.simai.WorkloadFile.Collective;
import io.busbar.formats.simai.WorkloadFile.Group;
import io.busbar.formats.simai.WorkloadFile.Layer;
import io.busbar.formats.simai.WorkloadFile.Pass;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads workload texts: a line with the policy and its numbers, one with the count of layers, then
 * a line of 12 words for each layer, of 13 with {@code HYBRID_CUSTOMIZED}. Bounded by {@link
 * #MOST_LAYERS}.
 */
public final class WorkloadReader {
  /** Layers of a file; published ones have up to some thousands. */
  public static final int MOST_LAYERS = 1_000_000;

  /** What a first line may begin with. */
  public static final Set<String> POLICIES =
      Set.of(
          "MICRO",
          "DATA",
          "MODEL",
          "HYBRID_DATA_MODEL",
          "HYBRID_MODEL_DATA",
          "HYBRID_CUSTOMIZED",
          "HYBRID_TRANSFORMER",
          "HYBRID_TRANSFORMER_FWD_IN_BCKWD",
          "HYBRID_DLRM",
          "HYBRID_DLRM_ENHANCED",
          "DISTRIBUTED_INFERENCE");

  private static final int MOST_LINE = 1 << 16;
  private static final int MOST_WORDS = 4096;
  private static final int COLUMNS = 12;
  private static final String CHECKPOINTS = "checkpoints";
  private static final String INITIATES = "checkpoint_initiates";

  private final String source;
  private final Problems problems;
  private final ByteLines lines;
  private final LineWords words;
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final List<Integer> checkpoints = new ArrayList<>();
  private final List<Integer> initiates = new ArrayList<>();
  private final List<Layer> layers = new ArrayList<>();
  private String policy = "";

  private WorkloadReader(String source, InputStream in, Problems problems) {
    this.source = source;
    this.problems = problems;
    lines = new ByteLines(in, MOST_LINE);
    words = new LineWords(lines, MOST_WORDS);
  }

  /** Whether a file's first word says that it is a workload. */
  public static boolean begins(String firstWord) {
    return POLICIES.contains(firstWord);
  }

  /**
   * Reads to the end of the stream.
   *
   * @param source name for messages
   * @param problems what is wrong is added; what could be read is returned all the same
   */
  public static WorkloadFile read(String source, InputStream in, Problems problems)
      throws IOException {
    return new WorkloadReader(source, in, problems).read();
  }

  private WorkloadFile read() throws IOException {
    if (nextLine()) {
      header();
      long count = nextLine() ? number(0, "layers", 1, MOST_LAYERS) : 0;
      if (count == 0 && !problems.any()) {
        problems.add(Position.of(source), "layers", "", "a second line with their number", "");
      }
      while (count > 0 && nextLine()) {
        if (layers.size() == count) {
          problems.add(at(0), "", words.text(0), "no more than the " + count + " layers", "");
          break;
        }
        layer();
      }
      if (layers.size() < count && !problems.any()) {
        String hint = "the file may be cut off";
        String read = layers.size() + " lines";
        problems.add(Position.of(source), "layers", read, count + ", as line 2 says", hint);
      }
      planned(CHECKPOINTS, checkpoints, count);
      planned(INITIATES, initiates, count);
    } else {
      problems.add(Position.of(source), "", "", "a first line with a policy", "");
    }
    return new WorkloadFile(policy, numbers, checkpoints, initiates, layers);
  }

  private void planned(String key, List<Integer> which, long count) {
    for (int layer : which) {
      if (layer < 0 || layer >= count) {
        problems.add(new Position(source, 1, 0), key, "" + layer, "a layer below " + count, "");
      }
    }
    if (which == initiates && !which.isEmpty() && checkpoints.isEmpty()) {
      problems.add(new Position(source, 1, 0), CHECKPOINTS, "none", "a layer to begin from", "");
    }
  }

  private boolean nextLine() throws IOException {
    while (lines.next()) {
      if (words.split() > 0) {
        return true;
      }
    }
    return false;
  }

  private Position at(int word) {
    return new Position(
        source, (int) Math.min(Integer.MAX_VALUE, lines.number()), words.column(word));
  }

  private void header() {
    policy = words.text(0);
    if (!POLICIES.contains(policy)) {
      String hint = Nearest.hint(policy, POLICIES);
      problems.add(at(0), "", policy, "a policy such as HYBRID_TRANSFORMER_FWD_IN_BCKWD", hint);
      return;
    }
    int at = 1;
    boolean bare = words.number(1) != LineWords.NO_NUMBER;
    if (bare && policy.startsWith("HYBRID_DLRM")) {
      numbers.put(WorkloadFile.LAST_BOTTOM, number(1, "last bottom layer", 0, MOST_LAYERS));
      at = 2;
    }
    while (at < words.count()) {
      String word = words.text(at);
      String key = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
      if (key.equals(CHECKPOINTS) || key.equals(INITIATES)) {
        at = list(at + 1, key, key.equals(CHECKPOINTS) ? checkpoints : initiates);
      } else {
        boolean size = key.equals(WorkloadFile.PIPELINE_BYTES);
        numbers.put(key, number(at + 1, key, size ? 0 : 1, size ? 1L << 50 : 1 << 24));
        at += 2;
      }
    }
  }

  /** A count and as many layers; gives the word behind them. */
  private int list(int at, String key, List<Integer> into) {
    long count = number(at, key, 0, words.count() - at);
    for (int i = 1; i <= count && at + i < words.count(); i++) {
      into.add((int) number(at + i, key, 0, MOST_LAYERS));
    }
    return at + 1 + (int) count;
  }

  private void layer() {
    boolean custom = policy.equals("HYBRID_CUSTOMIZED");
    int expected = custom ? COLUMNS + 1 : COLUMNS;
    if (words.count() != expected) {
      String read = words.count() + " words";
      problems.add(at(0), words.text(0), read, expected + " words of a layer", "");
      layers.add(new Layer("", -1, Pass.computing(0), Pass.computing(0), Pass.computing(0), 0, ""));
      return;
    }
    String own = custom ? words.text(COLUMNS) : "";
    if (custom && !POLICIES.contains(own)) {
      problems.add(
          at(COLUMNS), "policy", own, "a policy such as DATA", Nearest.hint(own, POLICIES));
    }
    layers.add(
        new Layer(
            words.text(0),
            number(1, "dependency", -1, MOST_LAYERS),
            pass(2, "forward"),
            pass(5, "input gradient"),
            pass(8, "weight gradient"),
            number(11, "update", 0, Long.MAX_VALUE),
            own));
  }

  private Pass pass(int at, String what) {
    long ns = number(at, what + " time in ns", 0, 1L << 50);
    long bytes = number(at + 2, what + " bytes", 0, 1L << 50);
    String word = words.text(at + 1);
    for (Group group : new Group[] {Group.DP_EP, Group.EP, Group.OWN}) {
      if (word.endsWith(group.suffix())) {
        String name = word.substring(0, word.length() - group.suffix().length());
        for (Collective one : Collective.values()) {
          if (one.name().equals(name)) {
            return new Pass(ns, one, group, bytes);
          }
        }
      }
    }
    List<String> known = Arrays.stream(Collective.values()).map(Enum::name).toList();
    String expected = "NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER or ALLTOALL; with _EP or _DP_EP";
    problems.add(at(at + 1), what + " collective", word, expected, Nearest.hint(word, known));
    return Pass.computing(ns);
  }

  private long number(int word, String what, long least, long most) {
    long value = words.number(word);
    if (value == LineWords.NO_NUMBER || value < least || value > most) {
      String expected =
          most == Long.MAX_VALUE
              ? "a whole number"
              : "a whole number from " + least + " to " + most;
      problems.add(at(word), what, words.text(word), expected, "");
      return least;
    }
    return value;
  }
}

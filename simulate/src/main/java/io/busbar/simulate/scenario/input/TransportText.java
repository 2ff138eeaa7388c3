package io.busbar.simulate.scenario.input;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.simulate.scenario.setting.Congestion;
import io.busbar.simulate.scenario.setting.Repair;
import io.busbar.simulate.scenario.setting.TransportOptions;
import io.busbar.simulate.scenario.setting.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How packets are carried, from the words of options. */
public final class TransportText {
  private static final int MOST_QUEUE_PAIRS = 64;
  private static final int MOST_EXPONENT = 31;
  private static final int MOST_RETRIES = 7;
  private static final Map<String, Boolean> SWITCH = new LinkedHashMap<>();

  static {
    SWITCH.put("on", true);
    SWITCH.put("off", false);
  }

  private final Problems problems;

  TransportText(Problems problems) {
    this.problems = problems;
  }

  TransportOptions read(Question.Transport words, List<Congestion> congestions) {
    int pairs = words.queuePairs();
    if (pairs < 1 || pairs > MOST_QUEUE_PAIRS) {
      refuse("--qps", "" + pairs, "1 to " + MOST_QUEUE_PAIRS, "");
      pairs = 1;
    }
    List<Boolean> lossless = Words.all(List.of(words.lossless()), SWITCH, "--lossless", problems);
    boolean off = lossless.contains(false);
    if (off && congestions.stream().anyMatch(Congestion::infiniBand)) {
      String hint = "InfiniBand's credits lose nothing";
      refuse("--lossless", "off", "on with --congestion ib and ib-cc", hint);
    }
    TransportOptions options =
        new TransportOptions(
            pairs,
            !off,
            repair(words.repair()),
            number("--ib-timeout", words.timeoutExponent(), MOST_EXPONENT),
            number("--ib-retry", words.retries(), MOST_RETRIES),
            null,
            null,
            new ControlText(problems).read(words.controls(), congestions));
    if (words.dcqcn().isEmpty()) {
      return options;
    }
    if (congestions.stream().noneMatch(Congestion::dcqcn)) {
      String read = String.join(",", words.dcqcn());
      refuse("--dcqcn", read, "--congestion dcqcn or dcqcn-cts with it", "");
    }
    TransportOptions tuned = new DcqcnText(problems).read(words.dcqcn(), options);
    return tuned == null ? options : tuned;
  }

  private @Nullable Repair repair(@Nullable String word) {
    List<Repair> found =
        word == null
            ? List.of()
            : Words.all(List.of(word), Words.byName(Repair.class), "--repair", problems);
    return found.isEmpty() ? null : found.getFirst();
  }

  private int number(String option, int asked, int most) {
    if (asked < 0 || asked > most) {
      refuse(option, "" + asked, "0 to " + most, "");
    }
    return Math.clamp(asked, 0, most);
  }

  private void refuse(String option, String read, String expected, String hint) {
    problems.add(Position.of(option), "", read, expected, hint);
  }
}

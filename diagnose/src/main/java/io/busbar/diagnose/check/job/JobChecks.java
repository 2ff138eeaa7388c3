package io.busbar.diagnose.check.job;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.gpus.GpuSeen;
import io.busbar.formats.torch.WatchdogProgress;
import io.busbar.formats.torch.WatchdogTimeout;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Ranks that wait, differ, or are missing, by watchdog messages and the tools' own analysis. */
public final class JobChecks implements Check {
  private static final String TIMEOUT = "collective-timeout";
  private static final String SAME = "collective-timeout-same-seq";
  private static final String TYPE = "collective-type-mismatch";
  private static final String MISSING = "collective-missing-ranks";
  private static final String CRASHED = "process-crashed";
  private static final String KILLED = "process-out-of-memory";
  private static final String EXCEPTION = "program-exception";
  private static final String VISIBILITY = "gpu-visibility-one-per-task";

  @Override
  public List<String> codes() {
    return List.of(TIMEOUT, SAME, TYPE, MISSING, VISIBILITY, CRASHED, KILLED, EXCEPTION);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    watchdog(facts, out);
    fingerprints(facts, out);
    missing(facts, out);
    visibility(facts, out);
    elastic(facts, out);
  }

  /** torchrun's table: the process that failed first, with its exit code. */
  private static void elastic(Facts facts, Conclusions out) {
    List<Signal> exits = facts.signals("elastic-exit").stream().filter(s -> exit(s) != 0).toList();
    if (exits.isEmpty()) {
      return;
    }
    int root =
        facts.signals("elastic-root").stream().mapToInt(s -> facts.order(s.at())).min().orElse(-1);
    Signal first =
        exits.stream().filter(s -> facts.order(s.at()) > root).findFirst().orElse(exits.getFirst());
    int at = facts.order(first.at());
    String rank =
        facts.signals("elastic-rank").stream()
            .filter(s -> facts.order(s.at()) < at)
            .reduce((a, b) -> b)
            .map(s -> "Rank " + s.value("rank"))
            .orElse("A process");
    int exit = exit(first);
    boolean killed = exit == -9 || exit == 137;
    boolean crashed = exit < 0 || exit > 128;
    out.add(
        Conclusion.of(killed ? KILLED : crashed ? CRASHED : EXCEPTION, Severity.CRITICAL)
            .confidence(Conclusion.Confidence.LOW)
            .say(
                rank
                    + " failed first, with exit code "
                    + exit
                    + (killed
                        ? ": it was killed, most often for memory (look at dmesg of its host)."
                        : crashed
                            ? ": a signal ended it."
                            : "; what it raised stands in its own log, not here."))
            .at(first.at()));
  }

  /** Negative where a signal ended the process. */
  private static int exit(Signal s) {
    String text = s.value("exit");
    return text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : 1;
  }

  private static void watchdog(Facts facts, Conclusions out) {
    List<WatchdogTimeout> timeouts = facts.all(WatchdogTimeout.class);
    List<WatchdogProgress> progress = facts.all(WatchdogProgress.class);
    if (timeouts.isEmpty()) {
      return;
    }
    Set<Integer> ranks = new TreeSet<>();
    Set<String> works = new LinkedHashSet<>();
    for (WatchdogTimeout t : timeouts) {
      ranks.add(t.rank());
      works.add(t.sequence() + " " + t.operation() + " " + t.elements());
    }
    boolean same = ranks.size() > 1 && works.size() == 1 && timeouts.getFirst().sequence() >= 0;
    WatchdogTimeout first = timeouts.getFirst();
    Conclusion c = Conclusion.critical(same ? SAME : TIMEOUT);
    if (same) {
      c.say(
          "Ranks "
              + list(ranks)
              + " all wait in "
              + first.operation()
              + " number "
              + first.sequence()
              + (first.elements() >= 0 ? " of " + first.elements() + " element(s)." : "."));
      if (first.elements() >= 0 && first.elements() <= 1024) {
        c.say("So small an operation is no matter of bandwidth.");
      }
    } else {
      c.say(
          "Timed out: "
              + String.join("; ", works.stream().limit(6).toList())
              + " (sequence, operation, elements) on rank(s) "
              + list(ranks)
              + ".");
      if (ranks.size() > 1) {
        c.say(
            "Sequence numbers count per process group, so different ones need not be a mismatch.");
      }
    }
    WatchdogTimeout longest =
        timeouts.stream()
            .max(java.util.Comparator.comparingLong(WatchdogTimeout::ranMs))
            .orElse(first);
    if (longest.limitMs() > 0 && longest.ranMs() > 2 * longest.limitMs()) {
      c.say(
          "It ran for "
              + longest.ranMs()
              + " ms although the limit is "
              + longest.limitMs()
              + " ms: the watchdog itself was held up.");
    }
    Set<Integer> shown = new HashSet<>();
    for (WatchdogTimeout t : timeouts) {
      if (shown.add(t.rank())) {
        c.at(t.at());
      }
    }
    Enqueued.say(progress, ranks, c);
    out.add(c);
    out.missing(
        "dumps of all ranks' flight recorders",
        "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1");
  }

  private static String list(Set<Integer> ranks) {
    return String.join(
        ", ", ranks.stream().limit(16).map(r -> r < 0 ? "?" : Integer.toString(r)).toList());
  }

  private static void fingerprints(Facts facts, Conclusions out) {
    List<Signal> prints = facts.signals("torch-fingerprint");
    Set<String> different = new LinkedHashSet<>();
    prints.forEach(s -> different.add(s.value("op") + " [" + s.value("shape") + "]"));
    if (different.size() > 1 || !prints.isEmpty() && facts.has("torch-mismatch")) {
      out.add(
          Conclusion.critical(TYPE)
              .say("Ranks run " + String.join(" and ", different) + ".")
              .at(prints)
              .at(facts.signals("torch-mismatch").stream().limit(1).toList()));
    }
    List<Signal> recorded = facts.signals("fr-type-mismatch");
    if (!recorded.isEmpty()) {
      out.add(
          Conclusion.critical(TYPE)
              .say("The flight recorders of the ranks do not match.")
              .at(recorded));
    }
  }

  private static void missing(Facts facts, Conclusions out) {
    List<Signal> missing = facts.signals("fr-missing");
    if (missing.isEmpty()) {
      return;
    }
    Conclusion c = Conclusion.critical(MISSING);
    missing.forEach(s -> c.say("Ranks " + s.value("ranks") + " did not join.").at(s.at()));
    facts.signals("fr-not-all").stream()
        .filter(s -> !s.value("seq").isEmpty())
        .forEach(s -> c.say("The collective is number " + s.value("seq") + ".").at(s.at()));
    facts.signals("fr-collective").forEach(s -> c.say("It is " + s.value("op") + ".").at(s.at()));
    facts
        .signals("fr-state")
        .forEach(s -> c.say("The others see it as " + s.value("state") + ".").at(s.at()));
    out.add(c);
  }

  /** nvidia-smi -L of several tasks in a row: device 0 again and again, each time another GPU. */
  private static void visibility(Facts facts, Conclusions out) {
    List<GpuSeen> listed =
        facts.all(GpuSeen.class).stream().filter(g -> !g.uuid().isEmpty()).toList();
    List<GpuSeen> alone = new java.util.ArrayList<>();
    for (int i = 1; i < listed.size(); i++) {
      boolean again = listed.get(i).index() == 0 && listed.get(i - 1).index() == 0;
      boolean other = !listed.get(i).uuid().equals(listed.get(i - 1).uuid());
      if (again && other && listed.get(i).at().file().equals(listed.get(i - 1).at().file())) {
        alone.add(listed.get(i - 1));
        alone.add(listed.get(i));
      }
    }
    List<Signal> ordinal = facts.signals("invalid-ordinal");
    if (alone.isEmpty() && ordinal.isEmpty()) {
      return;
    }
    Conclusion c =
        Conclusion.warning(VISIBILITY)
            .confidence(alone.isEmpty() ? Conclusion.Confidence.LOW : Conclusion.Confidence.HIGH);
    if (!alone.isEmpty()) {
      c.say("Tasks see one GPU each, always as device 0.");
    }
    if (!ordinal.isEmpty()) {
      c.say("A program asks for a device that its task does not have.");
    }
    c.at(
        facts.signals("slurm-gpu-bind").stream()
            .filter(s -> !s.value("mode").startsWith("none"))
            .limit(2)
            .toList());
    c.at(ordinal.stream().limit(2).toList()).at(alone.stream().limit(4).toList());
    out.add(c);
  }
}

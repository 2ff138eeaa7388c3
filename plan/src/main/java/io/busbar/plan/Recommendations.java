package io.busbar.plan;

import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Settings;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.memory.MemoryConstant;
import io.busbar.plan.memory.Verdict;
import io.busbar.plan.stack.Feature;
import io.busbar.plan.stack.StackFramework;
import io.busbar.plan.stack.StackFramework.Support;
import io.busbar.plan.stack.StackTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The changes worth making, ranked by predicted gain; none that does not fit. What the stack of the
 * plan can run stands apart from what another could. Stateless.
 */
final class Recommendations {
  private static final double WORTHWHILE = 0.005;
  private static final int MOST = 6;

  private Recommendations() {}

  /** What the plan's own stack can run, each with the option that asks for it. */
  static List<Finding> of(Situation now, List<Change> changes) {
    Stack stack = now.training().software().stack();
    List<Finding> all = new ArrayList<>();
    for (Change change : worthwhile(now, changes, true)) {
      boolean tight = now.verdict() == Verdict.FITS && change.after().verdict() == Verdict.TIGHT;
      all.add(
          new Finding(
              change.code(),
              Severity.INFO,
              change.what() + ": " + effect(change),
              change.why(),
              List.of(
                  "evaluated with and without; memory with it: "
                      + change.after().verdict().label()
                      + (tight ? ", less room than the prediction's error" : "")),
              settings(change, StackTable.standard().of(stack))));
    }
    return all;
  }

  /** What only other stacks can run, with a framework that does. */
  static List<Finding> elsewhere(Situation now, List<Change> changes) {
    List<Finding> all = new ArrayList<>();
    for (Change change : worthwhile(now, changes, false)) {
      Feature needs = change.needs();
      List<StackFramework> able = needs == null ? List.of() : StackTable.standard().with(needs);
      String who = able.isEmpty() ? "research code only" : "e.g. " + able.getFirst().title();
      String what = needs == null ? change.code() : needs.written();
      all.add(
          new Finding(
              change.code(),
              Severity.INFO,
              "with a stack that has " + what + " (" + who + "): " + effect(change),
              change.why(),
              List.of(),
              settings(change, able)));
    }
    return all;
  }

  private static List<Change> worthwhile(Situation now, List<Change> changes, boolean own) {
    Stack stack = now.training().software().stack();
    List<Change> all = new ArrayList<>();
    Set<String> settings = new HashSet<>();
    for (Change change : changes) {
      boolean can = StackTable.standard().can(stack, change.needs());
      if (change.advice()
          && can == own
          && hasRoom(change)
          && change.gain() >= WORTHWHILE
          && all.size() < MOST
          && settings.add(change.setting())) {
        all.add(change);
      }
    }
    return all;
  }

  /** As full as a search would choose, or no fuller than planned. */
  private static boolean hasRoom(Change change) {
    Situation after = change.after();
    double capacity = after.cluster().node().gpu().memoryBytes();
    return after.peakBytes() <= MemoryConstant.CHOICE_SHARE.value() * capacity
        || (after.peakBytes() <= change.before().peakBytes()
            && after.verdict() != Verdict.DOES_NOT_FIT);
  }

  private static String effect(Change change) {
    return "step "
        + TimeSpan.print(change.before().cost().step())
        + " -> "
        + TimeSpan.print(change.after().cost().step())
        + ", "
        + Share.print(change.gain())
        + " more tokens per second";
  }

  /** The option of {@code busbar}, then the setting of each framework that has one. */
  private static List<String> settings(Change change, List<StackFramework> frameworks) {
    List<String> lines = new ArrayList<>();
    Training after = change.after().training();
    String options = Settings.typed(Settings.between(change.before().training(), after));
    lines.add(options.isEmpty() ? "set " + change.setting() : "busbar: " + options);
    Feature needs = change.needs();
    for (StackFramework framework : frameworks) {
      Support support = needs == null ? null : framework.features().get(needs);
      if (support != null) {
        lines.add(framework.title() + " since " + support.since() + ": " + filled(support, after));
      }
    }
    return lines;
  }

  private static String filled(Support support, Training after) {
    String stages = Integer.toString(after.parallelism().virtualStages());
    return support.setting().replace("{virtual_stages}", stages);
  }
}

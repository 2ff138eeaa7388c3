package io.busbar.diagnose.check.machine;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Decode;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.counters.CounterReading;
import io.busbar.formats.gpus.RowRemap;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the drivers of GPUs and NVSwitches print: Xid, SXid, throttling, killed processes. */
public final class KernelChecks implements Check {
  private static final String LOST = "gpu-fallen-off-bus";
  private static final String GSP = "gpu-gsp-timeout";
  private static final String NVLINK = "gpu-nvlink-xid";
  private static final String SXID = "nvswitch-sxid";
  private static final String HOT = "gpu-throttled";
  private static final String MEMORY = "gpu-memory-error";
  private static final String KILLED = "process-out-of-memory";
  private static final Set<Long> NVLINK_XIDS =
      Set.of(74L, 137L, 144L, 145L, 146L, 147L, 148L, 149L, 150L);
  private static final long STOPPED_XID = 45;
  private static final Pattern CAUSED = Pattern.compile("caused by previous Xid (\\d+)");
  private static final Pattern FIRST_WORD = Pattern.compile("\\((0x[0-9a-f]{8}) ");

  @Override
  public List<String> codes() {
    return List.of(
        LOST,
        GSP,
        NVLINK,
        MEMORY,
        SXID,
        HOT,
        KILLED,
        "gpu-application-fault",
        "gpu-needs-reset",
        "gpu-driver-message");
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (Signal s : facts.signals("xid")) {
      xid(s, out);
    }
    exported(facts, out);
    remapped(facts, out);
    List<Signal> fallen = facts.signals("gpu-fallen");
    if (!fallen.isEmpty()) {
      out.add(
          Conclusion.critical(LOST)
              .say("The driver says that a GPU has fallen off the bus.")
              .at(fallen));
    } else if (!facts.has("aer-error")) {
      List<Signal> handles = facts.signals("gpu-handle-error");
      if (!handles.isEmpty()) {
        out.add(
            Conclusion.critical(LOST)
                .say(
                    "The driver cannot reach GPU "
                        + handles.getFirst().value("device")
                        + ": "
                        + handles.getFirst().value("reason")
                        + ".")
                .at(handles));
      }
    }
    for (Signal s : facts.signals("sxid", "fm-switch-error")) {
      List<String> known = Decode.sxid(s.value("number")).orElse(List.of("", "no"));
      boolean fatal = s.value("kind").equalsIgnoreCase("fatal") || known.get(1).equals("always");
      out.add(
          Conclusion.of(SXID, fatal ? Severity.CRITICAL : Severity.WARNING)
              .say(
                  "NVSwitch error "
                      + s.value("number")
                      + (s.value("kind").isEmpty() ? "" : " (" + s.value("kind") + ")")
                      + (known.getFirst().isEmpty() ? "" : ", " + known.getFirst())
                      + (s.value("port").isEmpty() ? "." : " on port " + s.value("port") + "."))
              .at(s.at()));
    }
    List<Signal> hot = facts.signals("throttled");
    if (!hot.isEmpty()) {
      out.add(Conclusion.warning(HOT).say("A slowdown reason is active.").at(hot));
    }
    List<Signal> killed = facts.signals("oom-killed");
    if (!killed.isEmpty()) {
      out.add(
          Conclusion.critical(KILLED)
              .say(
                  killed.getFirst().value("pid").isEmpty()
                      ? "Slurm saw processes of a step killed for memory."
                      : "Process "
                          + killed.getFirst().value("pid")
                          + " ("
                          + killed.getFirst().value("process")
                          + ") was killed.")
              .at(killed));
    }
  }

  /** An exporter's gauge holds the number of the last Xid. */
  private static void exported(Facts facts, Conclusions out) {
    for (CounterReading c : facts.all(CounterReading.class)) {
      if (c.name().equals("xid_errors") && c.value() > 0) {
        long number = (long) c.value();
        Decode.Xid known = Decode.xid(number);
        out.add(
            Conclusion.of(known.code(), known.severity())
                .say(
                    "GPU "
                        + c.scope()
                        + ": the last Xid is "
                        + number
                        + ", "
                        + known.meaning()
                        + "; advised: "
                        + known.action()
                        + ".")
                .at(c.at()));
      }
    }
  }

  private static void remapped(Facts facts, Conclusions out) {
    for (RowRemap r : facts.all(RowRemap.class)) {
      if (r.failed() || r.pending()) {
        out.add(
            Conclusion.critical(MEMORY)
                .say(
                    "GPU "
                        + r.gpu()
                        + (r.failed()
                            ? ": remapping a row failed, so it has to be replaced."
                            : ": a row waits to be remapped, so it has to be reset."))
                .at(r.at()));
      }
    }
  }

  private static void xid(Signal s, Conclusions out) {
    long number = s.number("number");
    String gpu = s.value("device");
    String text = s.value("text");
    Matcher caused = CAUSED.matcher(text);
    if (number == STOPPED_XID && caused.find()) {
      long root = Long.parseLong(caused.group(1));
      if (NVLINK_XIDS.contains(root)) {
        out.add(
            Conclusion.critical(NVLINK)
                .say(
                    "GPU "
                        + gpu
                        + " stopped a channel (Xid 45) because of an earlier Xid "
                        + root
                        + ".")
                .at(s.at()));
      }
      return;
    }
    Decode.Xid known = Decode.xid(number);
    if (NVLINK_XIDS.contains(number)) {
      boolean fatal = !text.contains("Nonfatal") && !text.contains("Non-fatal");
      Matcher word = FIRST_WORD.matcher(text);
      String detail = word.find() ? ", sub-code " + (Long.decode(word.group(1)) >> 20 & 0x3f) : "";
      out.add(
          Conclusion.of(NVLINK, fatal ? Severity.CRITICAL : Severity.WARNING)
              .say(
                  "GPU "
                      + gpu
                      + ": Xid "
                      + number
                      + (fatal ? " fatal" : " non-fatal")
                      + detail
                      + ", "
                      + known.meaning()
                      + ".")
              .at(s.at()));
      return;
    }
    out.add(
        Conclusion.of(known.code(), known.severity())
            .say(
                "GPU "
                    + gpu
                    + ": Xid "
                    + number
                    + ", "
                    + known.meaning()
                    + "; advised: "
                    + known.action()
                    + ". The driver says: "
                    + head(text))
            .at(s.at()));
  }

  private static String head(String text) {
    return text.length() > 160 ? text.substring(0, 160) : text;
  }
}

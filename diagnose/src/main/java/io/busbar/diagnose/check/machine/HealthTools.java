package io.busbar.diagnose.check.machine;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusion.Confidence;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Decode;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.modules.ModuleList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What health agents and diagnostics say of a node: DCGM, the conditions of Kubernetes nodes, node
 * health checks of schedulers, modules of the kernel. Needs their messages; numbers of the driver
 * that they quote are decoded like the driver's own.
 */
public final class HealthTools implements Check {
  private static final String FAILED = "gpu-diagnostic-failed";
  private static final String NODE = "node-check-failed";
  private static final String PEERMEM = "peermem-not-loaded";
  private static final String XID = "DCGM_FR_XID_ERROR";

  @Override
  public List<String> codes() {
    return List.of(FAILED, NODE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    boolean numbered = xids(facts, out);
    for (Signal s : facts.signals("dcgm-error")) {
      Decode.DcgmError error = Decode.dcgm(s.value("name"));
      if (error.code().equals("healthy") || numbered && error.name().equals(XID)) {
        continue;
      }
      out.add(
          Conclusion.of(error.code(), error.severity())
              .confidence(Confidence.MEDIUM)
              .say("DCGM reports " + error.name() + ": " + error.meaning() + ".")
              .at(s.at()));
    }
    diagnostic(facts, out);
    facts.all(ModuleList.class).stream()
        .filter(ModuleList::unjoined)
        .forEach(list ->
            out.add(
                Conclusion.info(PEERMEM)
                    .confidence(Confidence.MEDIUM)
                    .say(
                        "The machine has the modules of GPUs and of RDMA and not"
                            + " nvidia_peermem: GPUDirect RDMA needs DMA-BUF here.")
                    .at(list.at())));
    for (Signal s : facts.signals("node-check")) {
      out.add(
          Conclusion.critical(NODE)
              .confidence(Confidence.MEDIUM)
              .say("A check of the node failed: " + s.value("what").strip())
              .at(s.at()));
    }
  }

  /** Xids that others than the kernel quote; false when there is none. */
  private static boolean xids(Facts facts, Conclusions out) {
    Set<String> kernel = new HashSet<>();
    facts.signals("xid").forEach(s -> kernel.add(s.at().file() + ":" + s.at().line()));
    boolean any = false;
    for (Signal s : facts.signals("xid-words")) {
      if (kernel.contains(s.at().file() + ":" + s.at().line()) || s.number("number") == 0) {
        continue;
      }
      any = true;
      Decode.Xid known = Decode.xid(s.number("number"));
      out.add(
          Conclusion.of(known.code(), known.severity())
              .confidence(Confidence.MEDIUM)
              .say(
                  (s.value("device").isEmpty() ? "A GPU" : "GPU " + s.value("device"))
                      + ": Xid "
                      + known.number()
                      + ", "
                      + known.meaning()
                      + "; advised: "
                      + known.action()
                      + ".")
              .at(s.at()));
    }
    return any;
  }

  /** The table of {@code dcgmi diag}. */
  private static void diagnostic(Facts facts, Conclusions out) {
    List<Signal> failed = facts.signals("dcgm-fail");
    for (Signal s : failed) {
      out.add(
          Conclusion.of(FAILED, Severity.CRITICAL)
              .say(
                  "dcgmi diag: "
                      + (s.value("test").isBlank()
                          ? "a test"
                          : "the test " + s.value("test").strip())
                      + " failed"
                      + (s.value("text").isBlank() ? "." : " (" + s.value("text").strip() + ")."))
              .at(s.at()));
    }
    List<Signal> passed = facts.signals("dcgm-pass");
    if (failed.isEmpty() && !passed.isEmpty()) {
      out.healthy(
          "dcgmi diag: " + passed.size() + " test(s) passed, none failed.",
          List.of(passed.getFirst().at()));
    }
  }
}

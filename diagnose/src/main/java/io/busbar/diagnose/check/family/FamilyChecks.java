package io.busbar.diagnose.check.family;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusion.Confidence;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Decode;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Messages of known libraries that no check explains, decoded by public tables. Needs the messages
 * {@code family-…} and what all other checks concluded, so it comes behind them.
 */
public final class FamilyChecks implements Check {
  private static final String NCCL = "nccl-warning";
  private static final String CUDA = "cuda-error";
  private static final String LIBRARY = "library-error";
  private static final String SWITCH = "switch-log";
  private static final String GPU_DRIVER = "gpu-driver-message";
  private static final String NIC_DRIVER = "nic-driver-message";
  private static final String[] SWITCH_FAMILIES = {"family-switch", "family-switchtext"};

  /** Severities of syslog from 0 (emergency) to 7; up to here something is wrong. */
  private static final long SYSLOG_ERROR = 3;

  private static final long SYSLOG_WARNING = 4;
  private static final int SHOWN = 4;
  private static final Pattern FAILED =
      Pattern.compile(
          "(?i)\\b(?:fail(?:ed|ure)?|error|unhandled|abort\\w*|corrupt\\w*|hang|hung|exhaust\\w*|timed?"
              + " ?out)\\b");

  private static final List<String> LIBRARIES =
      List.of(
          "family-dist",
          "family-ucx",
          "family-libfabric",
          "family-ofi",
          "family-sharp",
          "family-dcgm",
          "family-tests",
          "family-opensm",
          "family-ibdiagnet",
          "family-mpi",
          "family-nvshmem",
          "family-transfer",
          "family-oneccl",
          "family-ncclresult",
          "family-ray",
          "family-slurm",
          "family-kubernetes",
          "family-container",
          "family-systemd",
          "family-engine",
          "family-horovod",
          "family-deepspeed",
          "family-amd",
          "family-nvml",
          "family-ufm",
          "family-grpc",
          "family-habana",
          "family-hccl",
          "family-gloo",
          "family-wc",
          "family-event",
          "family-verbs",
          "qp-error",
          "family-errno");

  @Override
  public List<String> codes() {
    return List.of(NCCL, CUDA, LIBRARY, SWITCH, GPU_DRIVER, NIC_DRIVER);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    cuda(facts, out);
    libraries(facts, out);
    Explained explained = Explained.of(facts, out);
    warnings(facts, explained, out);
    Explained now = Explained.of(facts, out);
    drivers("family-nvidiadriver", GPU_DRIVER, facts, now, out);
    drivers("family-nicdriver", NIC_DRIVER, facts, now, out);
    for (String family : LIBRARIES) {
      library(family, facts, now, out);
    }
    switches(facts, now, out);
  }

  private static void cuda(Facts facts, Conclusions out) {
    Explained explained = Explained.of(facts, out);
    for (Signal s : facts.signals("family-cuda")) {
      if (explained.covers(s.at())) {
        continue;
      }
      String text = s.value("name").isEmpty() ? s.value("text") : s.value("name");
      Optional<Decode.CudaError> error = Decode.cuda(s.value("number"), text);
      if (error.isEmpty() && (text.isBlank() || s.value("number").equals("0"))) {
        continue;
      }
      String code = error.map(Decode.CudaError::code).orElse(CUDA);
      out.add(
          Conclusion.of(code, Severity.CRITICAL)
              .confidence(code.equals(CUDA) ? Confidence.LOW : Confidence.MEDIUM)
              .say(
                  error
                      .map(e ->
                          "CUDA error " + e.number() + " '" + e.text() + "': " + e.meaning() + ".")
                      .orElse("CUDA says: " + text.strip() + "."))
              .at(s.at()));
    }
  }

  /** Results of CUDA's libraries, which say less than the error of CUDA behind them. */
  private static void libraries(Facts facts, Conclusions out) {
    Explained explained = Explained.of(facts, out);
    for (Signal s : facts.signals("family-cudalib")) {
      if (!explained.covers(s.at())) {
        String meaning = Decode.cudaLibrary(s.value("name"));
        out.add(
            Conclusion.of(CUDA, Severity.CRITICAL)
                .confidence(Confidence.LOW)
                .say(s.value("name") + (meaning.isEmpty() ? "." : ": " + meaning + "."))
                .at(s.at()));
      }
    }
  }

  /** Lines of kernel drivers that no rule knows. */
  private static void drivers(
      String family, String code, Facts facts, Explained explained, Conclusions out) {
    int shown = 0;
    for (Signal s : facts.signals(family)) {
      if (shown < SHOWN && !explained.covers(s.at())) {
        shown++;
        String who = (s.value("name") + " " + s.value("device")).strip();
        out.add(
            Conclusion.warning(code)
                .confidence(Confidence.LOW)
                .say((who.isEmpty() ? "" : who + ": ") + s.value("text"))
                .at(s.at()));
      }
    }
  }

  private static void warnings(Facts facts, Explained explained, Conclusions out) {
    int shown = 0;
    for (Signal s : facts.signals("family-nccl-warn", "family-rccl")) {
      if (explained.covers(s.at()) || shown == SHOWN) {
        continue;
      }
      shown++;
      String part = Decode.ncclPart(s.value("file"));
      boolean failed = FAILED.matcher(s.value("text")).find();
      out.add(
          Conclusion.of(NCCL, failed ? Severity.CRITICAL : Severity.WARNING)
              .confidence(Confidence.LOW)
              .say(
                  "NCCL warns"
                      + (part.isEmpty() ? "" : " (" + s.value("file") + ": " + part + ")")
                      + ": "
                      + s.value("text"))
              .at(s.at()));
    }
  }

  private static void library(String family, Facts facts, Explained explained, Conclusions out) {
    int shown = 0;
    for (Signal s : facts.signals(family)) {
      if (explained.covers(s.at()) || shown == SHOWN) {
        continue;
      }
      String said = said(family, s);
      if (said.isEmpty()) {
        continue;
      }
      shown++;
      boolean warned = s.value("level").startsWith("WARN") || s.value("level").equals("warn");
      boolean mild = warned && !FAILED.matcher(s.at().text()).find();
      out.add(
          Conclusion.of(LIBRARY, mild ? Severity.INFO : Severity.WARNING)
              .confidence(Confidence.LOW)
              .say(said)
              .at(s.at()));
    }
  }

  /** What switches log, by the severity that stands in the message. */
  private static void switches(Facts facts, Explained explained, Conclusions out) {
    int shown = 0;
    for (Signal s : facts.signals(SWITCH_FAMILIES)) {
      long level = level(s);
      if (level > SYSLOG_WARNING || explained.covers(s.at()) || shown == SHOWN) {
        continue;
      }
      shown++;
      out.add(
          Conclusion.of(SWITCH, level <= SYSLOG_ERROR ? Severity.WARNING : Severity.INFO)
              .confidence(Confidence.LOW)
              .say(s.value("name") + " (severity " + level + "): " + s.value("text").strip())
              .at(s.at()));
    }
  }

  /** Severity of syslog, as a number or in a word. */
  private static long level(Signal s) {
    if (!s.value("level").isEmpty()) {
      return s.number("level");
    }
    String word = s.value("severity").toUpperCase(Locale.ROOT);
    return word.startsWith("WARN") || word.startsWith("MINOR") ? SYSLOG_WARNING : SYSLOG_ERROR;
  }

  private static String said(String family, Signal s) {
    return switch (family) {
      case "family-errno" -> {
        String meaning = s.value("number").equals("0") ? "" : Decode.errno(s.value("number"));
        yield meaning.isEmpty() ? "" : meaning + ".";
      }
      case "family-wc", "family-event" -> {
        String meaning = Decode.verbsName(s.value("name"));
        yield s.value("name") + (meaning.isEmpty() ? "." : ": " + meaning + ".");
      }
      case "family-ncclresult" -> {
        String result = Decode.ncclResult(s.at().text());
        yield result.isEmpty() ? "NCCL: " + s.value("name") + s.value("text") : result + ".";
      }
      case "family-dist" -> {
        String result = Decode.ncclResult(s.value("text"));
        yield s.value("name") + (result.isEmpty() ? ": " + s.value("text") : ": " + result + ".");
      }
      case "qp-error" ->
          "the adapter stopped queue pair "
              + s.value("qp")
              + " of "
              + s.value("device")
              + ": "
              + Decode.completionText(s.value("what"))
              + ".";
      case "family-verbs" -> s.value("call") + " failed" + s.value("text");
      default ->
          family.substring("family-".length())
              + ": "
              + (s.value("name").isEmpty() ? "" : s.value("name") + " ")
              + s.value("text").strip();
    };
  }
}

package io.busbar.diagnose.check.family;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.artefact.SuspectReader;
import io.busbar.formats.artefact.Wrapper;
import java.util.HashSet;
import java.util.Set;

/**
 * Lines that need no further explanation: those that a conclusion quotes, those of equal shape, and
 * messages that are known to follow from others or to be harmless.
 */
final class Explained {
  /** Messages of something that is not there and need not be, and of what is told elsewhere. */
  private static final String[] KNOWN = {
    "plugin-probe",
    "network-chosen",
    "ib-plugin",
    "gdr-disabled-hca",
    "gdr-disabled-gpu",
    "nvls-unavailable",
    "topology-unreadable",
    "out-of-bounds-ok",
    "service-running",
    "numa-affinity-ignored",
    "ofi-provider",
    "sharp-initialised",
    "fm-nothing-to-do",
    "ib-none",
    "verbs-library-missing",
    "peer-denied",
    "single-node"
  };

  /** Follow-ups that stand for themselves where no first error is told. */
  private static final String[] FOLLOW = {"error-trail", "proxy-failed", "aer-bit"};

  private final Set<String> sound = new HashSet<>();
  private final Set<String> lines = new HashSet<>();
  private final Set<String> shapes = new HashSet<>();

  private Explained() {}

  static Explained of(Facts facts, Conclusions out) {
    Explained explained = new Explained();
    for (Conclusion c : out.all()) {
      c.evidence().forEach(explained::take);
    }
    out.sound()
        .forEach(s -> s.evidence().forEach(at -> explained.sound.add(at.file() + ":" + at.line())));
    for (Signal s : facts.signals(KNOWN)) {
      explained.take(s.at());
    }
    if (out.all().stream().anyMatch(c -> c.severity() != Severity.INFO)) {
      for (Signal s : facts.signals(FOLLOW)) {
        explained.take(s.at());
      }
    }
    return explained;
  }

  private void take(Place at) {
    line(at);
    shapes.add(shape(at));
  }

  private void line(Place at) {
    lines.add(at.file() + ":" + at.line());
  }

  /** Whether a message of a library needs no word: that something else in it is sound is none. */
  boolean covers(Place at) {
    return SuspectReader.harmless(at.text())
        || lines.contains(at.file() + ":" + at.line())
        || shapes.contains(shape(at));
  }

  /**
   * The same of a line that only looks like a fault: what shows that something is sound covers it.
   */
  boolean coversSuspect(Place at) {
    return covers(at)
        || sound.contains(at.file() + ":" + at.line()) && !SuspectReader.error(at.text());
  }

  private static String shape(Place at) {
    return SuspectReader.shape(Wrapper.body(at.text()));
  }
}

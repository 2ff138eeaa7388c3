package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Failed work requests by their status (ibv_wc_status). Requests that were flushed (5) only follow
 * from the first failure; so do closed connections, failed proxies and mismatched collectives.
 */
public final class CompletionErrors implements Check {
  private static final String PROTECTION = "ib-local-protection-error";
  private static final String REMOTE = "ib-remote-access-error";
  private static final String RETRY = "ib-retry-exceeded";
  private static final String DIFFERENT = "collective-type-mismatch";
  private static final long RETRY_SYNDROME = 0x81;

  @Override
  public List<String> codes() {
    return List.of(PROTECTION, REMOTE, RETRY, DIFFERENT);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    Map<String, List<Signal>> byCode = new LinkedHashMap<>();
    List<Signal> flushed = new ArrayList<>();
    for (Signal s : facts.signals("ib-completion")) {
      String code = code(s);
      if (code.isEmpty()) {
        flushed.add(s);
      } else {
        byCode.computeIfAbsent(code, c -> new ArrayList<>()).add(s);
      }
    }
    List<Signal> refused = facts.signals("ib-async-access");
    if (!refused.isEmpty()) {
      byCode.computeIfAbsent(REMOTE, c -> new ArrayList<>());
    }
    List<Signal> mismatched = facts.signals("mismatched-collective");
    byCode.forEach((code, signals) -> one(code, signals, refused, flushed, mismatched, out));
    if (byCode.isEmpty()) {
      if (!flushed.isEmpty()) {
        out.missing("the first failed request: only flushed ones are shown", "logs of all ranks");
      }
      if (!mismatched.isEmpty()) {
        out.add(
            Conclusion.critical(DIFFERENT)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say("NCCL detected mismatched collectives and no earlier error is shown.")
                .at(mismatched));
      }
    }
  }

  private static void one(
      String code,
      List<Signal> signals,
      List<Signal> refused,
      List<Signal> flushed,
      List<Signal> mismatched,
      Conclusions out) {
    Conclusion c = Conclusion.critical(code);
    if (code.equals(REMOTE)) {
      c.at(refused.stream().limit(3).toList());
      refused.stream()
          .limit(1)
          .forEach(s ->
              c.say(
                  (s.origin().host().isEmpty() ? "The receiver" : s.origin().host())
                      + " raised '"
                      + s.value("event")
                      + "': the fault is on that side."));
    }
    for (Signal s : signals.subList(0, Math.min(6, signals.size()))) {
      c.say(sentence(s)).at(s.at());
    }
    if (!flushed.isEmpty()) {
      c.say(flushed.size() + " flushed request(s) (status 5) follow from it.")
          .at(flushed.getFirst().at());
    }
    if (!mismatched.isEmpty()) {
      c.say("The mismatched collectives follow from it.");
      c.at(mismatched.stream().limit(2).toList());
    }
    out.add(c);
  }

  private static String sentence(Signal s) {
    StringBuilder text = new StringBuilder();
    text.append(s.origin().host().isEmpty() ? "A rank" : s.origin().host());
    if (s.origin().device() >= 0) {
      text.append(" GPU ").append(s.origin().device());
    }
    text.append(": completion");
    text.append(
        s.value("status").isEmpty() ? " " + s.value("text") : " status " + s.value("status"));
    if (!s.value("vendor").isEmpty()) {
      text.append(", vendor error ").append(s.value("vendor"));
    }
    if (!s.value("type").isEmpty()) {
      text.append(" (").append(s.value("type")).append(")");
    }
    if (!s.value("peer").isEmpty()) {
      text.append(" from ").append(s.value("peer"));
    }
    return text.append('.').toString();
  }

  private static String code(Signal s) {
    String text = s.value("text").toLowerCase(java.util.Locale.ROOT);
    if (text.startsWith("local protection")) {
      return PROTECTION;
    }
    if (text.startsWith("remote access")) {
      return REMOTE;
    }
    String syndrome = s.value("syndrome");
    if (text.startsWith("transport retry")
        || !syndrome.isEmpty() && Long.parseLong(syndrome, 16) == RETRY_SYNDROME) {
      return RETRY;
    }
    return switch ((int) s.number("status")) {
      case 1, 2, 4 -> PROTECTION;
      case 9, 10, 11 -> REMOTE;
      case 12, 13 -> RETRY;
      default -> "";
    };
  }
}

package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import java.util.List;

/** Memory that NCCL could not get: shared segments and locked pages. */
public final class MemoryChecks implements Check {
  private static final String TOO_SMALL = "shm-too-small";
  private static final String REGISTER = "shm-cuda-host-register-failed";
  private static final String MEMLOCK = "memlock-too-low";
  private static final long ENOUGH_KB = 1 << 20;

  @Override
  public List<String> codes() {
    return List.of(TOO_SMALL, REGISTER, MEMLOCK);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    shared(facts, out);
    locked(facts, out);
  }

  private static void shared(Facts facts, Conclusions out) {
    List<Signal> created = facts.signals("shm-create-failed");
    List<Signal> cuda = facts.signals("shm-cuda-failed");
    boolean noSpace = facts.has("shm-extend-failed") || facts.has("shm-no-space");
    if (!cuda.isEmpty() && !noSpace) {
      out.add(
          Conclusion.critical(REGISTER)
              .say(
                  "CUDA refuses the segment: '"
                      + cuda.getFirst().value("reason")
                      + "'; its allocation did not fail.")
              .at(cuda.stream().limit(2).toList())
              .at(created.stream().limit(3).toList()));
    } else if (!created.isEmpty()) {
      out.add(
          Conclusion.critical(TOO_SMALL)
              .say(
                  "A segment of " + created.getFirst().value("bytes") + " bytes could not be made.")
              .at(created.stream().limit(4).toList()));
    }
  }

  private static void locked(Facts facts, Conclusions out) {
    List<Signal> failed = facts.signals("verbs-no-memory");
    List<Signal> limits =
        facts.signals("memlock-limit").stream()
            .filter(s -> limitKb(s) >= 0 && limitKb(s) < ENOUGH_KB)
            .toList();
    boolean registration =
        facts.signals("registration-failed").stream()
            .anyMatch(s -> s.value("text").contains("memory"));
    if (failed.isEmpty() && limits.isEmpty() && !registration) {
      return;
    }
    boolean completed = !failed.isEmpty() && limits.isEmpty() && facts.has("latency-table");
    Conclusion c =
        completed || failed.isEmpty() && !registration
            ? Conclusion.warning(MEMLOCK)
            : Conclusion.critical(MEMLOCK);
    limits.stream().limit(1).forEach(s -> c.say("Max locked memory is " + limitKb(s) + " kbytes."));
    for (Signal s : failed.subList(0, Math.min(3, failed.size()))) {
      c.say(
          s.value("call")
              + " cannot allocate memory"
              + (s.value("limit").isEmpty()
                  ? "."
                  : " with " + s.value("limit") + " of locked memory."));
    }
    c.at(failed.stream().limit(4).toList()).at(limits.stream().limit(2).toList());
    if (registration) {
      c.at(facts.signals("registration-failed").stream().limit(2).toList());
    }
    if (completed) {
      c.say("The run completed all the same, over shared memory.");
      c.at(facts.signals("latency-table").stream().limit(1).toList());
    }
    out.add(c);
  }

  private static long limitKb(Signal s) {
    return s.value("bytes").isEmpty() ? s.number("limit") : s.number("bytes") / 1024;
  }
}

package io.busbar.diagnose;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.baseline.Change;
import io.busbar.diagnose.check.table.Comparison;
import io.busbar.diagnose.facts.Subject;
import io.busbar.diagnose.planned.PlannedStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answer of {@code busbar diagnose}.
 *
 * @param verdict the answer in one sentence, and what could not be read
 * @param findings causes before their consequences, the gravest first
 * @param healthy what was looked at and found in order
 * @param missing what would decide more, with the command that produces it
 * @param changes since a good run, the most telling first; empty when none was named
 * @param ranks of the job with their states; empty when fewer than two were seen
 * @param bandwidths measured tables beside what the hardware achieves, where it is known
 * @param inputs what was read
 * @param analyses what was computed of all ranks together
 * @param plan what a plan promised beside what traces show; null without both
 * @param faults readers and checks that broke down; what they would have found is missing
 */
public record Diagnosis(
    Verdict verdict,
    List<Cause> findings,
    List<Healthy> healthy,
    List<Missing> missing,
    List<Change> changes,
    List<RankState> ranks,
    List<Comparison> bandwidths,
    List<Input> inputs,
    Analyses analyses,
    @Nullable PlanComparison plan,
    List<Fault> faults) {
  public Diagnosis {
    faults = List.copyOf(faults);
    changes = List.copyOf(changes);
    ranks = List.copyOf(ranks);
    bandwidths = List.copyOf(bandwidths);
    findings = List.copyOf(findings);
    healthy = List.copyOf(healthy);
    missing = List.copyOf(missing);
    inputs = List.copyOf(inputs);
  }

  /** The same beside what a plan promises. */
  public Diagnosis beside(PlannedStep step) {
    return new Diagnosis(
        verdict,
        findings,
        healthy,
        missing,
        changes,
        ranks,
        bandwidths,
        inputs,
        analyses,
        PlanComparison.of(step, analyses.scaling()),
        faults);
  }

  /** The same with what changed since a good run. */
  Diagnosis with(List<Change> differences) {
    return new Diagnosis(
        verdict,
        findings,
        healthy,
        missing,
        differences,
        ranks,
        bandwidths,
        inputs,
        analyses,
        plan,
        faults);
  }

  /**
   * A finding.
   *
   * @param confidence {@code high}, {@code medium} or {@code low}
   * @param why figures first, then what they mean
   * @param verify commands or looks that confirm or refute it
   * @param consequences codes of what it explains, and what follows from it
   * @param subjects the machines, ports, GPUs and ranks that it is about, as far as the files tell
   */
  public record Cause(
      String code,
      Severity severity,
      String confidence,
      String title,
      List<Evidence> evidence,
      String why,
      List<String> verify,
      List<String> fix,
      List<String> consequences,
      List<Subject> subjects) {
    public Cause {
      subjects = List.copyOf(subjects);
      evidence = List.copyOf(evidence);
      verify = List.copyOf(verify);
      fix = List.copyOf(fix);
      consequences = List.copyOf(consequences);
    }
  }

  /**
   * A line that proves something.
   *
   * @param line from 1
   */
  public record Evidence(String file, int line, String text) {}

  /** Something in order. */
  public record Healthy(String what, List<Evidence> evidence) {
    public Healthy {
      evidence = List.copyOf(evidence);
    }
  }

  /** Something to ask for. */
  public record Missing(String what, String command) {}

  /**
   * A fault of Busbar that cost a part of the answer.
   *
   * @param file that was read; empty for what looks at all files together
   * @param line from 1; 0 when the file was read as a whole
   * @param part reader or check that broke down
   */
  public record Fault(String file, int line, String part, String what) {}

  /** Whether an input was passed over in whole or in part, or nothing at all was understood. */
  public boolean unread() {
    return verdict.readNothing(inputs.size()) || inputs.stream().anyMatch(Input::isSkipped);
  }

  /**
   * An input.
   *
   * @param kind tools whose output it holds, the largest part first; {@code unknown} for none
   * @param lines 0 for files that have none
   */
  public record Input(String file, String kind, int lines, List<String> warnings) {
    /** Kind of what could not be read: cut, refused, too much. */
    static final String SKIPPED = "skipped";

    boolean isSkipped() {
      return kind.equals(SKIPPED);
    }

    public Input {
      warnings = List.copyOf(warnings);
    }
  }
}

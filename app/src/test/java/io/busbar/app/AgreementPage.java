package io.busbar.app;

import io.busbar.base.quantity.TimeSpan;
import java.util.List;
import java.util.Locale;

/** Writes docs/agreement.md. */
final class AgreementPage {
  private static final String[] FIDELITIES = {"closed", "message", "flow", "packet"};

  private AgreementPage() {}

  static String of(List<IdealAnswers> ideal, List<AchievedAnswers> achieved) {
    StringBuilder page =
        new StringBuilder(
            """
            # Agreement

            The same question, asked in every way that answers it. A test writes this page, and fails when answers that
            should be one differ: by more than 5 % without losses, unless physics says why, by more than 0.1 % with them. It
            also holds that no answer is below its bound, no link carries more than it can, and all engines deliver the same bytes.

            ## Ideal

            What `busbar simulate` says without losses of software and hardware: by a formula, by messages, flows and packets.
            No congestion control, packets sprayed. `leaf-spine:4x4x1` has 4:1 above its leaves. A reason is given where they may differ by more than 5 %.

            | question | bound | closed | message | flow | packet | apart | reason |
            |---|---|---|---|---|---|---|---|
            """);
    for (IdealAnswers answers : ideal) {
      String question = answers.line().replaceFirst(" --fidelity \\S+", "");
      page.append("| `").append(question).append("` | ").append(time(answers.bound()));
      for (String fidelity : FIDELITIES) {
        Double seconds = answers.seconds().get(fidelity);
        page.append(" | ").append(seconds == null ? "" : time(seconds));
      }
      page.append(" | ").append(percent(answers.spread()));
      page.append(" | ").append(answers.reason()).append(" |\n");
    }
    page.append(
        """

        ## Achieved

        What hardware achieves for NCCL's choice, kernels queued ahead (`--launch threads`). `plan` is its term without the
        start that a training stack adds, which is beside it. Ideal is the bytes of a ring at line rate (`AlphaBeta.IDEAL`),
        which NVLS can beat. The ratio has three parts, as `busbar collective --explain` prints them: the launch, the
        protocol (hops, filling of pipelines, drift of channels), and the time of the bytes at the rate that links achieve,
        here over the ideal.

        | question | collective | tune | plan | design | and its start | ideal | ratio | launch | protocol | links |
        |---|---|---|---|---|---|---|---|---|---|---|
        """);
    for (AchievedAnswers answers : achieved) {
      page.append("| ").append(answers.question());
      for (double seconds :
          new double[] {
            answers.collective(),
            answers.tune(),
            answers.plan(),
            answers.design(),
            answers.start(),
            answers.ideal()
          }) {
        page.append(" | ").append(time(seconds));
      }
      page.append(String.format(Locale.ROOT, " | %.2f", answers.collective() / answers.ideal()));
      page.append(" | ").append(time(answers.launch()));
      page.append(" | ").append(time(answers.protocol()));
      page.append(String.format(Locale.ROOT, " | %.2f |%n", answers.linksRatio()));
    }
    return page.toString();
  }

  private static String time(double seconds) {
    return TimeSpan.print(seconds);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}

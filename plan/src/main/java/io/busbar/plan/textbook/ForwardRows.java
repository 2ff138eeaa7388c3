package io.busbar.plan.textbook;

import io.busbar.base.explain.Term;

/**
 * The forward pass of one sequence against the all-reduces of a tensor-parallel group in it. With t
 * ranks: textbook 2·P·s/(t·peak·u) seconds; ours (2·12·L·h² + 2·L·h·s)·s/(t·peak·u), causal
 * attention counted, for a plain GPT. Source: Narayanan et al. 2021.
 */
final class ForwardRows {
  private static final String RATE = "({tp} * {peak_flop_per_s} * {textbook_utilisation})";
  private static final Term TEXTBOOK =
      Term.of(
          "textbook_forward_s",
          "s",
          "computing of a forward pass",
          "2 * {nominal_parameters} * {sequence} / " + RATE);
  private static final Term OURS =
      Term.of(
          "ours_forward_s",
          "s",
          "computing of a forward pass",
          "(2 * {multiplied_parameters} + 2 * {layers} * {hidden} * {sequence}) * {sequence} / "
              + RATE);
  private static final Term TEXTBOOK_SHARE =
      Term.of(
          "textbook_forward_share",
          "",
          "all-reduces over computing",
          "{textbook_tensor_pass_s} / {textbook_forward_s}");
  private static final Term OURS_SHARE =
      Term.of(
          "ours_forward_share",
          "",
          "all-reduces over computing",
          "{ours_tensor_pass_s} / {ours_forward_s}");
  private static final Term OURS_FILLED =
      Term.of(
          "ours_filled_share",
          "",
          "all-reduces over computing",
          "{tensor_sums} * {layers} * {ours_tensor_filled_s} / {ours_forward_s}");
  private static final Term HALF =
      Term.of(
          "ours_domain_share",
          "",
          "all-reduces of a group that fills its domain over computing on it",
          "{tensor_sums} * {layers} * 2 * ({domain_gpus} - 1) / {domain_gpus}"
              + " * {ours_tensor_bytes} / {scale_up_bytes_per_s}"
              + " / ({ours_forward_s} * {tp} / {domain_gpus})");

  private ForwardRows() {}

  /** Rows behind those of a tensor-parallel group that is larger than its domain. */
  static void add(Rows rows, TextbookInputs in, TensorRows.Times times) {
    TextbookInputs.Model model = in.model();
    TextbookInputs.Machine machine = in.machine();
    double s = in.layout().sequence();
    double t = in.layout().tp();
    double rate = t * machine.peakFlopPerSecond() * Given.UTILISATION;
    double attention = 2.0 * model.layers() * model.hidden() * s;
    Rows.Both forward =
        rows.both(
            TEXTBOOK,
            2 * model.nominalParameters() * s / rate,
            OURS,
            (2 * model.multipliedParameters() + attention) * s / rate);
    rows.add(
        "computing of a forward pass, one sequence",
        forward,
        2,
        Unit.SECONDS,
        "at 55 % of the peak of all ranks",
        "D9");
    rows.add(
        "all-reduces over it, a rank per node",
        rows.both(
            TEXTBOOK_SHARE,
            times.pass().textbook() / forward.textbook(),
            OURS_SHARE,
            times.pass().ours() / forward.ours()),
        2,
        Unit.SHARE,
        "unusable: nothing can hide more than is computed",
        "D11");
    double sums = (double) model.tensorSums() * model.layers();
    rows.addOurs(
        "all-reduces over it, nodes filled",
        OURS_FILLED,
        sums * times.filledSeconds() / forward.ours(),
        Unit.SHARE,
        "on the critical path of every layer, before latency and losses",
        "D11");
    double g = machine.domainGpus();
    double inside = 2 * (g - 1) / g * times.bytes() / machine.scaleUpBytesPerSecond();
    rows.addOurs(
        "all-reduces over it, TP within the domain",
        HALF,
        sums * inside / (forward.ours() * t / g),
        Unit.SHARE,
        "what fits instead: TP 8 on NVLink and more pipeline stages hold the same states",
        "D11");
  }
}

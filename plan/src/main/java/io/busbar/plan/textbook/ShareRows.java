package io.busbar.plan.textbook;

import io.busbar.base.explain.Term;
import org.jspecify.annotations.Nullable;

/**
 * What part of the computing time the gradient all-reduce is. Computing: 6·P·tokens/(GPUs·peak·u)
 * seconds, rounded by the textbook to one significant digit; ours is that of the step model, or
 * (6·P' + 6·L·h·s)·tokens/(GPUs·peak·u) with P' the active parameters without the embedding table
 * and causal attention, which holds for full attention of width h. Source: Kaplan et al. 2020 (6P);
 * Narayanan et al. 2021 (attention).
 */
final class ShareRows {
  private static final Term EXACT =
      Term.of(
          "textbook_exact_compute_s",
          "s",
          "computing of a step",
          "6 * {nominal_parameters} * {tokens_per_step}"
              + " / ({gpus} * {peak_flop_per_s} * {textbook_utilisation})");
  private static final Term TEXTBOOK_COMPUTE =
      OneDigit.term("textbook_compute_s", "s", "computing of a step", EXACT);
  private static final Term COUNTED =
      Term.of(
          "ours_compute_s",
          "s",
          "computing of a step at the same utilisation",
          "(6 * {multiplied_parameters} + 6 * {layers} * {hidden} * {sequence})"
              + " * {tokens_per_step} / ({gpus} * {peak_flop_per_s} * {textbook_utilisation})");
  private static final Term MODELLED =
      Term.input("ours_compute_s", "s", "computing of a step in the step model");

  private static final Term TEXTBOOK_SHARE =
      share("textbook_share", "all-reduce over computing", "{textbook_allreduce_s}", "textbook");
  private static final Term OURS_SHARE =
      share("ours_share", "all-reduce over computing", "{ours_allreduce_s}", "ours");
  private static final Term TEXTBOOK_OVERLAPPED =
      share("textbook_overlapped_share", "exposed over computing", exposed("textbook"), "textbook");
  private static final Term OURS_OVERLAPPED =
      share("ours_overlapped_share", "exposed over computing", exposed("ours"), "ours");
  private static final Term TEXTBOOK_BOTH =
      share("textbook_sharp_share", "the same with SHARP", exposedSharp("textbook"), "textbook");
  private static final Term OURS_BOTH =
      share("ours_sharp_share", "the same with SHARP", exposedSharp("ours"), "ours");
  private static final Term TEXTBOOK_ACCUMULATED = accumulated("textbook");
  private static final Term OURS_ACCUMULATED = accumulated("ours");

  private ShareRows() {}

  /** Rows of computing and of shares in it. */
  static void add(Rows rows, TextbookInputs in, GradientRows.Sync sync) {
    Rows.Both compute = compute(rows, in);
    double textbook = sync.plain().textbook() / compute.textbook();
    double ours = sync.plain().ours() / compute.ours();
    rows.add(
        "all-reduce over computing, nothing hidden",
        rows.both(TEXTBOOK_SHARE, textbook, OURS_SHARE, ours),
        2,
        Unit.SHARE,
        "follows from the time above",
        "D3",
        "D7");
    double left = 1 - Given.OVERLAP;
    rows.add(
        "the same, 60 % hidden",
        rows.both(
            TEXTBOOK_OVERLAPPED,
            sync.plain().textbook() * left / compute.textbook(),
            OURS_OVERLAPPED,
            sync.plain().ours() * left / compute.ours()),
        2,
        Unit.SHARE,
        "the same assumption on both sides; the plan computes what stays exposed",
        "D7",
        "D23");
    rows.add(
        "the same, 60 % hidden, with SHARP",
        rows.both(
            TEXTBOOK_BOTH,
            sync.sharp().textbook() * left / compute.textbook(),
            OURS_BOTH,
            sync.sharp().ours() * left / compute.ours()),
        2,
        Unit.SHARE,
        "asked for only where the share with nothing hidden is over the budget",
        "D7",
        "D8");
    rows.add(
        "the same, gradients of 4 steps accumulated",
        rows.both(
            TEXTBOOK_ACCUMULATED,
            textbook / Given.ACCUMULATION,
            OURS_ACCUMULATED,
            ours / Given.ACCUMULATION),
        2,
        Unit.SHARE,
        "a fourth, and four times the batch; micro-batches of a pipeline accumulate already",
        "D10",
        "D21");
  }

  private static Rows.Both compute(Rows rows, TextbookInputs in) {
    TextbookInputs.Machine machine = in.machine();
    double rate = machine.gpus() * machine.peakFlopPerSecond() * Given.UTILISATION;
    double tokens = in.layout().tokens();
    double exact = rows.put(EXACT, 6 * in.model().nominalParameters() * tokens / rate);
    double textbook = OneDigit.of(exact);
    Double modelled = in.computeSeconds();
    Rows.Both both =
        modelled == null
            ? rows.both(TEXTBOOK_COMPUTE, textbook, COUNTED, counted(in, tokens / rate))
            : rows.both(TEXTBOOK_COMPUTE, textbook, MODELLED, modelled);
    rows.add("computing of a step", both, 2, Unit.SECONDS, computeWhy(modelled), "D9");
    return both;
  }

  private static double counted(TextbookInputs in, double secondsPerFlop) {
    TextbookInputs.Model model = in.model();
    double attention = 6.0 * model.layers() * model.hidden() * in.layout().sequence();
    return (6 * model.multipliedParameters() + attention) * secondsPerFlop;
  }

  private static String computeWhy(@Nullable Double modelled) {
    return modelled == null
        ? "counts attention, and parameters exactly, at the same 55 % of the peak"
        : "from the step model; the textbook's is 6·P·tokens at 55 % of the peak";
  }

  private static String exposed(String side) {
    return "{" + side + "_allreduce_s} * (1 - {textbook_overlap})";
  }

  private static String exposedSharp(String side) {
    return "{" + side + "_sharp_s} * (1 - {textbook_overlap})";
  }

  private static Term share(String name, String meaning, String seconds, String side) {
    return Term.of(name, "", meaning, seconds + " / {" + side + "_compute_s}");
  }

  private static Term accumulated(String side) {
    return Term.of(
        side + "_accumulated_share",
        "",
        "one all-reduce over the computing of all accumulated steps",
        "{" + side + "_share} / {textbook_accumulation}");
  }
}

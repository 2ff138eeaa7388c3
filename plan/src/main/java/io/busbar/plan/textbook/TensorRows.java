package io.busbar.plan.textbook;

import io.busbar.base.explain.Term;

/**
 * What tensor parallelism sends and takes when its all-reduces stay on NVLink and when they cross
 * the network: 2(t−1)/t·M over the rate of a rank, M = 2·h·s·b/c bytes; 2 all-reduces per layer
 * forward and 2 backward. Ours of the network has two ends: one rank per node, which has one GPU's
 * share of the NICs; nodes filled, whose ranks drive their NICs together, min(NVLink, g·share).
 * Line rate, rates per direction. Source: Shoeybi et al. 2019; NCCL tests, PERFORMANCE.md.
 */
final class TensorRows {
  private static final Term TEXTBOOK_MESSAGE =
      Term.of("textbook_tensor_bytes", "B", "message", "2 * {hidden} * {sequence}");
  private static final Term OURS_MESSAGE =
      Term.of(
          "ours_tensor_bytes",
          "B",
          "message of a micro-batch",
          "2 * {hidden} * {sequence} * {micro_batch} / {cp}");
  private static final Term TEXTBOOK_COUNT =
      Term.of("textbook_tensor_count", "", "all-reduces of a forward pass", "2 * {layers}");
  private static final Term OURS_COUNT =
      Term.of(
          "ours_tensor_count",
          "",
          "all-reduces of a forward and a backward pass",
          "2 * {tensor_sums} * {layers}");
  private static final Term TEXTBOOK_NETWORK =
      Term.of(
          "textbook_tensor_network_s",
          "s",
          "an all-reduce over the network",
          ring("textbook_tensor_bytes", "({nics_per_node} * {nic_bytes_per_s})"));
  private static final Term OURS_ALONE =
      Term.of(
          "ours_tensor_network_s",
          "s",
          "an all-reduce with one rank per node",
          ring("ours_tensor_bytes", "{network_bytes_per_s}"));
  private static final Term OURS_FILLED =
      Term.of(
          "ours_tensor_filled_s",
          "s",
          "an all-reduce over filled domains",
          ring(
              "ours_tensor_bytes",
              "min({scale_up_bytes_per_s}, {domain_gpus} * {network_bytes_per_s})"));
  private static final Term TEXTBOOK_NVLINK =
      Term.of(
          "textbook_tensor_nvlink_s",
          "s",
          "an all-reduce over NVLink, both directions added",
          ring("textbook_tensor_bytes", "(2 * {scale_up_bytes_per_s})"));
  private static final Term OURS_NVLINK =
      Term.of(
          "ours_tensor_nvlink_s",
          "s",
          "an all-reduce over NVLink",
          ring("ours_tensor_bytes", "{scale_up_bytes_per_s}"));
  private static final Term TEXTBOOK_ROUNDED =
      OneDigit.term("textbook_tensor_rounded_s", "s", "an all-reduce", TEXTBOOK_NETWORK);
  private static final Term TEXTBOOK_PASS =
      Term.of(
          "textbook_tensor_pass_s",
          "s",
          "all of a forward pass",
          "{textbook_tensor_count} * {textbook_tensor_rounded_s}");
  private static final Term OURS_PASS =
      Term.of(
          "ours_tensor_pass_s",
          "s",
          "all of a forward pass",
          "{tensor_sums} * {layers} * {ours_tensor_network_s}");

  private TensorRows() {}

  /**
   * What the rows came to.
   *
   * @param bytes message
   * @param filledSeconds one all-reduce over filled domains; NaN when the group fits into one
   * @param pass all of a forward pass with a rank per node, seconds
   */
  record Times(double bytes, double filledSeconds, Rows.Both pass) {}

  /** Rows of a tensor-parallel group; it has at least two ranks, and there is a network. */
  static Times add(Rows rows, TextbookInputs in) {
    TextbookInputs.Model model = in.model();
    TextbookInputs.Layout layout = in.layout();
    double base = 2.0 * model.hidden() * layout.sequence();
    double bytes = base * layout.microBatch() / layout.cp();
    rows.add(
        "message of a tensor-parallel all-reduce",
        rows.both(TEXTBOOK_MESSAGE, base, OURS_MESSAGE, bytes),
        3,
        Unit.BYTES,
        "width, sequence and micro-batch of this model; the textbook's example takes width 4096",
        "D12");
    rows.add(
        "all-reduces of a micro-batch",
        rows.both(
            TEXTBOOK_COUNT,
            2.0 * model.layers(),
            OURS_COUNT,
            2.0 * model.tensorSums() * model.layers()),
        3,
        Unit.COUNT,
        "the backward pass has as many as the forward pass; over all stages",
        "D13");
    double ring = 2 * (layout.tp() - 1.0) / layout.tp();
    Rows.Both alone = alone(rows, in, ring * base, ring * bytes);
    double filled = filled(rows, in, alone, ring * bytes);
    Rows.Both pass = pass(rows, in, alone);
    double scaleUp = in.machine().scaleUpBytesPerSecond();
    if (scaleUp > 0) {
      rows.add(
          "one of them over NVLink",
          rows.both(
              TEXTBOOK_NVLINK, ring * base / (2 * scaleUp), OURS_NVLINK, ring * bytes / scaleUp),
          1,
          Unit.SECONDS,
          "one direction counts, not both; where the chapter prints 0.05 ms it has no formula",
          "B1",
          "D11");
    }
    return new Times(bytes, filled, pass);
  }

  private static Rows.Both alone(
      Rows rows, TextbookInputs in, double textbookBytes, double oursBytes) {
    TextbookInputs.Machine machine = in.machine();
    double node = machine.nicsPerNode() * machine.nicBytesPerSecond();
    Rows.Both one =
        rows.both(
            TEXTBOOK_NETWORK,
            textbookBytes / node,
            OURS_ALONE,
            oursBytes / machine.networkBytesPerSecond());
    rows.add(
        "one of them over the network, a rank per node",
        one,
        1,
        Unit.SECONDS,
        "a rank has its share of the NICs, not those of a node",
        "D11");
    return one;
  }

  private static double filled(Rows rows, TextbookInputs in, Rows.Both alone, double oursBytes) {
    TextbookInputs.Machine machine = in.machine();
    double scaleUp = machine.scaleUpBytesPerSecond();
    if (in.layout().tp() <= machine.domainGpus() || scaleUp <= 0) {
      return Double.NaN;
    }
    double rate = Math.min(scaleUp, machine.domainGpus() * machine.networkBytesPerSecond());
    Rows.Both one = rows.both(TEXTBOOK_NETWORK, alone.textbook(), OURS_FILLED, oursBytes / rate);
    rows.add(
        "one of them over the network, nodes filled",
        one,
        1,
        Unit.SECONDS,
        "all ranks of a node drive its NICs; latency and losses come on top",
        "D11");
    return one.ours();
  }

  private static Rows.Both pass(Rows rows, TextbookInputs in, Rows.Both one) {
    double layers = in.model().layers();
    Rows.Both pass =
        rows.both(
            TEXTBOOK_PASS,
            2 * layers * rows.put(TEXTBOOK_ROUNDED, OneDigit.of(one.textbook())),
            OURS_PASS,
            in.model().tensorSums() * layers * one.ours());
    rows.add(
        "a forward pass of them over the network, a rank per node",
        pass,
        3,
        Unit.SECONDS,
        "bandwidth explains the textbook's 'realistic' value, not latency",
        "D11");
    return pass;
  }

  private static String ring(String bytes, String rate) {
    return "2 * ({tp} - 1) / {tp} * {" + bytes + "} / " + rate;
  }
}

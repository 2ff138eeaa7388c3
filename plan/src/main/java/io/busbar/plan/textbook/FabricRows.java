package io.busbar.plan.textbook;

import io.busbar.base.explain.Term;

/**
 * NVLink against the network, and what a scale-up domain carries. The textbook adds both
 * directions; ours are per direction. Bisection: half of the domain's GPUs send to the other half
 * at full rate, which holds for switched domains.
 */
final class FabricRows {
  private static final Term TEXTBOOK_RATIO =
      Term.of(
          "textbook_nvlink_ratio",
          "",
          "NVLink of a GPU, both directions, over a NIC",
          "2 * {scale_up_bytes_per_s} / {nic_bytes_per_s}");
  private static final Term OURS_RATIO =
      Term.of(
          "ours_nvlink_ratio",
          "",
          "NVLink of a GPU over its share of the NICs, one direction",
          "{scale_up_bytes_per_s} / {network_bytes_per_s}");
  private static final Term TEXTBOOK_BISECTION =
      Term.of(
          "textbook_bisection_bytes_per_s",
          "B/s",
          "all links of all GPUs, both directions",
          "{domain_gpus} * 2 * {scale_up_bytes_per_s}");
  private static final Term OURS_BISECTION =
      Term.of(
          "ours_bisection_bytes_per_s",
          "B/s",
          "half of the GPUs, one direction",
          "floor({domain_gpus} / 2) * {scale_up_bytes_per_s}");
  private static final Term TEXTBOOK_PAIR =
      Term.of(
          "textbook_pair_bytes_per_s",
          "B/s",
          "links of a GPU over its peers",
          "2 * {scale_up_bytes_per_s} / ({domain_gpus} - 1)");
  private static final Term OURS_PAIR =
      Term.of("ours_pair_bytes_per_s", "B/s", "one peer through switches", "{peer_bytes_per_s}");

  private FabricRows() {}

  /** Rows of a switched scale-up domain of at least two GPUs beside a network. */
  static void add(Rows rows, TextbookInputs in) {
    TextbookInputs.Machine machine = in.machine();
    double rate = machine.scaleUpBytesPerSecond();
    int gpus = machine.domainGpus();
    rows.add(
        "NVLink over network, per GPU",
        rows.both(
            TEXTBOOK_RATIO,
            2 * rate / machine.nicBytesPerSecond(),
            OURS_RATIO,
            rate / machine.networkBytesPerSecond()),
        2,
        Unit.FACTOR,
        "both directions of one are set against one direction of the other",
        "B1");
    rows.add(
        "bisection of the NVLink domain",
        rows.both(
            TEXTBOOK_BISECTION, gpus * 2 * rate, OURS_BISECTION, Math.floor(gpus / 2.0) * rate),
        2,
        Unit.BYTES_PER_SECOND,
        "the textbook's is all that GPUs can inject, both directions",
        "B5");
    rows.add(
        "NVLink between two GPUs",
        rows.both(TEXTBOOK_PAIR, 2 * rate / (gpus - 1), OURS_PAIR, machine.peerBytesPerSecond()),
        3,
        Unit.BYTES_PER_SECOND,
        "through switches one peer gets all links; divided by the peers only in an all-to-all",
        "B6");
  }
}

package io.busbar.nccl.textbook;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.textbook.ClaimRows.Named;
import io.busbar.nccl.time.NcclCurve;
import java.util.List;

/** The textbook beside ours for a collective that somebody asks about. Stateless. */
public final class BesideAsked {
  private BesideAsked() {}

  /** Rows at a size; none for operations that the chapter has no formula for. */
  public static List<ClaimRow> of(Asked asked, long bytes) {
    ClaimRows rows = new ClaimRows("Textbook beside ours");
    if (Chapter.knows(asked.op())) {
      add(rows, asked, bytes);
    }
    return rows.rows();
  }

  private static void add(ClaimRows rows, Asked asked, long bytes) {
    Named size = rows.input("size_bytes", "B", "size as nccl-tests counts it", bytes);
    Named textbook = Chapter.seconds(rows, asked.op(), asked.ranks(), size, rate(rows, asked));
    NcclCurve curve = asked.curve();
    Named ours = rows.achieved("ours_s", asked.seconds(bytes));
    String limit = curve.limit(bytes).label();
    rows.add(
        "time",
        textbook,
        ours,
        Measure.SECONDS,
        asked.oneDomain()
            ? "formula at the line rate of a GPU's links; NCCL's choice is bound by: " + limit
            : "formula at one NIC per rank; the GPUs of a node drive all NICs; bound by: " + limit,
        "D1",
        "D2");
    if (asked.op() == CollectiveOp.ALL_REDUCE) {
      inSwitches(rows, asked, bytes, textbook);
    }
  }

  private static Named rate(ClaimRows rows, Asked asked) {
    return asked.oneDomain()
        ? rows.input(
            "link_bytes_per_s",
            "B/s",
            "links of a GPU, one direction",
            asked.cluster().scaleUpBytesPerSecond(asked.ranks()))
        : rows.input(
            "nic_bytes_per_s",
            "B/s",
            "one NIC, one direction",
            asked.cluster().node().nicBytesPerSecond());
  }

  private static void inSwitches(ClaimRows rows, Asked asked, long bytes, Named textbook) {
    boolean one = asked.oneDomain();
    boolean switched = asked.cluster().node().scaleUp() == ScaleUp.SWITCHED;
    if (one && switched && asked.cluster().node().inSwitchReduction()) {
      rows.add(
          "the same by NVLS",
          Chapter.nvlsSeconds(rows, textbook),
          rows.achieved("ours_nvls_s", asked.seconds(bytes, Algorithm.NVLS)),
          Measure.SECONDS,
          "40 % off holds neither for small messages, which start later, nor for large ones",
          "B17",
          "D1b");
    }
    if (!one && asked.cluster().network().kind() == NetworkKind.INFINIBAND) {
      rows.add(
          "the same with SHARP, were it set up",
          Chapter.sharpSeconds(rows, textbook),
          rows.achieved("ours_sharp_s", asked.seconds(bytes, Algorithm.COLLNET_DIRECT)),
          Measure.SECONDS,
          "the network's half is not all; no published measurement checks ours",
          "B20");
    }
    if (one && asked.setup().symmetric() && bytes <= Chapter.SYMMETRIC_BYTES) {
      Named gain =
          rows.input(
              "ours_symmetric_gain",
              "",
              "achieved time without over with symmetric memory",
              asked.symmetric(false).seconds(bytes) / asked.seconds(bytes));
      rows.add(
          "gain of symmetric memory",
          Chapter.symmetricGain(rows),
          gain,
          Measure.FACTOR,
          "launch and waiting for the ranks stay",
          "D14");
    }
  }
}

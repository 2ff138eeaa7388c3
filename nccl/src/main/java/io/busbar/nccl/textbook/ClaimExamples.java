package io.busbar.nccl.textbook;

import io.busbar.base.explain.Explained;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.choice.Choice;
import io.busbar.nccl.textbook.ClaimRows.Named;
import io.busbar.nccl.time.Launch;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The chapter's own statements on collectives, computed both ways on clusters of the catalogue with
 * the newest NCCL. What is given stands here; every result is computed. Stateless.
 */
public final class ClaimExamples {
  private static final double BILLION_GRADIENTS = 2e9;
  private static final double GIBIBYTE = 1 << 30;
  private static final double SMALLEST = 8;
  private static final int DOUBLINGS = 31;
  private static final double SMALL_SYMMETRIC = 64 * 1024;
  private static final double TENSOR_MESSAGE = 16 << 20;
  private static final int MANY_RANKS = 1024;
  private static final double GIGABYTES = 4;

  private ClaimExamples() {}

  /**
   * Rows that bear on a claim.
   *
   * @param reasons of both values of each
   */
  public record Shown(List<ClaimRow> rows, List<Explained> reasons) {
    public Shown {
      rows = List.copyOf(rows);
      reasons = List.copyOf(reasons);
    }
  }

  /** What is computed of a claim; nothing for claims of other topics. */
  public static Shown about(String claim) {
    List<ClaimRow> rows = new ArrayList<>();
    List<Explained> reasons = new ArrayList<>();
    for (ClaimRows example : examples()) {
      example.rows().stream().filter(row -> row.claims().contains(claim)).forEach(rows::add);
      reasons.addAll(example.reasons(claim));
    }
    return new Shown(rows, reasons);
  }

  private static List<ClaimRows> examples() {
    List<Supplier<ClaimRows>> all =
        List.of(
            ClaimExamples::gradient,
            ClaimExamples::nvls,
            ClaimExamples::choice,
            ClaimExamples::symmetric,
            ClaimExamples::lone,
            ClaimExamples::filled);
    return all.stream().map(Supplier::get).toList();
  }

  private static Asked on(String cluster, CollectiveOp op, int ranks, int ranksPerDomain) {
    Problems problems = new Problems();
    Cluster where = Clusters.parse(cluster, Position.of("textbook"), problems);
    problems.throwIfAny();
    if (where == null) {
      throw new IllegalStateException("no cluster " + cluster);
    }
    NcclSetup setup = NcclSetup.of(NcclVersion.newest(), where.node().gpu());
    return new Asked(op, where, ranks, ranksPerDomain, setup.with(Launch.PROCESSES));
  }

  private static Asked node() {
    return on("dgx-h100:1", CollectiveOp.ALL_REDUCE, 8, 8);
  }

  /** A billion gradients of two bytes in a node. */
  private static ClaimRows gradient() {
    ClaimRows rows = new ClaimRows("1B gradients (2 GB) on a DGX H100");
    Asked node = node();
    Named bytes = rows.input("gradient_bytes", "B", "a billion gradients", BILLION_GRADIENTS);
    double rate = node.cluster().node().gpu().scaleUpBytesPerSecond();
    Named link = rows.input("link_bytes_per_s", "B/s", "links of a GPU, one direction", rate);
    Named ring = Chapter.seconds(rows, node.op(), node.ranks(), bytes, link);
    Named ours = rows.achieved("ours_s", node.seconds(bytes.value(), Algorithm.RING));
    rows.add(
        "all-reduce by Ring",
        ring,
        ours,
        Measure.SECONDS,
        "the formula is a bound; the chapter's 8 to 12 ms are right",
        "D1b");
    Named faster = Chapter.nvlsSeconds(rows, ring);
    Named oursFaster = rows.achieved("ours_nvls_s", node.seconds(bytes.value(), Algorithm.NVLS));
    rows.add(
        "all-reduce by NVLS",
        faster,
        oursFaster,
        Measure.SECONDS,
        "fewer bytes, at a smaller part of the line rate",
        "D1b");
    rows.add(
        "part that NVLS takes off",
        saved(rows, "textbook", ring, faster),
        saved(rows, "ours", ours, oursFaster),
        Measure.SHARE,
        "the achieved rates give the gain",
        "D1b",
        "B17");
    return rows;
  }

  private static Named saved(ClaimRows rows, String side, Named ring, Named nvls) {
    return rows.computed(
        side + "_saved",
        "",
        "part that NVLS takes off",
        "1 - {" + nvls.name() + "} / {" + ring.name() + "}",
        1 - nvls.value() / ring.value());
  }

  private static ClaimRows nvls() {
    ClaimRows rows = new ClaimRows("NVLS on a DGX H100");
    Asked node = node();
    Named ranks = rows.input("ranks", "", "GPUs of the node", node.ranks());
    Named gain = Chapter.nvlsGain(rows);
    rows.add(
        "bytes that a GPU sends, Ring over NVLS",
        gain,
        rows.computed(
            "ours_bytes",
            "",
            "2(N-1)/N by Ring, once by NVLS",
            "2 * ({ranks} - 1) / {ranks}",
            2 * (ranks.value() - 1) / ranks.value()),
        Measure.FACTOR,
        "two only with many ranks",
        "B17");
    rows.add(
        "bandwidth at 1 GiB, NVLS over Ring",
        gain,
        quotient(rows, "ours_gain", node, GIBIBYTE, Algorithm.RING, Algorithm.NVLS),
        Measure.FACTOR,
        "the switches run below the line rate",
        "B17");
    Named ring =
        rows.achieved("ring_s", node.curve().seconds(SMALLEST, Algorithm.RING, Protocol.LL));
    rows.add(
        "8 B by NVLS (" + TimeSpan.print(ring.value()) + " by Ring)",
        Chapter.nvlsSeconds(rows, ring),
        rows.achieved("ours_latency_s", node.seconds(SMALLEST, Algorithm.NVLS)),
        Measure.SECONDS,
        "setting the switches up costs more than the steps it saves",
        "B17");
    Choice choice = node.curve().choice((long) GIBIBYTE);
    rows.add(
        "thread blocks of a GPU while NVLS runs at 1 GiB",
        rows.printed("textbook_blocks", "", "multiprocessors that NVLS takes", 0),
        rows.input("ours_blocks", "", "channels of NCCL", choice == null ? 0 : choice.channels()),
        Measure.COUNT,
        "someone must load and store",
        "B16");
    return rows;
  }

  private static Named quotient(
      ClaimRows rows, String name, Asked asked, double bytes, Algorithm over, Algorithm under) {
    Named a = rows.achieved(name + "_over_s", asked.seconds(bytes, over));
    Named b = rows.achieved(name + "_under_s", asked.seconds(bytes, under));
    return rows.computed(
        name,
        "",
        over.ncclName() + " over " + under.ncclName(),
        "{" + a.name() + "} / {" + b.name() + "}",
        a.value() / b.value());
  }

  /** Sizes from 8 B, doubled, at which NCCL takes an algorithm. */
  private static Named counted(
      ClaimRows rows, String name, Asked asked, int doublings, Algorithm algorithm) {
    NcclCurve curve = asked.curve();
    int count = 0;
    for (int i = 0; i < doublings; i++) {
      if (Asked.chosen(curve, SMALLEST * Math.pow(2, i)) == algorithm) {
        count++;
      }
    }
    return rows.input(name, "", "sizes with " + algorithm.ncclName() + ", chosen by NCCL", count);
  }

  private static ClaimRows choice() {
    ClaimRows rows = new ClaimRows("What NCCL chooses");
    Asked node = node();
    NcclCurve curve = node.curve();
    double from = SMALLEST;
    while (from < GIBIBYTE && Asked.chosen(curve, from) != Algorithm.NVLS) {
      from *= 2;
    }
    rows.add(
        "NVLS on a DGX H100, from",
        rows.printed("textbook_nvls_bytes", "B", "size from which NVLS runs", Chapter.NVLS_BYTES),
        rows.input("ours_nvls_bytes", "B", "first doubled size with NVLS", from),
        Measure.BYTES,
        "the smallest time of NCCL's model decides, not a size",
        "B18");
    int below = Long.numberOfTrailingZeros(Chapter.TREE_BYTES) - 3;
    rows.add(
        "sizes of 8 B to 8 KiB by Tree, DGX H100",
        rows.printed("textbook_tree_sizes", "", "all doubled sizes below 16 KB", below),
        counted(rows, "ours_tree_sizes", node, below, Algorithm.TREE),
        Measure.COUNT,
        "in a node a ring has as few steps, and goes by LL",
        "B18");
    rows.add(
        "sizes of 8 B to 8 GiB by Ring, 16 nodes on RoCE",
        rows.printed("textbook_roce_sizes", "", "all doubled sizes", DOUBLINGS),
        counted(
            rows,
            "ours_roce_sizes",
            on("grand-teton:16", CollectiveOp.ALL_REDUCE, 128, 8),
            DOUBLINGS,
            Algorithm.RING),
        Measure.COUNT,
        "Tree and NVLSTree need no InfiniBand",
        "C11");
    pat(rows, CollectiveOp.ALL_REDUCE, "all_reduce", "PAT does not reduce to all");
    pat(rows, CollectiveOp.ALL_GATHER, "all_gather", "the larger the message, the less it wins");
    return rows;
  }

  private static void pat(ClaimRows rows, CollectiveOp op, String name, String why) {
    Asked lone = on("dgx-h100:" + MANY_RANKS, op, MANY_RANKS, 1);
    rows.add(
        name + " of 1,024 ranks, one per node: sizes by PAT",
        rows.printed("textbook_pat_sizes", "", "all doubled sizes", DOUBLINGS),
        counted(rows, "ours_pat_" + name, lone, DOUBLINGS, Algorithm.PAT),
        Measure.COUNT,
        why,
        "D17");
  }

  private static ClaimRows symmetric() {
    ClaimRows rows = new ClaimRows("Symmetric memory on a DGX H100");
    Named textbook = Chapter.symmetricGain(rows);
    gain(rows, textbook, "ours_small", SMALL_SYMMETRIC, "all-reduce of 64 KiB, gain");
    gain(
        rows, textbook, "ours_tensor", TENSOR_MESSAGE, "all-reduce of 16 MiB (a TP message), gain");
    return rows;
  }

  private static void gain(
      ClaimRows rows, Named textbook, String name, double bytes, String quantity) {
    Named plain = rows.achieved(name + "_plain_s", node().seconds(bytes));
    Named registered = rows.achieved(name + "_s", node().symmetric(true).seconds(bytes));
    rows.add(
        quantity,
        textbook,
        rows.computed(
            name + "_gain",
            "",
            "plain over registered buffers",
            "{" + plain.name() + "} / {" + registered.name() + "}",
            plain.value() / registered.value()),
        Measure.FACTOR,
        "launch and waiting for the ranks stay, and windows must be registered",
        "D14");
  }

  /** The chapter's 4 GB on 1,024 ranks, a rank and its NIC in each node. */
  private static ClaimRows lone() {
    ClaimRows rows = new ClaimRows("4 GB on 1,024 ranks, achieved");
    Named textbook = fourGigabytes(rows);
    Asked lone = on("dgx-h100:" + MANY_RANKS, CollectiveOp.ALL_REDUCE, MANY_RANKS, 1);
    rows.add(
        "all-reduce, one rank per node",
        textbook,
        rows.achieved("ours_s", lone.seconds(GIGABYTES * 1e9)),
        Measure.SECONDS,
        "4 GB is not 4096 MB; hops, and a NIC below its line rate, add more",
        "D2");
    return rows;
  }

  /** The same on filled nodes, where eight ranks drive eight NICs. */
  private static ClaimRows filled() {
    ClaimRows rows = new ClaimRows("4 GB on 1,024 ranks of 128 nodes, achieved");
    Named textbook = fourGigabytes(rows);
    Asked filled = on("dgx-h100:128", CollectiveOp.ALL_REDUCE, MANY_RANKS, 8);
    rows.add(
        "all-reduce",
        textbook,
        rows.achieved("ours_s", filled.seconds(GIGABYTES * 1e9)),
        Measure.SECONDS,
        "eight ranks of a node drive eight NICs; the chapter counts one",
        "D2");
    Named ring = rows.achieved("ours_ring_s", filled.seconds(GIGABYTES * 1e9, Algorithm.RING));
    Named sharp =
        rows.achieved("ours_sharp_s", filled.seconds(GIGABYTES * 1e9, Algorithm.COLLNET_DIRECT));
    Named half = Chapter.sharpSeconds(rows, textbook);
    rows.add(
        "time with SHARP over time by Ring",
        rows.computed(
            "textbook_sharp",
            "",
            "with SHARP over without",
            "{textbook_sharp_s} / {textbook_s}",
            half.value() / textbook.value()),
        rows.computed(
            "ours_sharp",
            "",
            "with SHARP over without",
            "{ours_sharp_s} / {ours_ring_s}",
            sharp.value() / ring.value()),
        Measure.FACTOR,
        "NVLink, which SHARP does not relieve, then bounds; not checked by a measurement",
        "B20");
    return rows;
  }

  private static Named fourGigabytes(ClaimRows rows) {
    Named gigabytes = rows.input("gigabytes", "GB", "gradients", GIGABYTES);
    Named bytes =
        rows.computed(
            "textbook_bytes",
            "B",
            "as the chapter counts them",
            "{gigabytes} * 1024 * 1e6",
            gigabytes.value() * 1024e6);
    double nic = node().cluster().node().nicBytesPerSecond();
    Named rate = rows.input("nic_bytes_per_s", "B/s", "one NIC, one direction", nic);
    return Chapter.seconds(rows, CollectiveOp.ALL_REDUCE, MANY_RANKS, bytes, rate);
  }
}

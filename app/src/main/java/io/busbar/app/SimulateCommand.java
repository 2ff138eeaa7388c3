package io.busbar.app;

import io.busbar.simulate.scenario.Question;
import io.busbar.simulate.scenario.SimulationReport;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar simulate}: a collective or a pattern of traffic played on a modelled fabric. */
@Command(
    name = "simulate",
    description =
        "Play a collective or a pattern of traffic on a fabric: completion against the bound, link"
            + " load, queues, pauses, marks, drops. Lists of values give a comparison.",
    footer = {
      "  busbar simulate incast --senders 8 --fabric fat-tree:4 --fidelity packet",
      "  busbar simulate all_reduce --fabric fat-tree:8 --ranks 64 --size 64MB"
          + " --fidelity message,flow,packet",
      "  busbar simulate all_reduce --cluster dgx-h100:4 --size 1GiB --algo ring,tree"
    })
final class SimulateCommand extends BusbarCommand {
  @Parameters(
      index = "0",
      paramLabel = "OPERATION",
      description = {
        "all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, alltoall or"
            + " sendrecv; or a pattern: incast (many send to rank 0), permutation (each sends to"
            + " another).",
        "Example: all_reduce"
      })
  private String operation = "";

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where it runs: a name of the catalogue with a count of nodes, or a cluster file.",
        "Example: --cluster dgx-h100:4"
      })
  private @Nullable String cluster;

  @Option(
      names = "--fabric",
      paramLabel = "SHAPE",
      description = {
        "Or plain hosts: fat-tree:K (K-port switches, three tiers), leaf-spine:LxHxS (leaves, hosts"
            + " of each, spines), star:H, ring:SxH (switches in a circle).",
        "Example: --fabric leaf-spine:16x32x8"
      })
  private @Nullable String fabric;

  @Option(
      names = "--link",
      paramLabel = "RATE",
      description = {
        "Rate of every link of --fabric, 400Gb/s by default.",
        "Example: --link 100Gb/s"
      })
  private String link = "400Gb/s";

  @Option(
      names = "--link-latency",
      paramLabel = "TIME",
      description = {
        "Of every link of --fabric, one way, with the switch behind it; 500ns by default.",
        "Example: --link-latency 1us"
      })
  private String linkLatency = "500ns";

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "SIZE",
      description = {
        "As nccl-tests counts it, cut down to equal blocks; of a pattern each message. 64MiB by"
            + " default.",
        "Example: --size 1MiB,64MiB"
      })
  private List<String> sizes = List.of("64MiB");

  @Option(
      names = "--fidelity",
      split = ",",
      paramLabel = "NAME",
      description = {
        "closed (a formula), message (ends only), flow (links shared fairly, the default), packet"
            + " (queues, pauses, marks, losses).",
        "Example: --fidelity message,flow,packet"
      })
  private List<String> fidelities = List.of("flow");

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = {"The first N hosts take part; all by default.", "Example: --ranks 64"})
  private @Nullable Integer ranks;

  @Option(
      names = "--senders",
      paramLabel = "N",
      description = {"Of an incast: hosts 1 to N send; all by default.", "Example: --senders 32"})
  private @Nullable Integer senders;

  @Option(
      names = "--algo",
      split = ",",
      paramLabel = "NAME",
      description = {
        "ring, tree, recursive-doubling, halving-doubling, binomial, pat, hierarchical, nvls,"
            + " nvls-tree, direct, pairwise, pxn or two-level; ring by default, or direct.",
        "Example: --algo ring,tree"
      })
  private @Nullable List<String> algorithms;

  @Option(
      names = "--channels",
      paramLabel = "N",
      description = {
        "Parts of a collective that run side by side; one for each rail by default.",
        "Example: --channels 8"
      })
  private @Nullable Integer channels;

  @Option(
      names = "--slot",
      paramLabel = "SIZE",
      description = {
        "Most bytes of a message of a collective, 1MiB by default; NCCL's own is 512KiB.",
        "Example: --slot 512KiB"
      })
  private String slot = "1MiB";

  @Option(
      names = "--routing",
      split = ",",
      paramLabel = "NAME",
      description = {
        "ecmp (by a hash, the default), spray (each packet by chance), adaptive (to the shortest"
            + " queue).",
        "Example: --routing ecmp,adaptive"
      })
  private List<String> routings = List.of("ecmp");

  @Option(
      names = "--congestion",
      split = ",",
      paramLabel = "NAME",
      description = {
        "none (pause frames only), dcqcn (the default), cts (clear-to-send as NCCL has it),"
            + " dcqcn-cts, ib (credits). Without packets only clear-to-send matters.",
        "Example: --congestion none,dcqcn"
      })
  private List<String> congestions = List.of("dcqcn");

  @Option(
      names = "--mtu",
      paramLabel = "BYTES",
      description = {"Payload of a packet, 4096 by default.", "Example: --mtu 1024"})
  private int mtu = 4096;

  @Option(
      names = "--buffer",
      paramLabel = "SIZE",
      description = {
        "Buffer of each switch; by default what its ports carry in 25 us.",
        "Example: --buffer 16MB"
      })
  private @Nullable String buffer;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description = {
        "KIND:WHERE[:VALUE][:FROM..UNTIL], may be given several times; packets only. loss and"
            + " bit-errors (a probability), slow-link (a factor), link-down: of a link or all;"
            + " slow-host (a factor), stuck-nic: of a host; switch-loss: of a switch.",
        "Example: --fault link-down:leaf0-spine1:1ms..2ms"
      })
  private List<String> faults = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = {
        "Of hashes, marks, losses and the permutation; 1 by default. Same seed, same answer.",
        "Example: --seed 7"
      })
  private long seed = 1;

  @Mixin private FormatOption format = new FormatOption();

  SimulateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Question question =
        new Question(
            operation,
            cluster,
            fabric,
            link,
            linkLatency,
            ranks,
            senders,
            sizes,
            fidelities,
            algorithms,
            channels,
            slot,
            routings,
            congestions,
            mtu,
            buffer,
            faults,
            seed);
    return format.answer(SimulationReport.of(question, threads::getCurrentThreadCpuTime));
  }
}

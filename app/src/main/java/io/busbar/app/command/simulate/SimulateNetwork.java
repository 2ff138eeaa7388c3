package io.busbar.app.command.simulate;

import io.busbar.simulate.scenario.input.Question;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a simulated network is looked at and what it does, as a picocli mixin. */
public final class SimulateNetwork {
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
      names = "--routing",
      split = ",",
      paramLabel = "NAME",
      description = {
        "auto (the default: adaptive where the cluster's file says so, else ecmp), ecmp (by a"
            + " hash), spray (each packet by chance), adaptive (to the shortest queue).",
        "Example: --routing ecmp,adaptive"
      })
  private List<String> routings = List.of("auto");

  @Option(
      names = "--congestion",
      split = ",",
      paramLabel = "NAME",
      description = {
        "auto (the default: ib-cc on InfiniBand clusters, else dcqcn), none (pause frames only),"
            + " dcqcn, cts (clear-to-send as NCCL has it), dcqcn-cts, ib (credits), ib-cc (credits,"
            + " marks, a table of delays), hpcc (telemetry of each hop), swift (a target of delay),"
            + " nscc and rccc (Ultra Ethernet's senders and receivers, packets sprayed). Without"
            + " packets only clear-to-send matters.",
        "Example: --congestion none,dcqcn"
      })
  private List<String> congestions = List.of("auto");

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
      names = "--qps",
      paramLabel = "N",
      description = {
        "Queue pairs of each connection; each has its own hash. 1 by default; packets only.",
        "Example: --qps 4"
      })
  private int queuePairs = 1;

  @Option(
      names = "--lossless",
      paramLabel = "on|off",
      description = {
        "Whether Ethernet switches pause; with off a full buffer drops. on by default.",
        "Example: --lossless off"
      })
  private String lossless = "on";

  @Option(
      names = "--repair",
      paramLabel = "NAME",
      description = {
        "After a loss: go-back-n (the default with ecmp) or selective-repeat (with spray and"
            + " adaptive).",
        "Example: --repair selective-repeat"
      })
  private @Nullable String repair;

  @Option(
      names = "--ib-timeout",
      paramLabel = "N",
      description = {
        "Time after which a packet that nothing follows is sent again, as NCCL_IB_TIMEOUT: 4.096 us"
            + " times 2^N. 20 by default (4.3 s), as NCCL sets it since 2.23; 0 for never.",
        "Example: --ib-timeout 14"
      })
  private int timeoutExponent = Question.Transport.TIMEOUT_EXPONENT;

  @Option(
      names = "--ib-retry",
      paramLabel = "N",
      description = {
        "Timeouts in a row after which a connection gives up, as NCCL_IB_RETRY_CNT: 7 by default.",
        "Example: --ib-retry 3"
      })
  private int retries = Question.Transport.RETRIES;

  @Option(
      names = "--dcqcn",
      split = ",",
      paramLabel = "WORD",
      description = {
        "Parameters of DCQCN: connectx (the default) or paper, then single ones: notify, gain,"
            + " alpha, cut, least-factor, timer, bytes, fast-stages, additive, hyper, least-rate,"
            + " clamp-target, kmin, kmax, pmax, mark-at-dequeue.",
        "Example: --dcqcn paper,timer=300us,kmin=100kB"
      })
  private List<String> dcqcn = List.of();

  @Option(
      names = "--control",
      split = ",",
      paramLabel = "KEY=VALUE",
      description = {
        "Parameters of hpcc (hpcc.eta, stages, rtt, additive), swift (swift.base, hop, range,"
            + " least, most, additive, beta, max-cut), nscc (nscc.target, window, proportional,"
            + " fair, steady, fast, gamma, gain, quick, gate, kmin, kmax, pmax) and rccc"
            + " (rccc.initial, outstanding, quantum); published ones by default.",
        "Example: --control hpcc.eta=0.9,swift.base=25us"
      })
  private List<String> controls = List.of();

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description = {
        "KIND:WHERE[:VALUE][:FROM..UNTIL], may be given several times. Of a link or all: loss and"
            + " bit-errors (a probability), slow-link (a factor), link-down, flap (PERIOD/PART"
            + " down); of a host: slow-host (a factor), stuck-nic, slow-rank (time per step),"
            + " late-rank (a time); of a switch: switch-loss. Messages and flows: slow and late"
            + " ones only.",
        "Example: --fault link-down:leaf0-spine1:1ms..2ms"
      })
  private List<String> faults = List.of();

  Question.Network network() {
    Question.Transport transport =
        new Question.Transport(
            queuePairs, lossless, repair, timeoutExponent, retries, dcqcn, controls);
    return new Question.Network(fidelities, routings, congestions, mtu, buffer, transport, faults);
  }
}

package io.busbar.app;

import io.busbar.simulate.scenario.Question;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a simulated network is looked at and what it does, as a picocli mixin. */
final class SimulateNetwork {
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

  Question.Network network() {
    return new Question.Network(fidelities, routings, congestions, mtu, buffer, faults);
  }
}

package io.busbar.tune.roce;

import io.busbar.tune.roce.FabricSide.FabricCommand;
import java.util.List;

/** Commands of NVIDIA's NIC tools and of SONiC. They are printed, never run. */
final class FabricCommands {
  private static final String NIC = "nic";
  private static final String SWITCH = "switch";
  private static final String NIC_TOOLS =
      "ConnectX with MLNX_OFED or DOCA tools; IF is the interface of each compute NIC, DEV its RDMA"
          + " device. Lost at reboot unless a unit runs it.";
  private static final String PROFILE =
      "SONiC with the QoS profiles that 'config qos reload' makes (AZURE, AZURE_LOSSLESS)";

  private FabricCommands() {}

  static List<FabricCommand> of(
      TrafficClass mark, EcnThresholds ecn, double headroom, double metres) {
    int p = mark.priority();
    return List.of(
        new FabricCommand(
            NIC,
            "trust, map, PFC",
            "mlnx_qos -i IF --trust dscp --dscp2prio set,%d,%d --pfc %s"
                .formatted(mark.dscp(), p, mark.pfcBits()),
            NIC_TOOLS,
            "mlnx_qos -i IF"),
        new FabricCommand(
            NIC,
            "answer to marks",
            "echo 1 > /sys/class/net/IF/ecn/roce_np/enable/%d".formatted(p),
            NIC_TOOLS + " DCQCN is wanted; with PFC alone leave both out.",
            "cat /sys/class/net/IF/ecn/roce_np/enable/%d".formatted(p)),
        new FabricCommand(
            NIC,
            "slow down on marks",
            "echo 1 > /sys/class/net/IF/ecn/roce_rp/enable/%d".formatted(p),
            NIC_TOOLS + " DCQCN is wanted; with PFC alone leave both out.",
            "cat /sys/class/net/IF/ecn/roce_rp/enable/%d".formatted(p)),
        new FabricCommand(
            NIC,
            "RDMA-CM traffic",
            "cma_roce_tos -d DEV -t %d".formatted(mark.value()),
            "Only for programs that connect through RDMA-CM, such as storage; NCCL does not.",
            "cma_roce_tos -d DEV"),
        new FabricCommand(
            SWITCH,
            "PFC",
            "sudo config interface pfc priority PORT %d on".formatted(p),
            PROFILE + "; the switch maps DSCP %d to priority %d".formatted(mark.dscp(), p),
            "show pfc priority; show pfc counters"),
        new FabricCommand(
            SWITCH,
            "ECN",
            "sudo ecnconfig -p AZURE_LOSSLESS -gmax %d -gmin %d -gdrop %d"
                .formatted(ecn.maxBytes(), ecn.minBytes(), ecn.percent()),
            PROFILE + "; all links that use the profile have this rate",
            "ecnconfig -l"),
        new FabricCommand(
            SWITCH,
            "headroom",
            "sudo config interface cable-length PORT %.0fm".formatted(metres),
            "SONiC with the dynamic buffer model, which computes headroom from the length; with"
                + " static"
                + " buffers xoff of the lossless profile is to be at least %d B"
                    .formatted(Math.round(headroom)),
            "show buffer information"),
        new FabricCommand(
            SWITCH,
            "watchdog",
            "sudo pfcwd start_default",
            "A NIC that pauses for hundreds of milliseconds is broken; its queue is dropped, not"
                + " the fabric",
            "show pfcwd stats"));
  }
}

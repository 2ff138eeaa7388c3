package io.busbar.tune.advice;

import java.util.Optional;

/**
 * A virtual machine hides which GPU and NIC share a PCIe switch; its image has a file that says it.
 */
final class TopologyFile implements Piece {
  @Override
  public String name() {
    return "NCCL_TOPO_FILE";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    Operator operator = site.operator();
    if (operator == null || operator.topologyFile().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Advice(
            name(),
            operator.topologyFile(),
            "The virtual machine shows NCCL a PCIe tree without its switches. " + operator.note(),
            "What breaks without it: GPUs and NICs look far apart, so that GPUDirect stays off and"
                + " traffic goes through host memory; the model assumes GPUDirect.",
            false,
            operator.source() + "; 'busbar topo' checks the file",
            "'NCCL_TOPO_FILE set by environment to'; channels say via NET/IB/n/GDRDMA"));
  }
}

package io.busbar.nccl.cost;

/**
 * What a machine can do besides moving bytes.
 *
 * @param nvSwitch whether NVLinks end in switches
 * @param multicast whether GPU, driver and fabric manager offer multicast memory (NVLS)
 * @param cuda CUDA release times 1000 plus minor times 10, {@code 12040}
 * @param collnetPlugin whether a network plugin offers CollNet (SHARP)
 * @param collnetGathers whether that plugin also gathers and scatters
 * @param collnetHeads NICs of a node that CollNet uses
 * @param hostNetwork whether the CPU drives the NICs, as all but offloading plugins do
 */
public record Capabilities(
    boolean nvSwitch,
    boolean multicast,
    int cuda,
    boolean collnetPlugin,
    boolean collnetGathers,
    int collnetHeads,
    boolean hostNetwork) {

  /** A machine without NVSwitch and SHARP, with CUDA 12.4. */
  public static final Capabilities PLAIN =
      new Capabilities(false, false, 12_040, false, false, 0, true);

  /** A machine with NVSwitch of the third generation or later, without SHARP in the network. */
  public static final Capabilities NVSWITCH =
      new Capabilities(true, true, 12_040, false, false, 0, true);

  /** The same with a SHARP plugin that uses so many NICs of a node. */
  public Capabilities withCollnet(int heads) {
    return new Capabilities(nvSwitch, multicast, cuda, true, true, heads, hostNetwork);
  }
}

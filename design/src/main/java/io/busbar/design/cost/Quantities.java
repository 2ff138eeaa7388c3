package io.busbar.design.cost;

import io.busbar.design.input.Assumptions;
import io.busbar.design.input.Family;
import io.busbar.design.site.CableRun;
import io.busbar.design.site.SitePlan;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.hardware.NodeType;
import java.util.Locale;

/**
 * What is bought and driven, as far as its price depends on it.
 *
 * @param family what the switches speak
 * @param gpus how many
 * @param gpuPrice name of the figure that prices a GPU with its share of the server
 * @param nics ports of 400 Gb/s, faster ones as several
 * @param switches how many
 * @param switchTerabits capacity of all switches, one direction, Tb/s
 * @param opticalCables by 400 Gb/s, faster ones as several
 * @param copperCables how many
 * @param kilowatts all machines at full power
 */
public record Quantities(
    Family family,
    long gpus,
    String gpuPrice,
    double nics,
    long switches,
    double switchTerabits,
    double opticalCables,
    long copperCables,
    double kilowatts) {
  private static final double REFERENCE_RATE = 50e9;

  /** Of a design in its hall. */
  public static Quantities of(FabricDesign design, SitePlan site, Assumptions assumed) {
    NodeType node = design.request().node();
    double capacity = 0;
    for (SitePlan.SwitchCount kind : SitePlan.switches(design)) {
      capacity += kind.count() * kind.type().bytesPerSecond() * 8 / 1e12;
    }
    double cable = Math.max(node.nicBytesPerSecond(), design.request().uplink()) / REFERENCE_RATE;
    long optical = 0;
    long copper = 0;
    for (CableRun run : site.cables()) {
      optical += run.optical() ? run.count() : 0;
      copper += run.optical() ? 0 : run.count();
    }
    return new Quantities(
        Family.of(design.request().switchType()),
        design.gpus(),
        gpuPrice(node, assumed),
        design.nodeLeafCables() * node.nicBytesPerSecond() / REFERENCE_RATE,
        design.switches(),
        capacity,
        optical * cable,
        copper,
        site.totalWatts() / 1e3);
  }

  /** The figure named after the GPU, its memory and form left out; else that of other GPUs. */
  private static String gpuPrice(NodeType node, Assumptions assumed) {
    String gpu = node.gpu().name().toLowerCase(Locale.ROOT);
    int dash = gpu.indexOf('-');
    String name = "gpu_usd_" + (dash < 0 ? gpu : gpu.substring(0, dash));
    return assumed.get(name, "gpu_usd_other").name();
  }
}

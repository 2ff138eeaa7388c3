package io.busbar.nccl.topology.make;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.Nic;
import io.busbar.nccl.topology.Affinity;
import io.busbar.nccl.topology.DevicePath;
import io.busbar.nccl.topology.Devices;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NicDevice;
import io.busbar.nccl.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster file of a node's topology. What the topology does not tell is taken from the catalogue
 * or asked for; whatever is assumed stands in a comment. Used once.
 */
public final class ClusterText {
  private static final Set<Generation> REDUCING_SWITCHES =
      Set.of(Generation.HOPPER, Generation.BLACKWELL);
  private static final int SWITCHED_FROM = 8;
  private static final String INFINIBAND = "0x0207";
  private static final String EFA = "efa";

  private final NodeTopology node;
  private final Given given;
  private final List<NicDevice> nics;
  private final List<String> assumed = new ArrayList<>();
  private final StringBuilder out = new StringBuilder();

  private ClusterText(NodeTopology node, Given given) {
    this.node = node;
    this.given = given;
    this.nics = node.nics().stream().filter(NicDevice::isForTraffic).toList();
  }

  /**
   * What the user says beside the topology.
   *
   * @param gpu of the catalogue, null when the topology tells
   * @param nicRate of one NIC, null when the topology tells
   * @param nodes of the cluster
   */
  public record Given(@Nullable String gpu, @Nullable Bandwidth nicRate, int nodes) {}

  /**
   * @throws InputException when neither the topology nor the user says what the GPUs or NICs are
   */
  public static String of(NodeTopology node, Given given) {
    return new ClusterText(node, given).text();
  }

  private String text() {
    Problems problems = new Problems();
    Gpu gpu = gpu(problems);
    Double rate = nics.isEmpty() ? (Double) 0.0 : nicRate(problems);
    if (node.gpus().isEmpty()) {
      String expected = "a topology with GPUs";
      problems.add(Position.of(node.source()), "", "", expected, "");
    }
    problems.throwIfAny();
    if (gpu == null || rate == null) {
      throw new IllegalStateException("nothing was made and no problem said");
    }
    out.append("name: ").append(name()).append("\n\nnode:\n");
    line("name", name());
    line("gpu", gpu.name());
    line("gpus", node.gpus().size());
    hosts();
    scaleUp(gpu);
    nics(rate);
    out.append("\nnodes: ").append(given.nodes()).append('\n');
    affinity();
    network();
    return header() + out;
  }

  private String header() {
    StringBuilder header = new StringBuilder("# Cluster of the node in ");
    String source = node.source().replaceAll("\\p{Cntrl}", "?");
    header.append(source.substring(source.lastIndexOf('/') + 1)).append(".\n");
    assumed.forEach(line -> header.append("# Assumed: ").append(line).append(".\n"));
    return header.append('\n').toString();
  }

  /** The file's name without its ending, as far as it can stand in YAML without quotes. */
  private String name() {
    String file = node.source().substring(node.source().lastIndexOf('/') + 1);
    String plain = file.replaceFirst("\\.[^.]*$", "").replaceAll("[^A-Za-z0-9._-]", "-");
    return plain.matches("[A-Za-z].*") ? plain.toLowerCase(Locale.ROOT) : "node-" + plain;
  }

  private void line(String key, Object value) {
    out.append("  ").append(key).append(": ").append(value).append('\n');
  }

  private @Nullable Gpu gpu(Problems problems) {
    String named = given.gpu();
    if (named != null) {
      return Catalog.standard().gpu(named, Position.of("--gpu"), problems);
    }
    Devices.Recognised gpu = Devices.gpu(node);
    if (gpu == null) {
      problems.add(
          Position.of(node.source()),
          "gpu",
          "",
          "a PCI number or compute capability that tells which GPU this is",
          "say it: --gpu h100-sxm; 'busbar catalog gpus' lists them");
      return null;
    }
    if (!gpu.byNumber()) {
      assumed.add("the GPU is " + gpu.gpu().name() + ", by compute capability and NVLinks");
    }
    return gpu.gpu();
  }

  private @Nullable Double nicRate(Problems problems) {
    Bandwidth said = given.nicRate();
    if (said != null) {
      return said.bytesPerSecond();
    }
    List<Double> rates =
        nics.stream().map(NicDevice::bytesPerSecond).filter(Objects::nonNull).distinct().toList();
    if (rates.size() > 1) {
      assumed.add("all NICs run at the rate of the slowest");
    }
    if (!rates.isEmpty()) {
      return rates.stream().min(Double::compare).orElse(0.0);
    }
    String model = model();
    Nic nic = model == null ? null : Catalog.standard().nic(model, Position.of(model), problems);
    if (nic == null) {
      problems.add(
          Position.of(node.source()),
          "nic_rate",
          "",
          "the rate of the NICs",
          "say it: --nic-rate 400Gb/s");
      return null;
    }
    assumed.add("a NIC runs at the rate of " + nic.name());
    return nic.bytesPerSecond();
  }

  private @Nullable String model() {
    List<String> models =
        nics.stream()
            .map(nic -> Devices.nic(nic.deviceId()))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    return models.size() == 1 ? models.getFirst() : null;
  }

  private void hosts() {
    TopologyFile file = node.file();
    long hosts = file == null ? 1 : file.cpus().stream().map(cpu -> cpu.host()).distinct().count();
    if (hosts > 1 && node.gpus().size() % hosts == 0) {
      line("gpus_per_host", node.gpus().size() / hosts);
    }
  }

  private void scaleUp(Gpu gpu) {
    if (node.gpus().size() == 1) {
      return;
    }
    boolean linked = node.tellsNvLinks() ? joined() : gpu.scaleUpLinks() > 0;
    boolean switched =
        node.tellsNvLinks() ? node.nvSwitched() : node.gpus().size() >= SWITCHED_FROM;
    if (!node.tellsNvLinks()) {
      String how = !linked ? "PCIe, as they have none" : switched ? "switches" : "fixed links";
      assumed.add("the GPUs are joined by " + how + ", since the file lists no NVLinks");
    }
    if (!linked) {
      line("scale_up", "pcie");
      return;
    }
    line("scale_up", switched ? "switched" : "mesh");
    if (switched && REDUCING_SWITCHES.contains(gpu.generation())) {
      line("in_switch_reduction", true);
      assumed.add("the NVSwitches reduce (NVLS)");
    }
    if (!switched && node.tellsNvLinks()) {
      mesh(gpu);
    }
  }

  private boolean joined() {
    return node.gpuToGpu().stream().flatMap(List::stream).anyMatch(DevicePath::isNvLink);
  }

  /** What one peer gets, and how many reach each other. */
  private void mesh(Gpu gpu) {
    int least = Integer.MAX_VALUE;
    int most = 1;
    for (GpuDevice from : node.gpus()) {
      int peers = 1;
      for (GpuDevice to : node.gpus()) {
        int links = node.path(from, to).nvLinks();
        least = links > 0 ? Math.min(least, links) : least;
        peers += links > 0 ? 1 : 0;
      }
      most = Math.max(most, peers);
    }
    if (gpu.scaleUpLinks() > 0) {
      double link = gpu.scaleUpBytesPerSecond() / gpu.scaleUpLinks();
      line("scale_up_peer_rate", new Bandwidth(link * least));
    }
    if (most < node.gpus().size() && node.gpus().size() % most == 0) {
      line("domain_gpus", most);
    }
  }

  private void nics(double rate) {
    String model = model();
    if (model != null) {
      line("nic", model);
    }
    line("nics", nics.size());
    if (!nics.isEmpty()) {
      line("nic_rate", new Bandwidth(rate).inBits());
    }
  }

  private void affinity() {
    if (nics.isEmpty()) {
      return;
    }
    List<Affinity> affinities = Affinity.of(node);
    out.append("\nnics:\n");
    for (NicDevice nic : nics) {
      String gpus =
          affinities.stream()
              .filter(a -> a.path().isNear() && a.nics().contains(nic))
              .map(a -> "" + a.gpu().index())
              .collect(Collectors.joining(", "));
      out.append("  - {name: \"").append(nic.shown().replaceAll("[\"\\\\]", "?"));
      out.append("\", gpus: [").append(gpus).append("]}\n");
    }
  }

  private void network() {
    if (nics.isEmpty()) {
      return;
    }
    String kind = kind();
    boolean staged = nics.stream().anyMatch(nic -> Boolean.FALSE.equals(nic.gdr()));
    if (kind != null || staged) {
      out.append("\nnetwork:\n");
    }
    if (kind != null) {
      line("kind", kind);
    }
    if (staged) {
      line("gpudirect", false);
    }
  }

  private @Nullable String kind() {
    String model = model();
    if (model != null && model.startsWith(EFA)) {
      return EFA;
    }
    Set<String> classes = nics.stream().map(NicDevice::pciClass).collect(Collectors.toSet());
    if (classes.size() != 1 || classes.contains("")) {
      assumed.add("the network is InfiniBand");
      return null;
    }
    return classes.iterator().next().startsWith(INFINIBAND) ? "infiniband" : "roce";
  }
}

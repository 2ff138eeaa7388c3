package io.busbar.model.catalog;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.ComputeRate;
import io.busbar.base.quantity.Share;
import io.busbar.formats.shape.Key;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.Nic;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.Ports;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.hardware.SwitchType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Lowers entries of the catalogue to the primitive figures that the models use. Stateless. */
final class Lowering {
  private static final Range UNKNOWN = new Range(0, 0);
  private static final double FP4_OVER_FP8 = 1.9;

  private Lowering() {}

  static @Nullable Gpu gpu(Catalog catalog, CatalogEntry given, Position at, Problems problems) {
    CatalogEntry entry = withMatmulRates(catalog, given, at, problems);
    Generation generation = required(entry, GpuKeys.GENERATION, at, problems);
    if (generation == Generation.CPU) {
      return processor(entry);
    }
    Double memory = required(entry, GpuKeys.MEMORY, at, problems);
    Double memoryRate = required(entry, GpuKeys.MEMORY_RATE, at, problems);
    Double bf16 = required(entry, GpuKeys.BF16_RATE, at, problems);
    Double matmul = required(entry, GpuKeys.MATMUL_BF16_RATE, at, problems);
    if (generation == null
        || memory == null
        || memoryRate == null
        || bf16 == null
        || matmul == null) {
      return null;
    }
    return new Gpu(
        entry,
        generation,
        entry.value(GpuKeys.VISIBLE_MEMORY, memory),
        memoryRate,
        bf16,
        entry.value(GpuKeys.FP8_RATE, 0.0),
        entry.value(GpuKeys.FP4_RATE, 0.0),
        matmul,
        entry.value(GpuKeys.MATMUL_FP8_RATE, 0.0),
        matmulFp4(entry),
        matmulWatts(catalog, entry, at, problems),
        entry.value(GpuKeys.STREAMING_MULTIPROCESSORS, 0),
        exponentials(entry),
        entry.value(GpuKeys.SCALE_UP_RATE, 0.0),
        entry.value(GpuKeys.SCALE_UP_LINKS, 0),
        entry.value(GpuKeys.HOST_RATE, 0.0),
        entry.value(GpuKeys.TDP, UNKNOWN).high());
  }

  /** A rank of Busbar's runtime, of which only what it sends and adds up is known. */
  private static Gpu processor(CatalogEntry entry) {
    return new Gpu(
        entry,
        Generation.CPU,
        entry.value(GpuKeys.MEMORY, 0.0),
        entry.value(GpuKeys.MEMORY_RATE, 0.0),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        entry.value(GpuKeys.SCALE_UP_RATE, 0.0),
        0,
        entry.value(GpuKeys.HOST_RATE, 0.0),
        0);
  }

  /**
   * {@code 1.9 · matmul fp8} where the GPU has FP4 units: nobody publishes best shapes for FP4 yet;
   * published training runs in NVFP4 gain about that over FP8, casts included.
   */
  private static double matmulFp4(CatalogEntry entry) {
    return entry.value(GpuKeys.FP4_RATE, 0.0) == 0
        ? 0
        : FP4_OVER_FP8 * entry.value(GpuKeys.MATMUL_FP8_RATE, 0.0);
  }

  /** Power of the GPU whose measurement the matmul rates are. */
  private static double matmulWatts(
      Catalog catalog, CatalogEntry entry, Position at, Problems problems) {
    String name = entry.value(GpuKeys.MATMUL_LIKE);
    CatalogEntry like = name == null ? entry : catalog.require(Kind.GPU, name, at, problems);
    return (like == null ? entry : like).value(GpuKeys.TDP, UNKNOWN).high();
  }

  /** {@code units · exponentials per clock · boost clock}. */
  private static double exponentials(CatalogEntry entry) {
    return entry.value(GpuKeys.STREAMING_MULTIPROCESSORS, 0)
        * entry.value(GpuKeys.EXPONENTIALS_PER_CLOCK, 0)
        * entry.value(GpuKeys.CLOCK, 0.0);
  }

  /**
   * Adds the measured matrix multiplication rates of a GPU on which nobody measured them: {@code
   * matmul = peak · matmul(like) / peak(like)}, with the GPU named by {@code matmul_like}, or the
   * GPU itself when only its FP8 rate is missing. The share of the peak that a generation reaches
   * is set by its power and tensor cores, so it carries over within a generation and is a guess
   * outside; the figure is marked as assumed.
   */
  private static CatalogEntry withMatmulRates(
      Catalog catalog, CatalogEntry entry, Position at, Problems problems) {
    String name = entry.value(GpuKeys.MATMUL_LIKE);
    CatalogEntry like = name == null ? entry : catalog.require(Kind.GPU, name, at, problems);
    if (like == null) {
      return entry;
    }
    Double bf16 = share(like, GpuKeys.MATMUL_BF16_RATE, GpuKeys.BF16_RATE);
    Double fp8 = share(like, GpuKeys.MATMUL_FP8_RATE, GpuKeys.FP8_RATE);
    if (bf16 == null) {
      return entry;
    }
    CatalogEntry lowered =
        withShare(entry, GpuKeys.MATMUL_BF16_RATE, GpuKeys.BF16_RATE, bf16, like);
    return withShare(
        lowered, GpuKeys.MATMUL_FP8_RATE, GpuKeys.FP8_RATE, fp8 == null ? bf16 : fp8, like);
  }

  private static @Nullable Double share(CatalogEntry like, Key<Double> matmul, Key<Double> peak) {
    Double measured = like.value(matmul);
    Double peakRate = like.value(peak);
    return measured == null || peakRate == null ? null : measured / peakRate;
  }

  private static CatalogEntry withShare(
      CatalogEntry entry, Key<Double> matmul, Key<Double> peak, double share, CatalogEntry like) {
    Double peakRate = entry.value(peak);
    if (peakRate == null || entry.fact(matmul.name()) != null) {
      return entry;
    }
    String note = Share.print(share) + " of the peak, as on " + like.name();
    Fact measured = like.fact(matmul.name());
    List<String> sources = measured == null ? List.of() : measured.sources();
    String text = new ComputeRate(peakRate * share).toString();
    return entry.with(new Fact(matmul.name(), text, "", Quality.ASSUMED, sources, note));
  }

  /**
   * @param gpuFacts figures of the GPU to replace
   */
  static @Nullable NodeType node(
      Catalog catalog,
      CatalogEntry entry,
      Map<String, Fact> gpuFacts,
      Position at,
      Problems problems) {
    String gpuName = required(entry, NodeKeys.GPU, at, problems);
    Integer gpus = required(entry, NodeKeys.GPUS, at, problems);
    Gpu gpu = gpuName == null ? null : changedGpu(catalog, gpuName, gpuFacts, at, problems);
    if (gpu == null || gpus == null) {
      return null;
    }
    int nics = entry.value(NodeKeys.NICS, 0);
    double nicRate = entry.value(NodeKeys.NIC_RATE, 0.0);
    if (nics > 0 && nicRate == 0) {
      problems.add(at, NodeKeys.NIC_RATE.name(), "", "the rate of the NICs, e.g. 400Gb/s", "");
    }
    int perHost = entry.value(NodeKeys.GPUS_PER_HOST, gpus);
    int domain = entry.value(NodeKeys.DOMAIN_GPUS, gpus);
    checkDivides(gpus, perHost, NodeKeys.GPUS_PER_HOST, at, problems);
    checkDivides(
        Math.max(gpus, domain), Math.min(gpus, domain), NodeKeys.DOMAIN_GPUS, at, problems);
    ScaleUp links = gpu.scaleUpBytesPerSecond() > 0 ? ScaleUp.SWITCHED : ScaleUp.PCIE;
    int perSwitch =
        entry.value(NodeKeys.GPUS_PER_PCIE_SWITCH, Math.max(1, gpus / Math.max(1, nics)));
    return new NodeType(
        entry,
        gpu,
        gpus,
        perHost,
        domain,
        entry.value(NodeKeys.SCALE_UP, links),
        entry.value(NodeKeys.IN_SWITCH_REDUCTION, false),
        nics,
        entry.value(NodeKeys.NIC, ""),
        nicRate,
        nearNics(gpus, nics, perSwitch),
        entry.value(NodeKeys.NETWORK, NetworkKind.INFINIBAND),
        entry.value(NodeKeys.POWER, UNKNOWN).high());
  }

  private static @Nullable Gpu changedGpu(
      Catalog catalog, String name, Map<String, Fact> facts, Position at, Problems problems) {
    CatalogEntry entry = catalog.require(Kind.GPU, name, at, problems);
    if (entry == null) {
      return null;
    }
    CatalogEntry changed = entry;
    for (Fact fact : facts.values()) {
      changed = changed.with(fact);
    }
    // software sees what the user says, not what it sees of the memory that was replaced
    Fact memory = facts.get(GpuKeys.MEMORY.name());
    if (memory != null && !facts.containsKey(GpuKeys.VISIBLE_MEMORY.name())) {
      changed = changed.with(Fact.given(GpuKeys.VISIBLE_MEMORY.name(), memory.text(), at));
    }
    return gpu(catalog, changed, at, problems);
  }

  /** For each GPU the NICs behind its PCIe switch, both numbered along the switches. */
  private static List<List<Integer>> nearNics(int gpus, int nics, int gpusPerSwitch) {
    int switches = Math.max(1, gpus / gpusPerSwitch);
    List<List<Integer>> near = new ArrayList<>();
    for (int gpu = 0; gpu < gpus; gpu++) {
      int group = Math.min(gpu / gpusPerSwitch, switches - 1);
      int from = group * nics / switches;
      int to = nics == 0 ? 0 : Math.max(from + 1, (group + 1) * nics / switches);
      near.add(IntStream.range(from, to).boxed().toList());
    }
    return near;
  }

  private static void checkDivides(
      int whole, int part, Key<Integer> key, Position at, Problems problems) {
    if (whole % part != 0) {
      problems.add(
          at,
          key.name(),
          "",
          "GPUs of a unit in equal parts: " + part + " does not divide " + whole,
          "");
    }
  }

  static Nic nic(CatalogEntry entry) {
    return new Nic(
        entry,
        entry.value(CatalogKeys.PORT_RATE, 0.0),
        entry.value(CatalogKeys.MAX_PORTS, 1),
        entry.value(CatalogKeys.NETWORKS, List.of()));
  }

  static SwitchType switchType(CatalogEntry entry) {
    List<Ports> ports = new ArrayList<>(entry.value(CatalogKeys.PORTS, List.of()));
    ports.sort(Comparator.comparingDouble(Ports::bytesPerSecond).reversed());
    return new SwitchType(
        entry,
        entry.value(CatalogKeys.NETWORK),
        ports,
        entry.value(CatalogKeys.CAPACITY, 0.0),
        entry.value(CatalogKeys.LATENCY),
        entry.value(CatalogKeys.SHARP, 0),
        entry.value(CatalogKeys.SHARP_TREES, 0),
        entry.value(CatalogKeys.SHARP_STREAM_PER_PORT, false),
        entry.value(CatalogKeys.TYPICAL_POWER, UNKNOWN).middle());
  }

  private static <T> @Nullable T required(
      CatalogEntry entry, Key<T> key, Position at, Problems problems) {
    T value = entry.value(key);
    if (value == null) {
      problems.add(
          at, key.name(), "", "this figure, which " + entry.name() + " lacks: " + key.doc(), "");
    }
    return value;
  }
}

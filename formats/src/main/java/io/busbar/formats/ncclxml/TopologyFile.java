package io.busbar.formats.ncclxml;

import io.busbar.base.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A topology file of NCCL as records. What NCCL knows has a component; everything that is written
 * stands in the elements. Immutable.
 *
 * @param source what the user called it
 * @param roots its elements: one {@code system}, unless it was cut out of another file
 * @param whole whether every element has its beginning and its end
 * @param version of the format, null when none is written
 * @param cpus its NUMA nodes; what stands in none of them hangs below one without a number
 * @param warnings what was passed over
 */
public record TopologyFile(
    String source,
    List<Element> roots,
    boolean whole,
    @Nullable Integer version,
    List<Cpu> cpus,
    List<Problem> warnings) {
  public TopologyFile {
    roots = List.copyOf(roots);
    cpus = List.copyOf(cpus);
    warnings = List.copyOf(warnings);
  }

  /**
   * A NUMA node.
   *
   * @param host hash of the host in a dump over several hosts, else empty
   * @param numaId its number, null when it is unknown
   * @param affinity its cores as a mask in groups of 32 bits, the highest first; may be empty
   * @param arch {@code x86_64}, {@code arm64}, {@code ppc64}; empty when it is not written
   * @param family of an x86 processor, null when it is not written
   * @param model of an x86 processor, null when it is not written
   * @param nics NICs without a place in the PCIe tree
   */
  public record Cpu(
      Element element,
      String host,
      @Nullable Integer numaId,
      String affinity,
      String arch,
      String vendor,
      @Nullable Integer family,
      @Nullable Integer model,
      List<Pci> devices,
      List<Nic> nics) {
    public Cpu {
      devices = List.copyOf(devices);
      nics = List.copyOf(nics);
    }
  }

  /**
   * A PCIe device: a bridge (class 0x0604) with others below, a GPU (0x03) or a NIC (0x02).
   *
   * @param pciClass {@code 0x030200}; empty when it is not written
   * @param linkSpeed as the kernel prints it, {@code 32.0 GT/s PCIe}; may be empty
   * @param linkWidth lanes; 0 when unknown
   * @param gpu what NCCL knows of a GPU; hand-written files leave it out
   * @param nics what NCCL knows of a NIC
   * @param links bus ids of switches that it is joined to beside the tree
   */
  public record Pci(
      Element element,
      String busId,
      String pciClass,
      String vendor,
      String device,
      String linkSpeed,
      int linkWidth,
      List<Pci> devices,
      @Nullable Gpu gpu,
      List<Nic> nics,
      List<String> links) {
    public Pci {
      devices = List.copyOf(devices);
      nics = List.copyOf(nics);
      links = List.copyOf(links);
    }

    /** By what hangs below it, else by its class. */
    public boolean isGpu() {
      return gpu != null || pciClass.startsWith("0x03");
    }

    /** By what hangs below it, else by its class. */
    public boolean isNic() {
      return !nics.isEmpty() || (gpu == null && pciClass.startsWith("0x02"));
    }
  }

  /**
   * A GPU; numbers are null when they are not written.
   *
   * @param dev its number for CUDA
   * @param sm compute capability, {@code 90}
   * @param gdr whether it can take part in GPUDirect RDMA
   */
  public record Gpu(
      Element element,
      @Nullable Integer dev,
      @Nullable Integer sm,
      @Nullable Integer rank,
      @Nullable Boolean gdr,
      List<NvLink> nvLinks,
      List<C2c> c2cs) {
    public Gpu {
      nvLinks = List.copyOf(nvLinks);
      c2cs = List.copyOf(c2cs);
    }
  }

  /**
   * NVLinks of a GPU to one other device.
   *
   * @param target bus id of the other end
   * @param targetClass PCI class of the other end: {@code 0x068000} is an NVSwitch
   */
  public record NvLink(Element element, String target, int count, String targetClass) {}

  /**
   * The link of a GPU to its CPU on one package.
   *
   * @param megabytesPerSecond of one link, one direction
   */
  public record C2c(Element element, double megabytesPerSecond, int count) {}

  /** A NIC with its ports or devices. */
  public record Nic(Element element, List<Net> nets) {
    public Nic {
      nets = List.copyOf(nets);
    }
  }

  /**
   * A network device as the plugin reports it; numbers are null when they are not written.
   *
   * @param name {@code mlx5_0}
   * @param megabitsPerSecond its rate; not above 0 when the plugin does not know
   * @param guid of the device, {@code 0x0} for sockets; may be empty
   * @param gdr whether it reads and writes GPU memory itself
   */
  public record Net(
      Element element,
      String name,
      @Nullable Integer dev,
      @Nullable Double megabitsPerSecond,
      @Nullable Integer port,
      String guid,
      @Nullable Boolean gdr,
      @Nullable Double latencyMicroseconds,
      @Nullable Boolean coll) {}

  /** The elements of the file, at whatever depth. */
  public int elementCount() {
    return roots.stream().mapToInt(Element::count).sum();
  }

  /** All PCIe devices, those above before those below. */
  public List<Pci> devices() {
    List<Pci> all = new ArrayList<>();
    cpus.forEach(cpu -> cpu.devices().forEach(device -> walk(device, all::add)));
    return all;
  }

  private static void walk(Pci device, Consumer<Pci> visit) {
    visit.accept(device);
    device.devices().forEach(below -> walk(below, visit));
  }
}

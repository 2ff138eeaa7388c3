package io.busbar.nccl.topology.make;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.ncclxml.Element;
import io.busbar.formats.ncclxml.NcclXmlWriter;
import io.busbar.model.catalog.GpuKeys;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.nccl.topology.Devices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topology file for a host whose PCIe tree is hidden by a virtual machine: for each group of GPUs
 * with the same near NICs an invented switch, the switches spread evenly over the NUMA nodes.
 * NVLinks are left to the driver and network devices to their plugin, which know better. Used once.
 */
public final class TopologyText {
  private static final Pattern BUS_ID =
      Pattern.compile("[0-9a-fA-F]{4}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]");
  private static final Position NOWHERE = Position.of("");
  private static final String LANES = "16";

  private final NodeType node;
  private final Machine machine;
  private final @Nullable String speed;
  private final List<String> gpuBusIds;
  private final List<String> nicBusIds;

  private TopologyText(NodeType node, Machine machine) {
    this.node = node;
    this.machine = machine;
    this.speed = Hosts.speed(generation(node.gpu().entry()));
    this.gpuBusIds = busIds(machine.gpuBusIds(), node.gpusPerHost(), "00%02x:00:00.0", 1);
    this.nicBusIds = busIds(machine.nicBusIds(), nicsOfHost(node), "01%02x:00:00.0", 1);
  }

  /**
   * What the user says of the machine.
   *
   * @param processor {@code intel-sapphire-rapids}
   * @param numaNodes how many
   * @param gpuBusIds in the order of nvidia-smi; empty for place holders
   * @param nicBusIds in the order of their GPUs; empty for place holders
   */
  public record Machine(
      String processor, int numaNodes, List<String> gpuBusIds, List<String> nicBusIds) {
    public Machine {
      gpuBusIds = List.copyOf(gpuBusIds);
      nicBusIds = List.copyOf(nicBusIds);
    }
  }

  /**
   * @throws InputException when the machine does not fit the node
   */
  public static String of(NodeType node, Machine machine) {
    Problems problems = new Problems();
    Map<String, String> processor =
        Hosts.processor(machine.processor(), Position.of("--cpu"), problems);
    check(machine.gpuBusIds(), node.gpusPerHost(), "--gpu-bus-ids", problems);
    check(machine.nicBusIds(), nicsOfHost(node), "--nic-bus-ids", problems);
    problems.throwIfAny();
    return new TopologyText(node, machine).text(processor == null ? Map.of() : processor);
  }

  private static int nicsOfHost(NodeType node) {
    return node.nics() * node.gpusPerHost() / node.gpus();
  }

  private static void check(List<String> ids, int count, String option, Problems problems) {
    for (String id : ids) {
      if (!BUS_ID.matcher(id).matches()) {
        problems.add(Position.of(option), "", id, "a bus id such as 0001:00:00.0", "lspci -D");
      }
    }
    boolean twice = ids.stream().distinct().count() < ids.size();
    if (!ids.isEmpty() && (ids.size() != count || twice)) {
      String read = ids.size() + " bus ids" + (twice ? ", some twice" : "");
      problems.add(Position.of(option), "", read, count + " different ones", "");
    }
  }

  private static List<String> busIds(List<String> given, int count, String pattern, int from) {
    if (!given.isEmpty()) {
      return given.stream().map(id -> id.toLowerCase(Locale.ROOT)).toList();
    }
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(String.format(Locale.ROOT, pattern, from + i));
    }
    return ids;
  }

  /** {@code 5.0} of {@code 5.0 x16}. */
  private static String generation(CatalogEntry gpu) {
    String pcie = gpu.value(GpuKeys.PCIE, "");
    int blank = pcie.indexOf(' ');
    return blank < 0 ? pcie : pcie.substring(0, blank);
  }

  private String text(Map<String, String> processor) {
    List<Element> switches = switches();
    List<Element> cpus = new ArrayList<>();
    for (int numa = 0; numa < machine.numaNodes(); numa++) {
      Map<String, String> attributes = new LinkedHashMap<>();
      attributes.put("numaid", "" + numa);
      attributes.putAll(processor);
      int from = numa * switches.size() / machine.numaNodes();
      int to = (numa + 1) * switches.size() / machine.numaNodes();
      cpus.add(new Element("cpu", attributes, switches.subList(from, to), NOWHERE));
    }
    Element system = new Element("system", Map.of("version", "1"), cpus, NOWHERE);
    return NcclXmlWriter.write(system, comments());
  }

  private List<String> comments() {
    List<String> lines = new ArrayList<>();
    lines.add("Topology of " + node.name() + " for NCCL_TOPO_FILE, " + machine.processor() + ".");
    lines.add("Switches with a bus id of ffff:ff are invented: they say what is near to what.");
    if (machine.gpuBusIds().isEmpty() || machine.nicBusIds().isEmpty()) {
      lines.add("REPLACE the bus ids of GPUs and NICs by those that 'lspci -D' prints.");
    }
    if (speed == null) {
      lines.add("The catalogue knows no PCIe speed of " + node.gpu().name() + ": add link_speed.");
    }
    return lines;
  }

  /** GPUs with the same NICs share a switch. */
  private List<Element> switches() {
    Map<List<Integer>, List<Integer>> groups = new LinkedHashMap<>();
    for (int gpu = 0; gpu < node.gpusPerHost(); gpu++) {
      groups.computeIfAbsent(node.nearNics().get(gpu), nics -> new ArrayList<>()).add(gpu);
    }
    List<Element> switches = new ArrayList<>();
    groups.forEach((nics, gpus) -> {
      List<Element> devices = new ArrayList<>();
      gpus.forEach(gpu -> devices.add(gpu(gpu)));
      nics.stream().filter(nic -> nic < nicBusIds.size()).forEach(nic -> devices.add(nic(nic)));
      String busId = String.format(Locale.ROOT, "ffff:ff:%02x.0", switches.size() + 1);
      switches.add(pci(busId, "0x060400", "0xffff", "0xffff", devices));
    });
    return switches;
  }

  private Element gpu(int index) {
    String number = Devices.numberOfGpu(node.gpu().name());
    String device = number == null ? "" : number;
    return pci(
        gpuBusIds.get(index), "0x030200", device.isEmpty() ? "" : "0x10de", device, List.of());
  }

  private Element nic(int index) {
    String pciClass = node.network() == NetworkKind.INFINIBAND ? "0x020700" : "0x020000";
    String number = Devices.numberOfNic(node.nicModel());
    String device = number == null ? "" : number;
    String vendor = device.isEmpty() ? "" : device.startsWith("0xefa") ? "0x1d0f" : "0x15b3";
    return pci(nicBusIds.get(index), pciClass, vendor, device, List.of());
  }

  private Element pci(
      String busId, String pciClass, String vendor, String device, List<Element> below) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("busid", busId);
    attributes.put("class", pciClass);
    if (!device.isEmpty()) {
      attributes.put("vendor", vendor);
      attributes.put("device", device);
      attributes.put("subsystem_vendor", "0x0000");
      attributes.put("subsystem_device", "0x0000");
    }
    if (speed != null) {
      attributes.put("link_speed", speed);
      attributes.put("link_width", LANES);
    }
    return new Element("pci", attributes, below, NOWHERE);
  }
}
